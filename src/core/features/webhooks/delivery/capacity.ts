import type { Config } from '../../../kernel/config.ts'

export type Limits = Pick<
  Config,
  'webhookConcurrency' | 'webhookConcurrencyPerEndpoint' | 'webhookConcurrencySlow'
>
/**
 * What a claimed delivery is at: it waits for a place, its attempt has a quick place (of which there are few), or it only
 * waits for a slow receiver (of which there may be many).
 */
export type Lane = 'waiting' | 'quick' | 'slow'
/** What the last attempt to an endpoint showed; none where it ended in time. */
export type Tardiness = 'slow' | 'timeout'

export interface Whose {
  organisationId: string
  endpointId: string
}
type Held = Record<Lane, number>

/** An organisation has at most so many times the quick places that are left: alone it has three quarters of them. */
const timesTheRest = 3
/** The part of all slow attempts that may be one organisation's. */
export const slowShare = 1 / 4
/** To an endpoint whose last attempt ran into the deadline: it shows that the receiver is back. */
export const afterTimeout = 1

/**
 * Who may have how many deliveries under way (decision 142): so many of an endpoint, whatever they are at; of the quick places
 * an organisation has its share, so that one is left for whoever comes next; an endpoint that is tardy takes none of them.
 */
export class Room {
  readonly #limits: Limits
  readonly #tardy: ReadonlyMap<string, Tardiness>
  /** How many may wait for a place. */
  ahead = 0
  #all: Held = { waiting: 0, quick: 0, slow: 0 }
  #endpoints = new Map<string, Held>()
  #organisations = new Map<string, Held>()

  constructor(limits: Limits, tardy: ReadonlyMap<string, Tardiness> = new Map()) {
    this.#limits = limits
    this.#tardy = tardy
  }

  /** To count in what a claim takes, which may come to nothing. */
  copy(): Room {
    const copy = new Room(this.#limits, this.#tardy)
    copy.ahead = this.ahead
    copy.#all = { ...this.#all }
    copy.#endpoints = copyOf(this.#endpoints)
    copy.#organisations = copyOf(this.#organisations)
    return copy
  }

  /** What one more delivery would be at; undefined where there is no room for it. */
  laneOf(whose: Whose): Lane | undefined {
    if (this.freeOf(whose.endpointId) <= 0) return undefined
    if (this.isTardy(whose.endpointId)) return this.hasPlace('slow', whose) ? 'slow' : undefined
    if (this.hasPlace('quick', whose)) return 'quick'
    return this.#all.waiting < this.ahead ? 'waiting' : undefined
  }

  hasPlace(lane: 'quick' | 'slow', { organisationId }: Pick<Whose, 'organisationId'>): boolean {
    const own = this.#organisations.get(organisationId)?.[lane] ?? 0
    const { webhookConcurrency: quick, webhookConcurrencySlow: slow } = this.#limits
    return lane === 'quick'
      ? own < timesTheRest * (quick - this.#all.quick)
      : own < slow * slowShare && this.#all.slow < slow
  }

  /** How many more of an endpoint there may be. */
  freeOf(endpointId: string): number {
    const most =
      this.#tardy.get(endpointId) === 'timeout' ? afterTimeout : this.#limits.webhookConcurrencyPerEndpoint
    const held = this.#endpoints.get(endpointId)
    return most - (held ? sum(held) : 0)
  }

  isTardy(endpointId: string): boolean {
    return this.#tardy.has(endpointId) || (this.#endpoints.get(endpointId)?.slow ?? 0) > 0
  }

  /** Counts a delivery in or out. */
  count({ organisationId, endpointId }: Whose, lane: Lane, by: 1 | -1): void {
    this.#all[lane] += by
    countIn(this.#endpoints, endpointId, lane, by)
    countIn(this.#organisations, organisationId, lane, by)
  }

  /** Nobody can have more: a claim would take nothing that is worth its transaction. */
  get isClosed(): boolean {
    return this.#all.quick >= this.#limits.webhookConcurrency && this.#all.waiting >= this.ahead
  }

  /** Somebody can have no more: what is due longest may be his. */
  get isCrowded(): boolean {
    if (this.#all.slow >= this.#limits.webhookConcurrencySlow) return true
    for (const endpointId of this.#endpoints.keys()) if (this.freeOf(endpointId) <= 0) return true
    if (this.#someWithout('slow')) return true
    return this.#all.waiting >= this.ahead && this.isScarce
  }

  /** Somebody has all quick places that he may. */
  get isScarce(): boolean {
    return this.#someWithout('quick')
  }

  #someWithout(lane: 'quick' | 'slow'): boolean {
    for (const organisationId of this.#organisations.keys()) {
      if (!this.hasPlace(lane, { organisationId })) return true
    }
    return false
  }
}

const sum = ({ waiting, quick, slow }: Held): number => waiting + quick + slow

const copyOf = (counts: ReadonlyMap<string, Held>) =>
  new Map([...counts].map(([id, held]) => [id, { ...held }] as const))

const countIn = (counts: Map<string, Held>, id: string, lane: Lane, by: 1 | -1): void => {
  const held = counts.get(id) ?? { waiting: 0, quick: 0, slow: 0 }
  held[lane] += by
  if (sum(held) > 0) counts.set(id, held)
  else counts.delete(id)
}
