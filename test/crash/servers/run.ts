/**
 * Three servers of the executable share a PostgreSQL database, an S3 server and the printer's share, and no
 * other folder. Clients write to all of them while one after another is killed with SIGKILL at random
 * instants, in half of the cases deleted with its folder, and restarted. At the end every answer that the
 * clients got is compared with the data.
 *
 *   npm run crash:servers -- [--kills 20] [--seed 1] [--executable dist/lettershop] [--keep]
 *
 * Exits with 1 if an acknowledged write is lost, something happened twice, an event never arrived, or money
 * does not add up. Jobs of a killed server resume when their lease ends, after five minutes, so a run ends
 * with some quiet minutes.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Api } from '../../../examples/support/api.ts'
import { builtExecutable, Executable } from '../../../examples/support/executable.ts'
import { startReceiver } from '../../../examples/support/receiver.ts'
import { newJournal } from '../client-journal.ts'
import { pause, type Shop } from '../clients.ts'
import { conclude, report, say, underLoad } from '../load.ts'
import { createRandom } from '../random.ts'
import { checkParts, Findings } from '../reconcile.ts'
import { checkShop, openShop, waitForWork } from '../shop.ts'
import { prepareGround } from './ground.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    executable: { type: 'string', default: join(import.meta.dirname, '../../../dist/lettershop') },
    keep: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
const random = createRandom(Number(values.seed))
const program = builtExecutable(values.executable)
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-crash-servers-'))
const ground = await prepareGround(scratch)
const servers = [1, 2, 3].map(
  (n) => new Executable(program, join(scratch, `server-${n}`), { env: ground.env }),
)
const receiver = await startReceiver()
const journal = newJournal()
const findings = new Findings()
const run = promisify(execFile)
/** A killed server's leases end after five minutes; its jobs and those that follow take a few more. */
const patienceMinutes = 12

/** Balances like a proxy without health checks: any server, even one that is down. */
const balanced: Api = (...request) => random.oneOf(servers).api(...request)

/** Commands use their own folder, and work whichever server is down. */
const desk = join(scratch, 'desk')
mkdirSync(desk, { mode: 0o700 })
const command = async <T>(...args: string[]): Promise<T> => {
  const { stdout } = await run(program, [...args, '--data', desk, '--json'], {
    env: { ...process.env, ...ground.env, LETTERSHOP_BASE_URL: 'http://mail.example' },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
  })
  return JSON.parse(stdout) as T
}

let deleted = 0
/** Kills and restarts a server, mostly under load, sometimes during its start; often deletes its folder. */
const kill = async (): Promise<void> => {
  await pause(random.between(100, 1200))
  const server = random.oneOf(servers)
  await server.stop('SIGKILL')
  if (random.chance(0.5)) {
    deleted++
    rmSync(server.data, { recursive: true, force: true })
  }
  if (random.chance(0.15)) {
    void server.start().catch(() => {})
    await pause(random.between(1, 300))
    await server.stop('SIGKILL')
  }
  await server.start()
}

/** Checks that packages created again from the bucket have the same parts as those of the printer. */
const checkBucket = async (runs: readonly { id: string }[]): Promise<number> => {
  const looked = Array.from({ length: Math.min(10, runs.length) }, () => random.oneOf(runs).id)
  for (const id of new Set(looked)) {
    const { path } = await command<{ path: string }>('run', 'package', id, '--to', join(scratch, 'again'))
    checkParts(path, join(ground.share, id), findings)
  }
  return new Set(looked).size
}

const printedRuns = async (shop: Shop): Promise<{ id: string }[]> => {
  const runs = await shop.command<{ id: string; status: string; itemCount: number }[]>(
    ...['run', 'list', '--mode', 'live', '--status', 'HANDED_TO_PRINTER'],
  )
  return runs.filter(({ itemCount }) => itemCount > 0)
}

const began = performance.now()
try {
  // All at once, on an empty database and an empty bucket.
  await Promise.all(servers.map((server) => server.start()))
  const useKey = (key: string) => {
    for (const server of servers) server.key = key
  }
  const shop = await openShop({ command, api: balanced, useKey }, receiver)
  await underLoad({ shop, journal, random }, async () => {
    for (let n = 1; n <= kills; n++) {
      await kill()
      if (n % 10 === 0) say('Killed', `${n} times; ${journal.items.size} items answered`)
    }
  })

  await waitForWork(shop, patienceMinutes)
  const witnesses = { journal, receiver, printFolder: ground.share }
  const found = await checkShop(shop, witnesses, findings, patienceMinutes)
  const again = await checkBucket(await printedRuns(shop))
  const drained = await Promise.all(servers.map((server) => server.stop('SIGTERM')))

  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  say(
    'Kills',
    `${kills} by SIGKILL of ${drained.length} servers in ${seconds} s, ${deleted} with their folder; seed ${values.seed}`,
  )
  report(journal, found)
  say('Bucket', `${again} packages created again, each with the same parts as the printer’s`)
} catch (error) {
  findings.check(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await receiver.close()
  await ground.end()
}
conclude(findings, { seed: values.seed, scratch, keep: values.keep })
