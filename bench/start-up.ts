/**
 * Measures the time to the executable's first answer on an existing folder, compared with a minimal server
 * compiled in the same way, in alternation, so that drift affects both. `node bench/start-up.ts`
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { endWithUs } from '../test/support/end-with-us.ts'
import { freePort } from '../test/support/free-port.ts'
import { executables } from './support/executables.ts'
import { median, sayFor } from './support/measured.ts'
import { syncTimeUs } from './support/sync-time.ts'

const runs = 15
const root = join(import.meta.dirname, '..')
const [{ path: executable }, old] = executables()

const scratch = mkdtempSync(join(tmpdir(), 'lettershop-start-'))
const hello = join(scratch, 'hello')
writeFileSync(
  join(scratch, 'hello.ts'),
  `Bun.serve({ port: Number(process.argv[2]), fetch: () => new Response('hello') })\n`,
)
execFileSync(
  join(root, 'node_modules/.bin/bun'),
  [
    'build',
    '--compile',
    '--minify',
    '--bytecode',
    '--target=bun-linux-x64',
    join(scratch, 'hello.ts'),
    '--outfile',
    hello,
  ],
  { stdio: 'ignore' },
)

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).once('error', () => resolve(false))
  })

/** Starts a program and returns the ms until its first 200 response. */
const firstAnswer = async (
  program: string,
  args: (port: number) => string[],
  path: string,
): Promise<number> => {
  const port = await freePort()
  const before = performance.now()
  const child = endWithUs(spawn(program, args(port), { stdio: 'ignore' }))
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (performance.now() - before > 10_000) throw new Error(`${program} does not answer`)
    // Polling without a pause would take the core on which the server starts.
    await setTimeout(1)
  }
  const took = performance.now() - before
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return took
}

const serving = (data: string) => (port: number) => ['serve', '--data', data, '--port', String(port)]
const starts: Record<string, () => Promise<number>> = {
  lettershop: () => firstAnswer(executable, serving(join(scratch, 'data')), '/healthz'),
  ...(old ? { [old.name]: () => firstAnswer(old.path, serving(join(scratch, 'old')), '/healthz') } : {}),
  'bare hello': () => firstAnswer(hello, (port) => [String(port)], '/'),
}
// The first start creates the folder, and the first of each warms the page cache.
for (const start of Object.values(starts)) await start()
const times: Record<string, number[]> = Object.fromEntries(Object.keys(starts).map((name) => [name, []]))
for (let n = 0; n < runs; n++) {
  for (const [name, start] of Object.entries(starts)) times[name]!.push(await start())
}
const say = sayFor('bench/start-up.ts')
say(`first answer on an existing folder, median of ${runs}, sync time ${syncTimeUs(scratch).toFixed(0)} µs`)
for (const [name, took] of Object.entries(times)) say(`  ${name.padEnd(15)}${median(took).toFixed(1)} ms`)
const started = times.lettershop!
say(`  aim: at most 45 ms`, {
  ...{ what: 'first answer on an existing folder', unit: 'ms', values: started, size: 'starts one by one' },
  aim: { atMost: 45 },
  ...(old ? { comparedWith: { name: old.name, values: times[old.name]! } } : {}),
})
const hellos = times['bare hello']!
const behind = (took: number[]) => took.map((ms, n) => ms - hellos[n]!)
const differences = behind(times.lettershop!)
say(`  difference     ${median(differences).toFixed(1)} ms (aim: within 30)`, {
  ...{ what: 'first answer on an existing folder, minus that of a bare hello server', unit: 'ms' },
  values: differences,
  aim: { atMost: 30 },
  ...(old ? { comparedWith: { name: old.name, values: behind(times[old.name]!) } } : {}),
})
rmSync(scratch, { recursive: true, force: true })
