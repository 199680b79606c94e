import { type Recipient, recipientsIn } from '../../../examples/shops/mail.ts'
import { type Api, Refusal } from '../../../examples/support/api.ts'
import { pause } from '../clients.ts'
import type { Random } from '../random.ts'
import { all } from '../reconcile.ts'
import type { AnsweredRemake, PrintersJournal } from './journal.ts'
import { wordOf } from './packages.ts'
import type { Arrival, WatchedPrinter } from './servers.ts'

export interface Run {
  id: string
  status: string
  itemCount: number
  uncertain: boolean
  renderedAt: string | null
  reason: string | null
  parts: { name: string; items: number; pages: number; sha256: string }[]
}

export interface Remake {
  runId: string
  number: number
  status: string
  uncertain: boolean
  sequences: number[]
  waitReason: string | null
}

export interface PrintersWork {
  /** With the organisation's key; `operate` uses an operator's. */
  api: Api
  operate: Api
  postflowId: string
  printers: readonly WatchedPrinter[]
  journal: PrintersJournal
  random: Random
  keepsGoing(): boolean
}

export const runsOf = ({ operate }: Pick<PrintersWork, 'operate'>): Promise<Run[]> =>
  all<Run>({ api: operate }, '/v1/runs?sort=createdAt')

export const remakesOf = async (
  { operate }: Pick<PrintersWork, 'operate'>,
  runId: string,
): Promise<Remake[]> => (await operate<{ data: Remake[] }>('GET', `/v1/runs/${runId}/remakes`)).data

/** True if the same call under the same key may get another answer. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.body.includes('idempotency_in_flight')

interface Call {
  api: Api
  path: string
  body: unknown
  key: string
}

/** Repeats a call under its key until it is answered. Throws a refusal, or after 6,000 retries. */
const until = async <T>({ journal }: PrintersWork, { api, path, body, key }: Call): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await api<T>('POST', path, body, { 'Idempotency-Key': key })
      journal.answered++
      return answer
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (tries > 6_000) throw new Error(`POST ${path} was not answered`, { cause: error })
      journal.repeated++
      await pause(20)
    }
  }
}

const home: Recipient = {
  name: 'Zoë',
  street: 'Prinsengracht',
  houseNumber: '1',
  postalCode: '1016 GV',
  city: 'Amsterdam',
  country: 'NL',
}
const recipientIn = (country: string): Recipient =>
  country === home.country ? home : recipientsIn([country], 1)[0]!

/** A program that sends mail to all countries; each item's word is on its pages. */
export const sender = async (work: PrintersWork, first: number): Promise<void> => {
  const countries = work.printers.flatMap((printer) => printer.countries)
  for (let n = first; work.keepsGoing(); ) {
    const items = Array.from({ length: work.random.between(2, 8) }, () => {
      const word = wordOf(n++)
      const recipient = { ...recipientIn(work.random.oneOf(countries)), name: `Zoë ${word}` }
      return { postflowId: work.postflowId, recipient, data: { firstName: word }, reference: word }
    })
    const call = {
      api: work.api,
      path: '/v1/items/bulk',
      body: { items },
      key: `items-${items[0]!.reference}`,
    }
    const { results } = await until<{ results: { item?: { id: string } }[] }>(work, call)
    for (const [index, { item }] of results.entries()) {
      const { reference, recipient } = items[index]!
      if (item) work.journal.items.set(reference, { id: item.id, country: recipient.country })
    }
    await pause(work.random.between(200, 900))
  }
}

/** Repeats an action, whether or not the server answers. Throws refusals except 409. */
const repeatedly = async (
  keepsGoing: () => boolean,
  wait: () => number,
  what: () => Promise<void>,
): Promise<void> => {
  while (keepsGoing()) {
    await pause(wait())
    await what().catch((error: unknown) => {
      if (error instanceof Refusal && error.status < 500 && error.status !== 409) throw error
    })
  }
}

/** Closes runs early, so that each printer always has work. */
export const closer = (work: PrintersWork): Promise<void> =>
  repeatedly(
    work.keepsGoing,
    () => work.random.between(200, 700),
    async () => {
      if ((await waiting(work)) < 8) await closeRuns(work)
    },
  )

/** Counts the closed runs, among the latest 50, that are not at their printer yet. */
const waiting = async ({ operate }: PrintersWork): Promise<number> => {
  const runs = await operate<{ data: Run[] }>('GET', '/v1/runs?limit=50&sort=-createdAt')
  return runs.data.filter(({ status }) => !['OPEN', 'HANDED_TO_PRINTER'].includes(status)).length
}

export const closeRuns = async ({ operate }: Pick<PrintersWork, 'operate'>): Promise<void> => {
  const open = await all<Run>({ api: operate }, '/v1/runs?filter[status]=OPEN')
  for (const { id, itemCount } of open) if (itemCount > 0) await operate('POST', `/v1/runs/${id}/close`)
}

