/**
 * Kills the executable with SIGKILL at random instants while clients write to it over HTTP, restarts it, and
 * in the end compares every answer that the clients got with the data.
 *
 *   npm run crash -- [--kills 20] [--seed 1] [--executable dist/lettershop] [--keep]
 *
 * Ends with 1 where an acknowledged write is lost, something happened twice, an event never arrived, or money
 * does not add up.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { waitUntil } from '../../examples/support/api.ts'
import { builtExecutable, Executable } from '../../examples/support/executable.ts'
import { startReceiver } from '../../examples/support/receiver.ts'
import { chooseReturnAddress } from '../../examples/support/sender.ts'
import { liveTarget, sellerFlags } from '../support/ready-for-live.ts'
import { newJournal } from './client-journal.ts'
import { bookkeeper, customer, operator, type Shop, type Work } from './clients.ts'
import { createRandom } from './random.ts'
import {
  checkEvents,
  checkFile,
  checkItems,
  checkMoney,
  checkPackages,
  eventsOf,
  Findings,
} from './reconcile.ts'

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
const say = (label: string, text: string) => console.log(`  ${label.padEnd(12)} ${text}`)
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))
const run = promisify(execFile)

const command = async <T>(...args: string[]): Promise<T> => {
  const { stdout } = await run(server.program, [...args, '--data', server.data, '--json'], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
  })
  return JSON.parse(stdout) as T
}

/** An organisation with a balance, a key for live mail, and an endpoint for every event. */
const setUp = async (): Promise<Shop> => {
  const { id } = await command<{ id: string }>('org', 'create', '--name', 'Under fire')
  await command('billing', 'seller', ...sellerFlags)
  await command('billing', 'top-up', '--org', id, '--amount-cents', '50000000')
  await command('org', 'limits', id, '--set', 'general=1000000,itemCreate=1000000')
  server.key = (
    await command<{ key: string }>('key', 'create', '--org', id, '--mode', 'live', '--scopes', 'all')
  ).key
  await chooseReturnAddress(server.api)
  await command('seed', '--org', id, '--tracking-target-url', liveTarget.trackingTargetUrl)
  const earlierEvents = new Set((await eventsOf(server)).map(({ id: event }) => event))
  const { secret } = await server.api<{ secret: string }>('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['*'],
  })
  receiver.setSecret(secret)
  const { data } = await server.api<{ data: { id: string }[] }>('GET', '/v1/postflows?filter[status]=ACTIVE')
  return { api: server.api, command, organisationId: id, postflowId: data[0]!.id, earlierEvents }
}

/** Kills the server: in most cases under load, sometimes before it has begun to listen. */
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

const waitForWork = async (): Promise<void> => {
  await waitUntil('every run has gone to the printer', async () => {
    const runs = await command<{ status: string; itemCount: number }[]>('run', 'list', '--mode', 'live')
    return runs.every(
      ({ status, itemCount }) =>
        ['OPEN', 'HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'].includes(status) || itemCount === 0,
    )
  })
  await waitUntil('no job is due', async () => {
    const waiting = await command<{ status: string; nextAt: string }[]>('jobs', 'list')
    return waiting.every(({ nextAt, status }) => status === 'WAITING' && Date.parse(nextAt) > Date.now())
  })
}

const began = performance.now()
try {
  await server.start()
  const shop = await setUp()
  let keepsGoing = true
  const work: Work = { shop, journal, random, keepsGoing: () => keepsGoing }
  const clients = Promise.all([
    ...Array.from({ length: 8 }, (_, index) => customer(work, `c${index}`)),
    bookkeeper(work),
    operator(work),
  ])
  const failed = clients.then(
    () => undefined,
    (error: unknown) => error,
  )
  for (let n = 1; n <= kills; n++) {
    await kill()
    if (n % 10 === 0) say('Killed', `${n} times; ${journal.items.size} items answered`)
  }
  keepsGoing = false
  const error = await failed
  if (error) throw error

  await waitForWork()
  const items = await checkItems(shop, journal, findings)
  const packages = checkPackages(join(server.data, 'printer'), items, findings)
  await checkMoney(shop, journal, findings)
  const rollups = await command<{ outcome: string }[]>('analytics', 'rebuild', '--check')
  findings.check(
    rollups.every(({ outcome }) => outcome === 'equal'),
    'The rollups differ from a recount',
  )
  const failing = await command<{ kind: string }[]>('jobs', 'list', '--failed')
  findings.check(failing.length === 0, `Jobs fail: ${failing.map(({ kind }) => kind).join(', ')}`)
  const uncertain = await command<{ id: string; status: string }[]>('run', 'list', '--status', 'HANDING_OVER')
  findings.check(uncertain.length === 0, `Runs are uncertain: ${uncertain.map(({ id }) => id).join(', ')}`)
  await waitUntil('every event has arrived', async () => {
    const missing = new Findings()
    await checkEvents(shop, receiver, missing)
    return missing.found.length === 0
  }).catch(() => {})
  const { events, repeated } = await checkEvents(shop, receiver, findings)
  for (const contradiction of journal.contradictions) findings.check(false, `TWICE: ${contradiction}`)

  const { path } = await command<{ path: string }>('backup', '--to', join(scratch, 'backups'))
  await server.stop('SIGTERM')
  checkFile(join(server.data, 'lettershop.db'), findings)
  const verified = await run(server.program, ['backup', 'verify', path, '--json']).then(
    () => true,
    () => false,
  )
  findings.check(verified, 'backup verify finds something wrong')

  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const cancelled = [...journal.items.values()].filter((item) => item.cancelled).length
  say('Kills', `${kills} by SIGKILL in ${seconds} s, seed ${values.seed}`)
  say(
    'Answered',
    `${journal.answered} calls (${journal.repeated} sent again after no answer): ${journal.items.size} items, ${cancelled} cancelled, ${journal.topUps.size} top-ups`,
  )
  say('Printed', `${packages} packages, no item in two of them`)
  say('Webhooks', `${events} events, all arrived; ${repeated} arrived again under the same id`)
} catch (error) {
  findings.check(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await server.stop('SIGKILL')
  await receiver.close()
}
if (findings.found.length > 0) {
  const { found } = findings
  console.error(
    `\n${found.length} checks failed (seed ${values.seed}, ${scratch}):\n  ${found.slice(0, 30).join('\n  ')}`,
  )
  process.exitCode = 1
} else {
  say('Result', 'nothing lost, nothing twice')
  if (!values.keep) rmSync(scratch, { recursive: true, force: true })
}
