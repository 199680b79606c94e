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
