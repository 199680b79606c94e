import type { Core } from '../../../src/core/app/index.ts'
import { operations } from '../../../src/core/app/operations.ts'
import { oneOf, type Test, type Where } from '../../../src/core/kernel/query.ts'
import { minuteMs, secondMs } from '../../../src/core/kernel/time.ts'
import type { TableName, Tables } from '../../../src/core/model/index.ts'
import { everyone, type Reader, type Rows } from '../../../src/core/ports/store.ts'
import { callCore, type TestCall, type TestResponse } from '../../support/shop.ts'
import type { Account, Cluster } from '../cluster.ts'
import type { CallRecord } from '../history.ts'
import { NoAnswer } from '../simulation.ts'

export interface CallOptions extends Omit<TestCall, 'key' | 'idempotencyKey'> {
  /** Values that only this call writes, to count its effects. */
  mark?: CallRecord['mark']
  /** Calls once without an idempotency key. Otherwise a call has up to eight attempts, and a POST a key. */
  once?: boolean
  /** An API key other than the account's; null for none. */
  key?: string | null
}

type Work = (core: Core) => Promise<TestResponse>

/** How long a client retries without an answer: less than the 24 hours for which answers are kept. */
const retryForMs = 20 * 60 * minuteMs
const attempts = 8
const postOperations = new Set<string>(
  operations.flatMap(({ id, method }) => (method === 'POST' ? [id] : [])),
)

/** A customer's program: makes one call at a time and retries unanswered ones. */
export class Client {
  readonly name: string
  readonly cluster: Cluster
  readonly account: Account
  #calls = 0
  isBusy = false
  /** Secret address tokens of its connectors. */
  readonly addresses: string[] = []

  constructor(cluster: Cluster, account: Account, name: string) {
    this.cluster = cluster
    this.account = account
    this.name = name
  }

  get simulation() {
    return this.cluster.simulation
  }
  get random() {
    return this.cluster.simulation.random
  }
  get scope() {
    const { organisationId, mode } = this.account
    return { organisationId, mode }
  }

  /** A text that no other call writes. */
  token(): string {
    return `${this.name}-${++this.#calls}`
  }

  /** Calls an operation, with retries. Returns undefined if no attempt got a final answer. */
  async call(operation: string, options: CallOptions = {}): Promise<TestResponse | undefined> {
    const { mark, once = false, key = this.account.key, ...call } = options
    const since = this.simulation.clock.now()
    const record: CallRecord = {
      operation,
      ...this.scope,
      since,
      until: since,
      ids: [],
      ...(mark ? { mark } : {}),
    }
    this.simulation.history.calls.push(record)
    const idempotencyKey = postOperations.has(operation) && !once ? `idem-${this.token()}` : undefined
    const keyed = idempotencyKey ? { idempotencyKey } : {}
    const answer = await this.retry(
      once ? 1 : attempts,
      `${operation} ${summaryOf(call)}`,
      (core) => callCore(core, operation, { ...call, key, ...keyed }),
      () => {
        record.until = Math.max(record.until, this.simulation.clock.now())
      },
    )
    if (answer) {
      record.status = answer.status
      if (answer.status < 300) record.ids = idsOf(answer.body)
    }
    return answer
  }

  /** Runs work on random servers, at most `times`, until an answer needs no retry (429, 503, in flight). */
  async retry(
    times: number,
    what: string,
    work: Work,
    touched: () => void = () => {},
  ): Promise<TestResponse | undefined> {
    const since = this.simulation.clock.now()
    for (let attempt = 1; attempt <= times; attempt++) {
      try {
        const answer = await this.#exchange(what, work, times > 1 ? touched : undefined).finally(touched)
        const { status, body } = answer
        const wait = status === 503 || status === 429 || body?.code === 'idempotency_in_flight'
        this.simulation.trace.add(this.name, () => `${what} → ${status} ${body?.id ?? body?.code ?? ''}`)
        if (!wait) return answer
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        this.simulation.trace.add(this.name, () => `${what} → ${error.message}`)
      }
      if (attempt === times || Math.abs(this.simulation.clock.now() - since) > retryForMs) break
      await this.simulation.yieldPoint(undefined, 'waits before a retry', attempt * 2 * secondMs)
      // The clock may have jumped past the lifetime of the idempotency key.
      if (Math.abs(this.simulation.clock.now() - since) > retryForMs) break
    }
    return undefined
  }

  /** Sends one request over a network that loses messages and, if `touched` is given, duplicates requests. */
  async #exchange(what: string, work: Work, touched: (() => void) | undefined): Promise<TestResponse> {
    const { simulation, cluster } = this
    const server = cluster.anyServer
    await simulation.yieldPoint(undefined, `requests ${what}`)
    if (simulation.faultOccurs(simulation.profile.loss / 2)) throw new NoAnswer('the request was lost')
    if (touched && simulation.faultOccurs(simulation.profile.duplication))
      void this.#duplicate(what, work).finally(touched)
    const answer = await server.serve(work)
    await simulation.yieldPoint(undefined, `gets the answer to ${what}`)
    if (simulation.faultOccurs(simulation.profile.loss / 2)) throw new NoAnswer('the answer was lost')
    return answer
  }

  /** Sends a copy of a request at a random later time and ignores its answer. */
  async #duplicate(what: string, work: Work): Promise<void> {
    await this.simulation.yieldPoint(undefined, `sends a copy of ${what}`, this.random.integer(5 * minuteMs))
    this.simulation.trace.add(this.name, () => `a copy of ${what} arrives`)
    await this.cluster.anyServer.serve(work).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
    })
  }

  /** Returns a random row of this account that matches, as a program that lists its resources would find. */
  async any<Name extends TableName>(
    table: Name,
    where: Where<Tables[Name]> = {},
  ): Promise<Tables[Name] | undefined> {
    const { organisationId, mode } = this.scope
    const own = { organisationId, ...(tablesOfBothModes.has(table) ? {} : { mode }) } as Where<Tables[Name]>
    const found = await this.simulation.disk.read((rows) => rowsOf(rows, table).find(everyone, [own, where]))
    return found.length === 0 ? undefined : this.random.pick(found)
  }
}

const tablesOfBothModes = new Set<TableName>(['webhookEndpoints', 'invoices', 'uploads', 'topUps'])

const rowsOf = <Name extends TableName>(rows: Rows, name: Name) =>
  rows[name] as unknown as Reader<Tables[Name]>

export const statusIn = <const Status extends string>(
  ...statuses: readonly Status[]
): { status: Test<Status> } => ({ status: oneOf(statuses) })

const summaryOf = ({ params, body }: TestCall): string =>
  [...Object.values(params ?? {}), body === undefined ? '' : JSON.stringify(body).slice(0, 120)].join(' ')

const idsOf = (body: unknown): string[] => {
  const { id, results } = (body ?? {}) as { id?: string; results?: { item?: { id: string } }[] }
  return results ? results.flatMap(({ item }) => (item ? [item.id] : [])) : id ? [id] : []
}
