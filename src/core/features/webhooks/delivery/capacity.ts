import type { Config } from '../../../kernel/config.ts'
import { minuteMs } from '../../../kernel/time.ts'

/** A receiver that answers within this time is quick: one more attempt at a time costs others nothing. */
export const quickMs = 250
/** An answer that takes longer than twice the fastest, and this much more, says that the receiver queues. */
const slackMs = 20
/** After a failure an endpoint keeps to its share for so long; after as long without an answer it begins anew. */
export const calmMs = minuteMs
/** How many endpoints are remembered. A forgotten one begins anew. */
const maxPaces = 10_000

interface Pace {
  /** Deliveries that may be under way at a time. */
  most: number
  fastestMs: number
  answeredAt: number
  /** When it may grow again. */
  calmUntil: number
}

/**
 * The limit of concurrent deliveries of each endpoint, in this process's memory (docs/design/webhooks.md). It grows
 * by one with each delivery taken quickly while more than half of it is used, and is reset by a slow answer or a
 * failure.
 */
export class Paces {
  readonly #least: number
  readonly #greatest: number
  /** The endpoint that answered longest ago first. */
  readonly #paces = new Map<string, Pace>()

  constructor(least: number, greatest: number) {
    this.#least = least
    this.#greatest = Math.max(least, greatest)
  }

  mostOf(endpointId: string): number {
    return this.#paces.get(endpointId)?.most ?? this.#least
  }

  /** Notes how an attempt ended; `held`: what the endpoint had under way or claimed, with this attempt. */
  note(
    endpointId: string,
    { startedAt, endedAt, isDelivered }: { startedAt: number; endedAt: number; isDelivered: boolean },
    held: number,
  ): void {
    const durationMs = endedAt - startedAt
    const pace = this.#paces.get(endpointId) ?? this.#begin(endedAt)
    const isQuick = isDelivered && durationMs >= 0 && durationMs <= quickMs
    if (isQuick) pace.fastestMs = Math.min(pace.fastestMs, durationMs)
    if (!isQuick) pace.most = this.#least
    else if (
      2 * held > pace.most &&
      endedAt >= pace.calmUntil &&
      durationMs <= 2 * pace.fastestMs + slackMs
    ) {
      pace.most = Math.min(pace.most + 1, this.#greatest)
    }
    if (!isDelivered) pace.calmUntil = endedAt + calmMs
    pace.answeredAt = endedAt
    this.#paces.delete(endpointId)
    this.#paces.set(endpointId, pace)
    if (this.#paces.size > maxPaces) this.#paces.delete(this.#paces.keys().next().value!)
  }

  /** Forgets endpoints that have not answered for a while: their receivers may have fewer hands by now. */
  forget(now: number): void {
    for (const [endpointId, { answeredAt }] of this.#paces) {
      // Also where the clock was set back.
      if (now >= answeredAt && now <= answeredAt + calmMs) return
      this.#paces.delete(endpointId)
    }
  }

  #begin(now: number): Pace {
    return { most: this.#least, fastestMs: quickMs, answeredAt: now, calmUntil: now }
  }
}

export type Limits = Pick<
  Config,
  'webhookConcurrency' | 'webhookConcurrencyPerEndpoint' | 'webhookConcurrencySlow'
>
/**
 * State of a claimed delivery: it waits for a slot, its attempt holds one of the few quick slots, or its
 * attempt only waits for a slow receiver and holds one of the many slow slots.
 */
export type Lane = 'waiting' | 'quick' | 'slow'
/** Outcome of the last attempt to an endpoint that did not end in time. */
export type Tardiness = 'slow' | 'timeout'

export interface Owner {
  organisationId: string
  endpointId: string
}
type Held = Record<Lane, number>

/**
 * An organisation may hold at most this many times the quick slots that are free: three quarters of all when
 * it is alone.
 */
export const quickShareFactor = 3
/** The share of all slow slots that one organisation may hold. */
export const slowShare = 1 / 4
/** The part of all quick slots that one endpoint may come to hold, so that its organisation's others have theirs. */
export const endpointShare = 1 / 2
/**
 * Deliveries at a time to an endpoint whose last attempt timed out: one shows whether the receiver is back.
 */
export const afterTimeout = 1

/**
 * How many deliveries may be under way (docs/design/webhooks.md). Each endpoint has a limit over all lanes, which
 * grows while its receiver answers quickly. Each organisation has a share of the quick slots, so that one is left for
 * the next organisation. A tardy endpoint takes no quick slot.
 */
export class Capacity {
  readonly #limits: Limits
  readonly #tardy: ReadonlyMap<string, Tardiness>
  readonly #paces: Pick<Paces, 'mostOf'>
  /** Claimed deliveries that may wait for a slot. */
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

  /** A copy in which a claim counts what it takes, because the claim may fail. */
  copy(): Capacity {
    const copy = new Capacity(this.#limits, this.#tardy, this.#paces)
    copy.ahead = this.ahead
    copy.#all = { ...this.#all }
    copy.#endpoints = copyOf(this.#endpoints)
    copy.#organisations = copyOf(this.#organisations)
    return copy
  }

  /** The lane that one more delivery would get; undefined at a limit. */
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

  /** How many more deliveries to this endpoint may be claimed. */
  freeOf(endpointId: string): number {
    return this.#mostOf(endpointId) - this.heldBy(endpointId)
  }

  /** How many deliveries to this endpoint are claimed or under way. */
  heldBy(endpointId: string): number {
    const held = this.#endpoints.get(endpointId)
    return held ? sum(held) : 0
  }

  /** False while this endpoint has as many attempts under way as it may: what was claimed for it waits. */
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

  /** True while no delivery at all could be claimed usefully, so that a claim would waste its transaction. */
  get isClosed(): boolean {
    return this.#all.quick >= this.#limits.webhookConcurrency && this.#all.waiting >= this.ahead
  }

  /**
   * True while some endpoint or organisation is at its limit: the delivery that is due longest may be one of
   * theirs.
   */
  get isCrowded(): boolean {
    if (this.#all.slow >= this.#limits.webhookConcurrencySlow) return true
    for (const endpointId of this.#endpoints.keys()) if (this.freeOf(endpointId) <= 0) return true
    if (this.#someAtLimit('slow')) return true
    return this.#all.waiting >= this.ahead && this.isScarce
  }

  /** True while some organisation holds all quick slots that it may. */
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
