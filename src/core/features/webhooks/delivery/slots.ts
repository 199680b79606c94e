import { secondMs } from '../../../kernel/time.ts'
import { type Limits, Room, type Tardiness, type Whose } from './capacity.ts'
import type { Claim } from './claim.ts'

/** An attempt that has run longer is slow: it needs a connection still, and hardly anything else of ours. */
const slowAfterMs = secondMs
/** Endpoints that are remembered as tardy. One that is forgotten is found out again within a second. */
const maxTardy = 10_000

/**
 * What is claimed and what is under way, so that receivers that hang delay no other (decision 142). An attempt that has run for
 * a second leaves its quick place to others and goes on as a slow one; to an endpoint that was slow last they
 * begin as slow, until one ends within a second.
 */
export class Places {
  readonly #limits: Limits
  /** Claimed while there was no place: begun as places become free, without asking the store in between. */
  #waiting: Claim[] = []
  /** When they began, the oldest first. */
  readonly #quick = new Map<Claim, number>()
  readonly #slow = new Set<Claim>()
  readonly #tardy = new Map<string, Tardiness>()
  readonly #room: Room

  constructor(limits: Limits) {
    this.#limits = limits
    this.#room = new Room(limits, this.#tardy)
  }

  /** The oldest first. */
  get waiting(): readonly Claim[] {
    return this.#waiting
  }

  /**
   * What may be claimed. With `ahead`, half as many as are sent at a time may wait for a place, so that a claim takes many
   * and sends need not wait for it; none while enough wait, because a small claim costs as much as a large one.
   */
  room(ahead: boolean): Room {
    const most = this.#limits.webhookConcurrency >> 1
    this.#room.ahead = ahead && this.#waiting.length <= most >> 2 ? most : 0
    return this.#room
  }

  add(claims: readonly Claim[]): void {
    for (const claim of claims) this.#room.count(whose(claim), 'waiting', 1)
    this.#waiting.push(...claims)
  }

  /** Begins the first that waits and may; undefined where there is none. */
  begin(now: number): Claim | undefined {
    for (const [index, claim] of this.#waiting.entries()) {
      const slow = this.#room.isTardy(claim.endpoint.id) && this.#room.hasPlace('slow', whose(claim))
      if (!slow && !this.#room.hasPlace('quick', whose(claim))) continue
      this.#waiting.splice(index, 1)
      this.#room.count(whose(claim), 'waiting', -1)
      this.#room.count(whose(claim), slow ? 'slow' : 'quick', 1)
      if (slow) this.#slow.add(claim)
      else this.#quick.set(claim, now)
      return claim
    }
    return undefined
  }

  /** They will not be begun. */
  giveUp(claims: readonly Claim[]): void {
    this.#waiting = this.#waiting.filter((claim) => !claims.includes(claim))
    for (const claim of claims) this.#room.count(whose(claim), 'waiting', -1)
  }

  /** When an attempt turns slow next. */
  get slowAt(): number | undefined {
    const [began] = this.#quick.values()
    return began === undefined ? undefined : began + slowAfterMs + 1
  }

  /** Takes their quick places from those that have run for a second, as far as there is room for slow ones. */
  slowDown(now: number): void {
    for (const [claim, began] of this.#quick) {
      if (!isSlow(began, now)) continue
      const { id } = claim.endpoint
      if (!this.#tardy.has(id)) this.#remember(id, 'slow')
      if (!this.#room.hasPlace('slow', whose(claim))) continue
      this.#quick.delete(claim)
      this.#slow.add(claim)
      this.#room.count(whose(claim), 'quick', -1)
      this.#room.count(whose(claim), 'slow', 1)
    }
  }

  /** The attempt has ended, its place is free. */
  end(claim: Claim, attempt: { startedAt: number; endedAt: number; timedOut: boolean }): void {
    this.#room.count(whose(claim), this.#slow.has(claim) ? 'slow' : 'quick', -1)
    this.#quick.delete(claim)
    this.#slow.delete(claim)
    const { id } = claim.endpoint
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

export const whose = ({ endpoint: { id, organisationId } }: Claim): Whose => ({
  endpointId: id,
  organisationId,
})

/** Also where the clock was set back meanwhile. */
const isSlow = (began: number, now: number): boolean => now > began + slowAfterMs || now < began
