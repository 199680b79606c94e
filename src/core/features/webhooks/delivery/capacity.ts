import type { Config } from '../../../kernel/config.ts'
import { minuteMs } from '../../../kernel/time.ts'

/** A receiver that answers within this time may get one more concurrent attempt. */
export const quickMs = 250
/** An answer slower than twice the fastest plus this indicates that the receiver is queueing. */
const slackMs = 20
/**
 * How long a limit stays at its minimum after a failure, and after how long without an answer it is reset.
 */
export const calmMs = minuteMs
/** Endpoints whose limit is remembered; a forgotten one starts at the minimum. */
const maxPaces = 10_000

interface Pace {
  limit: number
  fastestMs: number
  answeredAt: number
  /** When the limit may grow again. */
  calmUntil: number
}

/**
 * The limit of concurrent deliveries of each endpoint, in this process's memory (docs/design/webhooks.md).
 * Each quick success while more than half is used adds one; a slow answer or a failure resets it.
 */
export class Paces {
  readonly #least: number
  readonly #greatest: number
  /** Ordered by the time of the last answer, the oldest first. */
  readonly #paces = new Map<string, Pace>()

  constructor(least: number, greatest: number) {
    this.#least = least
    this.#greatest = Math.max(least, greatest)
  }

  mostOf(endpointId: string): number {
    return this.#paces.get(endpointId)?.limit ?? this.#least
  }

