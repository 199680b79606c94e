/**
 * Kills the executable with SIGKILL at random instants while clients write to it over HTTP, restarts it, and
 * at the end compares every answer that the clients got with the data.
 *
 *   npm run crash -- [--kills 20] [--seed 1] [--executable dist/lettershop] [--keep]
 *
 * Exits with 1 if an acknowledged write is lost, something happened twice, an event never arrived, or money
 * does not add up.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { builtExecutable, Executable } from '../../examples/support/executable.ts'
import { startReceiver } from '../../examples/support/receiver.ts'
import { newJournal } from './client-journal.ts'
import { pause } from './clients.ts'
import { conclude, report, say, underLoad } from './load.ts'
import { createRandom } from './random.ts'
import { checkFile, Findings } from './reconcile.ts'
import { checkShop, openShop, waitForWork } from './shop.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    executable: { type: 'string', default: join(import.meta.dirname, '../../dist/lettershop') },
    keep: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
const random = createRandom(Number(values.seed))
const program = builtExecutable(values.executable)
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-crash-'))
const server = new Executable(program, join(scratch, 'data'))
const receiver = await startReceiver()
const journal = newJournal()
const findings = new Findings()
const run = promisify(execFile)

const command = async <T>(...args: string[]): Promise<T> => {
  const { stdout } = await run(server.program, [...args, '--data', server.data, '--json'], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
  })
  return JSON.parse(stdout) as T
}

/** Kills the server, mostly under load, sometimes before it listens, and restarts it. */
const kill = async (): Promise<void> => {
  await pause(random.between(100, 1200))
  await server.stop('SIGKILL')
  if (random.chance(0.15)) {
    void server.start().catch(() => {})
    await pause(random.between(1, 120))
    await server.stop('SIGKILL')
  }
  await server.start()
}

const began = performance.now()
try {
  await server.start()
  const useKey = (key: string) => {
    server.key = key
  }
  const shop = await openShop({ command, api: server.api, useKey }, receiver)
  await underLoad({ shop, journal, random }, async () => {
    for (let n = 1; n <= kills; n++) {
      await kill()
      if (n % 10 === 0) say('Killed', `${n} times; ${journal.items.size} items answered`)
    }
  })

  await waitForWork(shop)
  const printFolder = join(server.data, 'printer')
  const found = await checkShop(shop, { journal, receiver, printFolder }, findings)

  const { path } = await command<{ path: string }>('backup', '--to', join(scratch, 'backups'))
  await server.stop('SIGTERM')
  checkFile(join(server.data, 'lettershop.db'), findings)
  const verified = await run(server.program, ['backup', 'verify', path, '--json']).then(
    () => true,
    () => false,
  )
  findings.check(verified, 'backup verify reports a problem')

  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  say('Kills', `${kills} by SIGKILL in ${seconds} s, seed ${values.seed}`)
  report(journal, found)
} catch (error) {
  findings.check(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await server.stop('SIGKILL')
  await receiver.close()
}
conclude(findings, { seed: values.seed, scratch, keep: values.keep })
