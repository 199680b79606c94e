/**
 * Kills the executable with SIGKILL while runs and remakes go to the real servers of four printers (OpenSSH's
 * sftp-server, a receiver over HTTPS, CUPS, and an office printer that holds no jobs). At the end, compares
 * every page that arrived with the server's state.
 *
 *   npm run crash:printers -- [--kills 20] [--seed 1] [--executable dist/lettershop] [--keep]
 *
 * Exits with 1 if a sheet is lost, or arrived twice although the hand-over was not reported as uncertain.
 * Needs `poppler-utils`, `qpdf`, `openssh-server`, `cups`, `cups-client` and `openssl`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Api } from '../../../examples/support/api.ts'
import { builtExecutable, Executable } from '../../../examples/support/executable.ts'
import { chooseReturnAddress } from '../../../examples/support/organisation.ts'
import { liveTarget } from '../../support/ready-for-live.ts'
import { pause } from '../clients.ts'
import { createRandom } from '../random.ts'
import { all, checkFile, Findings } from '../reconcile.ts'
import { newPrintersJournal } from './journal.ts'
import { wordsOfPages } from './packages.ts'
import {
  closeRuns,
  closer,
  decider,
  type PrintersWork,
  remaker,
  remakesOf,
  runsOf,
  sender,
} from './people.ts'
import { checkPrinters, type PrintedItem, type ReadPart } from './reconcile.ts'
import { cupsPrinter, httpsPrinter, officePrinter, sftpPrinter, type WatchedPrinter } from './servers.ts'

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
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-crash-printers-'))
const server = new Executable(program, join(scratch, 'data'), {
  flags: ['--printer-allow', '127.0.0.0/8'],
})
const printers: WatchedPrinter[] = []
const journal = newPrintersJournal()
const findings = new Findings()
const say = (label: string, text: string) => console.log(`  ${label.padEnd(12)} ${text}`)

/** Writes a JSON file for a command. */
const fileOf = (name: string, content: unknown): string => {
  const path = join(scratch, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

/** Sets up the printers, each with a rule for its countries. */
const setUpPrinters = async (): Promise<void> => {
  printers.push(await sftpPrinter(scratch), await httpsPrinter(scratch), await cupsPrinter())
  printers.push(await officePrinter())
  const rules: object[] = []
  for (const { key, kind, settings, secret, countries } of printers) {
    const path = join(scratch, `${key}.secret`)
    writeFileSync(path, secret ?? '', { mode: 0o600 })
    const printer = { key, name: key, kind, settings, ...(secret ? { secret: { file: path } } : {}) }
    const { id } = await server.ask<{ id: string }>('printer', 'add', fileOf(`${key}.json`, printer))
    await server.ask('printer', 'test', key)
    rules.push({ match: { countries }, printers: [id], fallBackMinutes: 15 })
  }
  await server.ask('printer', 'rules', fileOf('rules.json', { rules }))
}

/** Creates an organisation that prints its own mail, its key and an operator's key. */
const setUp = async (): Promise<Pick<PrintersWork, 'api' | 'operate' | 'postflowId'>> => {
  const { id } = await server.ask<{ id: string }>('org', 'create', '--name', 'Under fire', '--own-mail')
  await server.ask('org', 'limits', id, '--set', 'general=1000000,itemCreate=1000000')
  const newKey = async (...scopes: string[]) => {
    const of = ['--org', id, '--mode', 'live', '--scopes', ...scopes]
    return (await server.ask<{ key: string }>('key', 'create', ...of)).key
  }
  server.key = await newKey('all')
  const operator = await newKey('runs.manage,items.read', '--expires-in-days', '7')
  await setUpPrinters()
  await chooseReturnAddress(server.api)
  await server.ask('seed', '--org', id, '--tracking-target-url', liveTarget.trackingTargetUrl)
  const { data } = await server.api<{ data: { id: string; name: string }[] }>(
    'GET',
    '/v1/postflows?filter[status]=ACTIVE',
  )
  const operate: Api = (method, path, body, headers = {}) =>
    server.api(method, path, body, { ...headers, Authorization: `Bearer ${operator}` })
  return { api: server.api, operate, postflowId: data.find(({ name }) => name === 'Welcome card')!.id }
}

/** Waits until the printers' state has changed this many times, at most two minutes. */
const comingIn = async (times: number): Promise<void> => {
  let before = printers.map((printer) => printer.seen()).join('|')
  let left = times
  for (const began = performance.now(); performance.now() - began < 120_000; ) {
    await pause(2)
    const now = printers.map((printer) => printer.seen()).join('|')
    if (now === before) continue
    before = now
    if (--left === 0) return
  }
}

/**
 * Kills the server, mostly during a hand-over and otherwise at any instant. A package takes some twenty
 * steps, so kills hit each of them and packages still complete, however slow the machine is.
 */
const kill = async (): Promise<void> => {
  await pause(random.between(0, 300))
  if (random.chance(0.85)) {
    await comingIn(random.between(1, 80))
    await pause(random.between(0, 30))
  } else await pause(random.between(100, 3_000))
  await server.stop('SIGKILL')
  await server.start()
}

const ended = ['HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED', 'CANCELLED']
const minutes = 15

/** Closes runs until every item and remake is at its printer. Reports a finding after 15 minutes. */
const finish = async (work: PrintersWork): Promise<void> => {
  for (const until = performance.now() + minutes * 60_000; performance.now() < until; ) {
    await closeRuns(work).catch(() => {})
    const items = await itemsOf(work)
    const runs = await runsOf(work)
    const isDone =
      items.every(({ status }) => status === 'IN_PRODUCTION') &&
      runs.every(({ status, itemCount }) => itemCount === 0 || ended.includes(status)) &&
      journal.remakes.every(({ isPrinted }) => isPrinted)
    if (isDone) return
    await pause(500)
  }
  findings.check(false, `Not everything is at its printer after ${minutes} minutes`)
}

const itemsOf = ({ api, postflowId }: PrintersWork) =>
  all<PrintedItem>({ api }, `/v1/items?filter[postflowId]=${postflowId}&sort=createdAt`)

/** Reads every part at every printer page by page; reports unreadable ones. */
const readParts = async (): Promise<ReadPart[]> => {
  const parts: ReadPart[] = []
  for (const printer of printers) {
    for (const fault of await printer.faults()) findings.check(false, `${printer.key}: ${fault}`)
    for (const { pdf, ...arrival } of await printer.arrivals()) {
      if (journal.thrownAway.has(`${arrival.package}|${arrival.attempt}`)) continue
      const pages = await wordsOfPages(scratch, pdf).catch((error: unknown) => {
        findings.check(false, `${arrival.part} of ${arrival.package} is not complete: ${error}`)
        return []
      })
      parts.push({ ...arrival, pages })
    }
  }
  return parts
}

const reconcile = async (work: PrintersWork): Promise<void> => {
  const runs = await runsOf(work)
  const remakes = (await Promise.all(runs.map(({ id }) => remakesOf(work, id)))).flat()
  const printerOf = Object.fromEntries(
    printers.flatMap(({ key, countries }) => countries.map((country) => [country, key])),
  )
  const parts = await readParts()
  const items = await itemsOf(work)
  const { packages, pieces } = checkPrinters({ items, runs, remakes, parts, journal, printerOf }, findings)
  const failing = await server.ask<{ kind: string }[]>('jobs', 'list', '--failed')
  findings.check(failing.length === 0, `Jobs fail: ${failing.map(({ kind }) => kind).join(', ')}`)
  const byPrinter = [...Map.groupBy(parts, ({ printer }) => printer)]
  say('Answered', `${journal.answered} calls (${journal.repeated} repeated without an answer)`)
  say('Items', `${items.length} in ${runs.length} runs; ${remakes.length} remakes`)
  say(
    'Arrived',
    `${packages} packages with ${pieces} pieces, in parts: ${byPrinter.map(([key, own]) => `${key} ${own.length}`).join(', ')}`,
  )
  const decisions = [...journal.decisions].map(([what, times]) => `${what} (${times})`).join('; ')
  say('Uncertain', decisions || 'never')
  say('By hand', `${journal.thrownAway.size} attempts removed, ${journal.begunAgain} restarted`)
}

const began = performance.now()
try {
  await server.start()
  const made = await setUp()
  let isUnderFire = true
  let isOpen = true
  const work: PrintersWork = { ...made, printers, journal, random, keepsGoing: () => isUnderFire }
  const mail = [sender(work, 0), sender(work, 500_000)]
  const clients = Promise.all([...mail, closer(work), remaker(work, 'a'), remaker(work, 'b')])
  const deciding = decider({ ...work, keepsGoing: () => isOpen })
  const failed = Promise.all([clients, deciding]).then(
    () => undefined,
    (error: unknown) => error,
  )
  for (let n = 1; n <= kills; n++) {
    await kill()
    if (n % 10 === 0)
      say('Killed', `${n} times; ${journal.items.size} items, ${journal.remakes.length} remakes`)
  }
  isUnderFire = false
  const arrived = (await Promise.all(printers.map((printer) => printer.arrivals()))).flat()
  const underFire = new Set(arrived.map((arrival) => arrival.package)).size
  say('Under fire', `${underFire} packages had arrived by the last kill`)
  const early = await Promise.race([clients.then(() => undefined), failed])
  if (early) throw early
  await finish(work)
  isOpen = false
  const error = await failed
  if (error) throw error
  await reconcile(work)
  await server.stop('SIGTERM')
  checkFile(join(server.data, 'lettershop.db'), findings)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  say('Kills', `${kills} by SIGKILL in ${seconds} s, seed ${values.seed}`)
} catch (error) {
  findings.check(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await server.stop('SIGKILL')
  for (const printer of printers) await printer.end()
}
if (findings.found.length > 0) {
  const { found } = findings
  console.error(
    `\n${found.length} checks failed (seed ${values.seed}, ${scratch}):\n  ${found.slice(0, 30).join('\n  ')}`,
  )
  process.exitCode = 1
} else {
  say('Result', 'nothing lost, nothing duplicated without a report')
  if (!values.keep) rmSync(scratch, { recursive: true, force: true })
}
