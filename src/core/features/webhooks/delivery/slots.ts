import { secondMs } from '../../../kernel/time.ts'
import type { Paces } from './capacity.ts'
import { Capacity, type Limits, type Owner, pacesOf, type Tardiness } from './capacity.ts'
import type { Claim } from './claim.ts'

/** A longer attempt needs a connection, but hardly any work of this process. */
const slowAfterMs = secondMs
/** Tardy endpoints that are remembered; a forgotten one is recognised again after a second. */
const maxTardy = 10_000

interface Attempt {
  startedAt: number
  endedAt: number
  timedOut: boolean
  /** Undefined if this server could not send it, which says nothing about the receiver. */
  isDelivered: boolean | undefined
}

/**
 * Arranges deliveries so that hanging receivers delay no others (docs/design/webhooks.md). After a second an
 * attempt moves to a slow slot. The endpoint's next attempts begin in a slow slot until one ends within a
 * second.
 */
export class Slots {
  readonly #limits: Limits
  /** Claimed while no slot was free. They start without another query. */
  #waiting: Claim[] = []
  /** Start of each attempt in ms, the oldest first. */
  readonly #quick = new Map<Claim, number>()
  readonly #slow = new Set<Claim>()
  readonly #tardy = new Map<string, Tardiness>()
  readonly #paces: Paces
  readonly #capacity: Capacity

  constructor(limits: Limits) {
    this.#limits = limits
    this.#paces = pacesOf(limits)
    this.#capacity = new Capacity(limits, this.#tardy, this.#paces)
  }

  get waiting(): readonly Claim[] {
    return this.#waiting
  }

  /**
   * With `ahead`, half as many deliveries as are sent concurrently may wait for a slot, so that claims are
   * large and sends need not wait. No more are claimed while over a quarter of these wait, because a small
   * claim costs as much as a large one.
   */
  capacity(ahead: boolean): Capacity {
    const most = this.#limits.webhookConcurrency >> 1
    this.#capacity.ahead = ahead && this.#waiting.length <= most >> 2 ? most : 0
    return this.#capacity
  }

  add(claims: readonly Claim[]): void {
    for (const claim of claims) this.#capacity.count(ownerOf(claim), 'waiting', 1)
    this.#waiting.push(...claims)
  }

  /** Begins the first waiting claim that may begin; undefined if there is none. */
  begin(now: number): Claim | undefined {
    for (const [index, claim] of this.#waiting.entries()) {
      if (!this.#capacity.mayBegin(claim.endpoint.id)) continue
      const slow = this.#capacity.isTardy(claim.endpoint.id) && this.#capacity.hasSlot('slow', ownerOf(claim))
      if (!slow && !this.#capacity.hasSlot('quick', ownerOf(claim))) continue
      this.#waiting.splice(index, 1)
      this.#capacity.count(ownerOf(claim), 'waiting', -1)
      this.#capacity.count(ownerOf(claim), slow ? 'slow' : 'quick', 1)
      if (slow) this.#slow.add(claim)
      else this.#quick.set(claim, now)
      return claim
    }
    return undefined
  }

  forget(claims: readonly Claim[]): void {
    this.#waiting = this.#waiting.filter((claim) => !claims.includes(claim))
    for (const claim of claims) this.#capacity.count(ownerOf(claim), 'waiting', -1)
  }

  /** When the oldest quick attempt becomes slow, in ms; undefined while no attempt holds a quick slot. */
  get slowAt(): number | undefined {
    const [began] = this.#quick.values()
    return began === undefined ? undefined : began + slowAfterMs + 1
  }

  /** Moves old attempts from quick to free slow slots, and forgets silent endpoints. */
  age(now: number): void {
    this.#paces.forget(now)
    for (const [claim, began] of this.#quick) {
      if (!isSlow(began, now)) continue
      const { id } = claim.endpoint
      if (!this.#tardy.has(id)) this.#remember(id, 'slow')
      if (!this.#capacity.hasSlot('slow', ownerOf(claim))) continue
      this.#quick.delete(claim)
      this.#slow.add(claim)
      this.#capacity.count(ownerOf(claim), 'quick', -1)
      this.#capacity.count(ownerOf(claim), 'slow', 1)
    }
  }

  end(claim: Claim, attempt: Attempt): void {
    const { id } = claim.endpoint
    if (attempt.isDelivered !== undefined) {
      const ended = { ...attempt, isDelivered: attempt.isDelivered }
      this.#paces.note(id, ended, this.#capacity.heldBy(id))
    }
    this.#capacity.count(ownerOf(claim), this.#slow.has(claim) ? 'slow' : 'quick', -1)
    this.#quick.delete(claim)
    this.#slow.delete(claim)
    this.#tardy.delete(id)
    if (attempt.timedOut) this.#remember(id, 'timeout')
    else if (isSlow(attempt.startedAt, attempt.endedAt)) this.#remember(id, 'slow')
  }

  #remember(endpointId: string, tardiness: Tardiness): void {
    this.#tardy.set(endpointId, tardiness)
    const [oldest] = this.#tardy.keys()
    if (this.#tardy.size > maxTardy) this.#tardy.delete(oldest!)
  }
}

export const ownerOf = ({ endpoint: { id, organisationId } }: Claim): Owner => ({
  endpointId: id,
  organisationId,
})

/** True if an attempt has run for a second, or the clock was set back after its start. */
const isSlow = (began: number, now: number): boolean => now > began + slowAfterMs || now < began
