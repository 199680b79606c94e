import type { Core } from '../../../src/core/app/index.ts'
import { operations } from '../../../src/core/app/operations.gen.ts'
import { oneOf, type Test, type Where } from '../../../src/core/kernel/query.ts'
import { minuteMs, secondMs } from '../../../src/core/kernel/time.ts'
import type { TableName, Tables } from '../../../src/core/model/index.ts'
import { everyone, type Reader, type Rows } from '../../../src/core/ports/store.ts'
import { callCore, type TestCall, type TestResponse } from '../../support/shop.ts'
import type { Deed } from '../chronicle.ts'
import type { Account, Town } from '../town.ts'
import { NoAnswer } from '../world.ts'

export interface Asking extends Omit<TestCall, 'key' | 'idempotencyKey'> {
  /** What tells this deed's effects from all others. */
  mark?: Deed['mark']
  /** A POST is asked again under the same key until it is answered; this one is asked once, without a key. */
  once?: boolean
  /** Another than the account's; null for none. */
  key?: string | null
}

type Work = (core: Core) => Promise<TestResponse>

/** As long as a client that hears nothing tries again: an answer is kept for 24 hours, and a test clock goes by itself. */
const patienceMs = 20 * 60 * minuteMs
const attempts = 8
const posts = new Set<string>(operations.flatMap(({ id, method }) => (method === 'POST' ? [id] : [])))

/** A customer's program: asks one thing after the other, again where it heard nothing. */
export class Client {
  readonly name: string
  readonly town: Town
  readonly account: Account
  #deeds = 0
  isBusy = false
  /** Secret addresses of its connectors. */
  readonly addresses: string[] = []

  constructor(town: Town, account: Account, name: string) {
    this.town = town
    this.account = account
    this.name = name
  }

  get world() {
    return this.town.world
  }
  get dice() {
    return this.town.world.dice
  }
  get scope() {
    const { organisationId, mode } = this.account
    return { organisationId, mode }
  }

  /** Text that no other client writes. */
  token(): string {
    return `${this.name}-${++this.#deeds}`
  }

  /** Calls an operation until there is an answer, or patience ends: then undefined. */
  async ask(operation: string, asking: Asking = {}): Promise<TestResponse | undefined> {
    const { mark, once = false, key = this.account.key, ...call } = asking
    const since = this.world.clock.now()
    const deed: Deed = { operation, ...this.scope, since, until: since, ids: [], ...(mark ? { mark } : {}) }
    this.world.chronicle.deeds.push(deed)
    const idempotencyKey = posts.has(operation) && !once ? `idem-${this.token()}` : undefined
    const keyed = idempotencyKey ? { idempotencyKey } : {}
    const answer = await this.insist(
      once ? 1 : attempts,
      `${operation} ${aboutOf(call)}`,
      (core) => callCore(core, operation, { ...call, key, ...keyed }),
      () => {
        deed.until = Math.max(deed.until, this.world.clock.now())
      },
    )
    if (answer) {
      deed.status = answer.status
      if (answer.status < 300) deed.ids = idsOf(answer.body)
    }
    return answer
  }

  /** Work on any server, again where nothing was heard of it. */
  async insist(
    times: number,
    what: string,
    work: Work,
    touched: () => void = () => {},
  ): Promise<TestResponse | undefined> {
    const since = this.world.clock.now()
    for (let attempt = 1; attempt <= times; attempt++) {
      try {
        const answer = await this.#exchange(what, work, times > 1 ? touched : undefined).finally(touched)
        const { status, body } = answer
        const wait = status === 503 || status === 429 || body?.code === 'idempotency_in_flight'
        this.world.story.tell(this.name, () => `${what} → ${status} ${body?.id ?? body?.code ?? ''}`)
        if (!wait) return answer
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        this.world.story.tell(this.name, () => `${what} → ${error.message}`)
      }
      if (attempt === times || Math.abs(this.world.clock.now() - since) > patienceMs) break
      await this.world.point(undefined, 'waits before it asks again', attempt * 2 * secondMs)
      // The machine may have slept meanwhile, past what its key is remembered for.
      if (Math.abs(this.world.clock.now() - since) > patienceMs) break
    }
    return undefined
  }

  /** One question over a network that loses and, where it may be asked again, duplicates. */
  async #exchange(what: string, work: Work, touched: (() => void) | undefined): Promise<TestResponse> {
    const { world, town } = this
    const server = town.anyServer
    await world.point(undefined, `asks ${what}`)
    if (world.strikes(world.profile.loss / 2)) throw new NoAnswer('the question was lost')
    if (touched && world.strikes(world.profile.duplication)) void this.#late(what, work).finally(touched)
    const answer = await server.serve(work)
    await world.point(undefined, `is answered ${what}`)
    if (world.strikes(world.profile.loss / 2)) throw new NoAnswer('the answer was lost')
    return answer
  }

  /** Repeats a request at a random later time and ignores its answer. */
  async #late(what: string, work: Work): Promise<void> {
    await this.world.point(undefined, `is duplicated: ${what}`, this.dice.integer(5 * minuteMs))
    this.world.story.tell(this.name, () => `${what} arrives once more`)
    await this.town.anyServer.serve(work).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
    })
  }

  /** Any row of this account that meets the conditions: programs know what they have. */
  async any<Name extends TableName>(
    table: Name,
    where: Where<Tables[Name]> = {},
  ): Promise<Tables[Name] | undefined> {
    const { organisationId, mode } = this.scope
    const own = { organisationId, ...(shared.has(table) ? {} : { mode }) } as Where<Tables[Name]>
    const found = await this.world.disk.read((rows) => rowsOf(rows, table).find(everyone, [own, where]))
    return found.length === 0 ? undefined : this.dice.pick(found)
  }
}

const shared = new Set<TableName>(['webhookEndpoints', 'invoices', 'uploads', 'topUps'])

const rowsOf = <Name extends TableName>(rows: Rows, name: Name) =>
  rows[name] as unknown as Reader<Tables[Name]>

export const statusIn = <const Status extends string>(
  ...statuses: readonly Status[]
): { status: Test<Status> } => ({ status: oneOf(statuses) })

const aboutOf = ({ params, body }: TestCall): string =>
  [...Object.values(params ?? {}), body === undefined ? '' : JSON.stringify(body).slice(0, 120)].join(' ')

const idsOf = (body: unknown): string[] => {
  const { id, results } = (body ?? {}) as { id?: string; results?: { item?: { id: string } }[] }
  return results ? results.flatMap(({ item }) => (item ? [item.id] : [])) : id ? [id] : []
}