  /** `held`: deliveries to the endpoint that are claimed or in progress, including this attempt. */
  note(
    endpointId: string,
    { startedAt, endedAt, isDelivered }: { startedAt: number; endedAt: number; isDelivered: boolean },
    held: number,
  ): void {
    const durationMs = endedAt - startedAt
    const pace = this.#paces.get(endpointId) ?? this.#begin(endedAt)
    const isQuick = isDelivered && durationMs >= 0 && durationMs <= quickMs
    if (isQuick) pace.fastestMs = Math.min(pace.fastestMs, durationMs)
    if (!isQuick) pace.limit = this.#least
    else if (
      2 * held > pace.limit &&
      endedAt >= pace.calmUntil &&
      durationMs <= 2 * pace.fastestMs + slackMs
    ) {
      pace.limit = Math.min(pace.limit + 1, this.#greatest)
    }
    if (!isDelivered) pace.calmUntil = endedAt + calmMs
    pace.answeredAt = endedAt
    this.#paces.delete(endpointId)
    this.#paces.set(endpointId, pace)
    if (this.#paces.size > maxPaces) this.#paces.delete(this.#paces.keys().next().value!)
  }

  /** Resets limits of endpoints without a recent answer, because the receiver's capacity may have changed. */
  forget(now: number): void {
    for (const [endpointId, { answeredAt }] of this.#paces) {
      // A limit is also reset if the clock was set back.
      if (now >= answeredAt && now <= answeredAt + calmMs) return
      this.#paces.delete(endpointId)
    }
  }

  #begin(now: number): Pace {
    return { limit: this.#least, fastestMs: quickMs, answeredAt: now, calmUntil: now }
  }
}

export type Limits = Pick<
  Config,
  'webhookConcurrency' | 'webhookConcurrencyPerEndpoint' | 'webhookConcurrencySlow'
>
/** Waiting for a slot, in a quick slot, or in one of the many slow slots of slow receivers. */
export type Lane = 'waiting' | 'quick' | 'slow'
export type Tardiness = 'slow' | 'timeout'

export interface Owner {
  organisationId: string
  endpointId: string
}
type Held = Record<Lane, number>

/** An organisation may hold this multiple of the free quick slots: three quarters of all if it is alone. */
export const quickShareFactor = 3
export const slowShare = 1 / 4
/** Share of the quick slots of one endpoint, so that the organisation's other endpoints get some. */
export const endpointShare = 1 / 2
/** Limit of an endpoint after a timeout: one attempt detects whether the receiver answers again. */
export const afterTimeout = 1

/**
 * How many deliveries may be in progress (docs/design/webhooks.md). Each endpoint has a limit over all lanes.
 * Each organisation has a share of the quick slots, so that the next organisation always finds one. A tardy
 * endpoint takes no quick slot.
 */
export class Capacity {
  readonly #limits: Limits
  readonly #tardy: ReadonlyMap<string, Tardiness>
  readonly #paces: Pick<Paces, 'mostOf'>
  ahead = 0
  #all: Held = { waiting: 0, quick: 0, slow: 0 }
  #endpoints = new Map<string, Held>()
  #organisations = new Map<string, Held>()

  constructor(
    limits: Limits,
    tardy: ReadonlyMap<string, Tardiness> = new Map(),
    paces: Pick<Paces, 'mostOf'> = pacesOf(limits),
  ) {
    this.#limits = limits
    this.#tardy = tardy
    this.#paces = paces
  }

  /** Returns a copy in which a claim counts its deliveries, because the claim may fail. */
  copy(): Capacity {
    const copy = new Capacity(this.#limits, this.#tardy, this.#paces)
    copy.ahead = this.ahead
    copy.#all = { ...this.#all }
    copy.#endpoints = copyOf(this.#endpoints)
    copy.#organisations = copyOf(this.#organisations)
    return copy
  }

  /** Returns the lane for one more delivery; undefined at a limit. */
  laneOf(owner: Owner): Lane | undefined {
    if (this.freeOf(owner.endpointId) <= 0) return undefined
    if (this.isTardy(owner.endpointId)) return this.hasSlot('slow', owner) ? 'slow' : undefined
    if (this.hasSlot('quick', owner)) return 'quick'
    return this.#all.waiting < this.ahead ? 'waiting' : undefined
  }

  hasSlot(lane: 'quick' | 'slow', { organisationId }: Pick<Owner, 'organisationId'>): boolean {
    const own = this.#organisations.get(organisationId)?.[lane] ?? 0
    const { webhookConcurrency: quick, webhookConcurrencySlow: slow } = this.#limits
    return lane === 'quick'
      ? own < quickShareFactor * (quick - this.#all.quick)
      : own < slow * slowShare && this.#all.slow < slow
  }

  freeOf(endpointId: string): number {
    return this.#mostOf(endpointId) - this.heldBy(endpointId)
  }

  /** Number of deliveries to the endpoint that are claimed or in progress. */
  heldBy(endpointId: string): number {
    const held = this.#endpoints.get(endpointId)
    return held ? sum(held) : 0
  }

  mayBegin(endpointId: string): boolean {
    const held = this.#endpoints.get(endpointId)
    return !held || held.quick + held.slow < this.#mostOf(endpointId)
  }

  #mostOf(endpointId: string): number {
    return this.#tardy.get(endpointId) === 'timeout' ? afterTimeout : this.#paces.mostOf(endpointId)
  }

  isTardy(endpointId: string): boolean {
    return this.#tardy.has(endpointId) || (this.#endpoints.get(endpointId)?.slow ?? 0) > 0
  }

  count({ organisationId, endpointId }: Owner, lane: Lane, by: 1 | -1): void {
    this.#all[lane] += by
    countIn(this.#endpoints, endpointId, lane, by)
    countIn(this.#organisations, organisationId, lane, by)
  }

  /** True while all quick slots and waiting places are taken: a claim would waste its transaction. */
  get isClosed(): boolean {
    return this.#all.quick >= this.#limits.webhookConcurrency && this.#all.waiting >= this.ahead
  }

  /** True if the delivery due longest may belong to an endpoint or organisation at its limit. */
  get isCrowded(): boolean {
    if (this.#all.slow >= this.#limits.webhookConcurrencySlow) return true
    for (const endpointId of this.#endpoints.keys()) if (this.freeOf(endpointId) <= 0) return true
    if (this.#someAtLimit('slow')) return true
    return this.#all.waiting >= this.ahead && this.isScarce
  }

  get isScarce(): boolean {
    return this.#someAtLimit('quick')
  }

  #someAtLimit(lane: 'quick' | 'slow'): boolean {
    for (const organisationId of this.#organisations.keys()) {
      if (!this.hasSlot(lane, { organisationId })) return true
    }
    return false
  }
}

export const pacesOf = ({ webhookConcurrency, webhookConcurrencyPerEndpoint }: Limits): Paces =>
  new Paces(webhookConcurrencyPerEndpoint, Math.floor(webhookConcurrency * endpointShare))

const sum = ({ waiting, quick, slow }: Held): number => waiting + quick + slow

const copyOf = (counts: ReadonlyMap<string, Held>) =>
  new Map([...counts].map(([id, held]) => [id, { ...held }] as const))

const countIn = (counts: Map<string, Held>, id: string, lane: Lane, by: 1 | -1): void => {
  const held = counts.get(id) ?? { waiting: 0, quick: 0, slow: 0 }
  held[lane] += by
  if (sum(held) > 0) counts.set(id, held)
  else counts.delete(id)
}