/** Requests remakes of spoiled pieces; repeats each call until it is answered. */
export const remaker = async (work: PrintersWork, name: string): Promise<void> => {
  const { random, journal } = work
  for (let n = 0; work.keepsGoing(); n++) {
    await pause(random.between(20, 200))
    if (journal.remakes.filter(({ isPrinted }) => !isPrinted).length >= 4) continue
    const path = '/v1/runs?filter[status]=HANDED_TO_PRINTER&limit=20&sort=-createdAt'
    const listed = await work.operate<{ data: Run[] }>('GET', path).catch(() => ({ data: [] }))
    if (listed.data.length === 0) continue
    const run = random.oneOf(listed.data)
    const from = random.between(1, run.itemCount)
    const to = Math.min(run.itemCount, from + random.between(0, 2))
    const again = random.chance(0.3)
    const body = { ranges: [{ from, to }], again, reason: 'Spoiled.' }
    const call = { api: work.operate, path: `/v1/runs/${run.id}/remakes`, body, key: `remake-${name}-${n}` }
    try {
      const { runId, number, sequences } = await until<Remake>(work, call)
      journal.remakes.push({ runId, number, sequences, again, isPrinted: false })
    } catch (error) {
      // An earlier remake has one of the pieces.
      if (!(error instanceof Refusal) || error.status !== 409) throw error
      journal.answered++
    }
  }
}

/**
 * Acts as an operator: removes partial output of every uncertain hand-over, reports whether its printer has
 * all of it, and restarts failed work.
 */
export const decider = (work: PrintersWork): Promise<void> =>
  repeatedly(
    work.keepsGoing,
    () => 200,
    () => decide(work),
  )

const decide = async (work: PrintersWork): Promise<void> => {
  const { operate, journal } = work
  for (const status of ['HANDING_OVER', 'FAILED']) {
    for (const run of await all<Run>({ api: operate }, `/v1/runs?filter[status]=${status}`)) {
      if (run.uncertain) {
        const printed = await look(work, run.id, run.parts.length)
        await operate('POST', `/v1/runs/${run.id}/hand-over`, { printed })
      } else if (run.status === 'FAILED') {
        journal.begunAgain++
        await operate('POST', `/v1/runs/${run.id}/${run.renderedAt === null ? 'render' : 'hand-over'}`, {})
      }
    }
  }
  const open = journal.remakes.filter((remake) => !remake.isPrinted)
  for (const [runId, own] of Map.groupBy(open, (remake) => remake.runId)) {
    const now = new Map((await remakesOf(work, runId)).map((remake) => [remake.number, remake]))
    for (const answered of own) await decideRemake(work, answered, now.get(answered.number))
  }
}

const decideRemake = async (
  work: PrintersWork,
  answered: AnsweredRemake,
  now: Remake | undefined,
): Promise<void> => {
  if (!now) return
  const path = `/v1/runs/${now.runId}/remakes/${now.number}/hand-over`
  if (now.uncertain) {
    const printed = await look(work, `${now.runId}_R${now.number}_`, 1)
    await work.operate('POST', path, { printed })
  } else if (now.status === 'FAILED') {
    work.journal.begunAgain++
    await work.operate('POST', path, {})
  } else if (now.status === 'HANDED_TO_PRINTER') answered.isPrinted = true
}

/** Returns whether a printer has all parts of a package (id or prefix); notes partial ones as removed. */
const look = async ({ printers, journal }: PrintersWork, name: string, parts: number): Promise<boolean> => {
  const isOf = (arrival: Arrival) =>
    name.endsWith('_') ? arrival.package.startsWith(name) : arrival.package === name
  for (const printer of printers) {
    const there = (await printer.arrivals()).filter(
      (arrival) => isOf(arrival) && !journal.thrownAway.has(`${arrival.package}|${arrival.attempt}`),
    )
    if (there.length === 0) continue
    const byAttempt = Map.groupBy(there, ({ attempt }) => attempt)
    const whole = [...byAttempt.values()].find(
      (arrivals) => arrivals.length === parts && arrivals.every(isWhole),
    )
    for (const arrivals of byAttempt.values()) {
      if (arrivals === whole) continue
      for (const arrival of arrivals) journal.thrownAway.add(`${arrival.package}|${arrival.attempt}`)
    }
    noteDecision(journal, `${printer.key}: ${whole ? 'it had all' : 'it had a part'}`)
    return whole !== undefined
  }
  noteDecision(journal, 'no printer had anything')
  return false
}

/** True if the PDF arrived up to its end mark. */
const isWhole = ({ pdf }: Arrival): boolean => Buffer.from(pdf).subarray(-1024).includes('%%EOF')

const noteDecision = ({ decisions }: PrintersJournal, what: string): void => {
  decisions.set(what, (decisions.get(what) ?? 0) + 1)
}
