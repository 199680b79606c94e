/**
 * How long the executable takes until its first answer on an existing folder, beside a bare hello server
 * compiled the same way. In turn, so that the machine's drift hits both. `node bench/start-up.ts`
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { endWithUs } from '../test/support/end-with-us.ts'
import { syncTimeUs } from './support/sync-time.ts'

const runs = 15
const root = join(import.meta.dirname, '..')
const executable = join(root, 'dist', 'lettershop')
if (!existsSync(executable)) throw new Error('Build it first: npm run build:exe')

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

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).once('error', () => resolve(false))
  })

/** ms from spawning to the first 200. */
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
    // Asking without a pause would take from the server the core that it starts on.
    await setTimeout(1)
  }
  const took = performance.now() - before
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return took
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

const data = join(scratch, 'data')
const ours = (port: number) => ['serve', '--data', data, '--port', String(port)]
const bare = (port: number) => [String(port)]
// The first start makes the folder, the first of each warms the page cache.
await firstAnswer(executable, ours, '/healthz')
await firstAnswer(hello, bare, '/')
const times = { lettershop: [] as number[], hello: [] as number[] }
for (let n = 0; n < runs; n++) {
  times.lettershop.push(await firstAnswer(executable, ours, '/healthz'))
  times.hello.push(await firstAnswer(hello, bare, '/'))
}
const [own, other] = [median(times.lettershop), median(times.hello)]
console.log(
  `first answer on an existing folder, median of ${runs}, sync time ${syncTimeUs(scratch).toFixed(0)} µs`,
)
console.log(`  lettershop   ${own.toFixed(1)} ms`)
console.log(`  bare hello   ${other.toFixed(1)} ms`)
console.log(`  difference   ${(own - other).toFixed(1)} ms (aim: within 30)`)
rmSync(scratch, { recursive: true, force: true })
