import { type Api, Refusal } from '../../examples/support/api.ts'
import type { AnsweredItem, Journal } from './client-journal.ts'
import type { Random } from './random.ts'

/** Access to the killed server. */
export interface Shop {
  api: Api
  /** Runs a command of the executable on the server's data and returns its JSON output. */
  command<T>(...args: string[]): Promise<T>
  organisationId: string
  postflowId: string
  /** Ids of events from before the endpoint was registered. */
  earlierEvents: ReadonlySet<string>
}

export interface Work {
  shop: Shop
  journal: Journal
  random: Random
  /** False once clients should finish their current work and end. */
  keepsGoing(): boolean
}

export const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

/** True if a client should retry the call under the same key: no answer, a 5xx, or still in flight. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.body.includes('idempotency_in_flight')

/** Sends a call under a key until it is answered. Throws an answer that a retry would not change. */
export const untilAnswered = async <T>(
  { shop, journal }: Work,
  method: string,
  path: string,
  body: unknown,
  key: string,
): Promise<T> => {
  const until = Date.now() + 120_000
  for (;;) {
    try {
      const answer = await shop.api<T>(method, path, body, { 'Idempotency-Key': key })
      journal.answered++
      return answer
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (Date.now() > until)
        throw new Error(`${method} ${path} was not answered for two minutes`, { cause: error })
      journal.repeated++
      await pause(15)
    }
  }
}

const streets = ['Keizersgracht', 'Prinsengracht', 'Damrak', 'Spuistraat', 'Singel'] as const

const newItem = ({ shop, random }: Work, reference: string) => ({
  postflowId: shop.postflowId,
  recipient: {
    name: `Zoë ${reference}`,
    street: random.oneOf(streets),
    houseNumber: String(random.between(1, 400)),
    postalCode: '1015 CS',
    city: 'Amsterdam',
    country: 'NL',
  },
  data: { firstName: 'Zoë' },
  reference,
})

const note = ({ journal }: Work, reference: string, id: string): void => {
  const known = journal.items.get(reference)
  if (known && known.id !== id) journal.contradictions.push(`${reference} was ${known.id}, and is now ${id}`)
  journal.items.set(reference, known ?? { id, cancelled: false })
}

/** A program that creates and cancels items, and sometimes repeats an answered call. */
export const customer = async (work: Work, name: string): Promise<void> => {
  const { random, journal } = work
  const own: AnsweredItem[] = []
  let last: { body: { reference: string }; key: string } | undefined
  for (let n = 0; work.keepsGoing(); n++) {
    const key = `${name}-${n}`
    const kind = random.between(1, 100)
    if (kind <= 50) {
      last = { body: newItem(work, key), key }
      const { id } = await untilAnswered<{ id: string }>(work, 'POST', '/v1/items', last.body, key)
      note(work, key, id)
      own.push(journal.items.get(key)!)
    } else if (kind <= 70) {
      const items = Array.from({ length: random.between(2, 6) }, (_, index) =>
        newItem(work, `${key}.${index}`),
      )
      const { results } = await untilAnswered<{ results: { item?: { id: string } }[] }>(
        work,
        'POST',
        '/v1/items/bulk',
        { items },
        key,
      )
      for (const [index, { item }] of results.entries()) if (item) note(work, `${key}.${index}`, item.id)
    } else if (kind <= 85 && own.length > 0) {
      await cancel(work, own.splice(random.between(0, own.length - 1), 1)[0]!, key)
    } else if (last) {
      const again = await untilAnswered<{ id: string }>(work, 'POST', '/v1/items', last.body, last.key)
      note(work, last.body.reference, again.id)
    }
    await pause(random.between(0, 10))
  }
}

const cancel = async (work: Work, item: AnsweredItem, key: string): Promise<void> => {
  try {
    await untilAnswered(work, 'POST', `/v1/items/${item.id}/cancel`, undefined, key)
    item.cancelled = true
  } catch (error) {
    // The item is past its cutoff or at the printer: a regular answer.
    if (!(error instanceof Refusal) || error.status !== 409) throw error
    work.journal.answered++
  }
}

/** Books payments on the command line, and retries; the reference credits each payment only once. */
export const bookkeeper = async ({ shop, journal, random, keepsGoing }: Work): Promise<void> => {
  for (let n = 0; keepsGoing(); n++) {
    const payment = `pay-${n}`
    const amount = random.between(1, 50) * 100
    const flags = ['--amount-cents', String(amount), '--payment-id', payment]
    for (let isBooked = false; !isBooked; ) {
      try {
        await shop.command('billing', 'top-up', '--org', shop.organisationId, ...flags)
        isBooked = true
      } catch {
        journal.repeated++
        await pause(50)
      }
    }
    journal.topUps.set(payment, amount)
    journal.answered++
    await pause(random.between(200, 600))
  }
}

/** An operator who closes live runs early, so that most kills hit rendering or a hand-over. */
export const operator = async ({ shop, random, keepsGoing }: Work): Promise<void> => {
  while (keepsGoing()) {
    await pause(random.between(300, 900))
    try {
      const open = await shop.command<{ id: string; itemCount: number }[]>(
        'run',
        'list',
        '--mode',
        'live',
        '--status',
        'OPEN',
      )
      for (const { id, itemCount } of open) if (itemCount > 0) await shop.command('run', 'close', id)
    } catch {
      // The server was killed, or an unanswered command had closed the run.
    }
  }
}
