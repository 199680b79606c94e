import type { Services } from '../../../engine/services.ts'
import { secondMs } from '../../../kernel/time.ts'
import type { UndeliveredReason } from '../../../model/webhooks.ts'
import { everyone } from '../../../ports/store.ts'
import type { WebhookOutcome } from '../../../ports/webhook-sender.ts'
import { SecretUnreadable, signedHeaders } from '../signing/sign.ts'
import type { Capacity } from './capacity.ts'
import { type Claim, claimDue, postpone, reapLost, releaseClaims } from './claim.ts'
import { nextDueAt, sending } from './due.ts'
import { type Ended, isDelivered, Recorder } from './finish.ts'
import { ownerOf, Slots } from './slots.ts'

/** Covers a whole attempt, from DNS to the last byte of the answer (docs/webhooks.md#delivery). */
export const timeoutMs = 10 * secondMs
export const captureBytes = 16 * 1024
const reapEveryMs = 10 * secondMs
/**
 * A claim that has waited this long is released: another process may have a free slot, and the claim's copy
 * of the endpoint becomes outdated. Far shorter than the lease less one attempt.
 */
const waitMs = secondMs

/** Sends deliveries, in real time even if a test clock is set. */
export interface Dispatcher {
  /**
   * Resolves when as many sends as the limits allow have started. While deliveries are due, each send that
   * ends starts the next. Rejects if the store fails, and may be called again.
   */
  pump(): Promise<void>
  /** Pumps until nothing is due or in progress. For tests and the demo. */
  settle(): Promise<void>
  /** Real time in ms of the next work; undefined if nothing that waits could start. */
  nextAt(): Promise<number | undefined>
  /** Requeues deliveries whose lease expired, or every one with `all` (only process). Returns how many. */
  reap(options?: { all: boolean }): Promise<number>
  /** Deliveries that this process is sending or recording. */
  activeCount(): number
  /** Stops claiming, releases waiting claims, and resolves when everything in progress has ended. */
  drain(): Promise<void>
}

export const createDispatcher = (services: Services): Dispatcher => new WebhookDispatcher(services)

class WebhookDispatcher implements Dispatcher {
  readonly #services: Services
  readonly #slots: Slots
  readonly #inProgress = new Set<Promise<void>>()
  readonly #recorder: Recorder
  #pumping: Promise<void> | undefined
  #pumpRequested = false
  /** More were due than could be claimed, so the next free slot starts another claim. */
  #moreDue = false
  /** Sends are ending, so waiting claims will soon get a slot. */
  #flowing = true
  #draining = false
  /** The endpoint served last while endpoints are served round robin. */
  #turn = ''
  #reapAt = 0

  constructor(services: Services) {
    this.#services = services
    this.#slots = new Slots(services.config)
    this.#recorder = new Recorder(services)
  }

  pump(): Promise<void> {
    this.#pumpRequested = true
    this.#pumping ??= this.#claimWhileRequested()
    return this.#pumping
  }

  async settle(): Promise<void> {
    do {
      await Promise.all(this.#inProgress)
      await this.pump()
    } while (this.#inProgress.size > 0 || this.#pumping)
  }

  async nextAt(): Promise<number | undefined> {
    if (this.#draining) return undefined
    const capacity = this.#capacity()
    return this.#services.store.read(async (rows) => {
      const [inFlight, next] = await Promise.all([
        rows.webhookDeliveries.find(everyone, sending),
        // While the capacity is used up, the next send that ends calls the pump.
        nextDueAt(rows, capacity, this.#services.clock.now()),
      ])
      const times = inFlight.map(({ leaseUntil }) => Math.max((leaseUntil ?? 0) + 1, this.#reapAt))
      if (next !== undefined) times.push(next)
      // An attempt that becomes slow frees a quick slot, and only this timer notices.
      const slowAt = capacity.isScarce ? this.#slots.slowAt : undefined
      if (slowAt !== undefined) times.push(slowAt)
      return times.length > 0 ? Math.min(...times) : undefined
    })
  }

  reap(options?: { all: boolean }): Promise<number> {
    return reapLost(this.#services, options)
  }

  activeCount(): number {
    return this.#inProgress.size
  }

  async drain(): Promise<void> {
    this.#draining = true
    await this.#pumping?.catch(() => {})
    await this.#release(this.#slots.waiting)
    await Promise.all(this.#inProgress)
  }

  /** Claims until there is no request left: a request during a claim makes it claim again. */
  async #claimWhileRequested(): Promise<void> {
    try {
      while (this.#pumpRequested && !this.#draining) {
        this.#pumpRequested = false
        await this.#claimAll()
      }
    } finally {
      this.#pumping = undefined
    }
  }

  async #claimAll(): Promise<void> {
    const now = this.#services.clock.now()
    if (now >= this.#reapAt) {
      await this.reap()
      this.#reapAt = now + reapEveryMs
    }
    await this.#release(this.#slots.waiting.filter((claim) => hasWaited(claim, now)))
    this.#slots.age(now)
    this.#launchWaiting()
    let more = true
    while (more && !this.#draining && !this.#capacity().isClosed) {
      const claimed = await claimDue(this.#services, () => this.#capacity(), this.#turn)
      this.#slots.add(claimed.claims)
      this.#launchWaiting()
      this.#turn = claimed.turn
      more = claimed.more
    }
    this.#moreDue = more
  }

  #capacity(): Capacity {
    return this.#slots.capacity(this.#flowing)
  }

  #launchWaiting(): void {
    const now = this.#services.clock.now()
    while (!this.#draining) {
      const [longest] = this.#slots.waiting
      if (longest && hasWaited(longest, now)) {
        this.#pumpOn()
        return
      }
      const claim = this.#slots.begin(now)
      if (!claim) return
      const delivery = this.#deliver(claim).then(() => void this.#inProgress.delete(delivery))
      this.#inProgress.add(delivery)
    }
  }

  /** If the store fails, the leases expire instead. */
  async #release(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return
    this.#flowing = false
    this.#slots.forget(claims)
    try {
      await releaseClaims(this.#services, claims)
    } catch (error) {
      this.#services.log.error('claimed deliveries could not be released', { error })
    }
  }

  /** Pumps in the background and logs an error. A concurrent caller of `pump` gets the error too. */
  #pumpOn(): void {
    this.pump().catch((error: unknown) => {
      this.#services.log.error('webhook deliveries could not be claimed', { error })
    })
  }

  /** Sends a delivery and records its outcome. Never rejects. */
  async #deliver(claim: Claim): Promise<void> {
    const { clock, meter } = this.#services
    const startedAt = clock.now()
    const outcome = await this.#send(claim, startedAt)
    if (!('responseBody' in outcome)) {
      await this.#postpone(claim, outcome.unsent)
      const unsent = { startedAt, endedAt: startedAt, timedOut: false, isDelivered: undefined }
      this.#releaseSlot(claim, unsent)
      return
    }
    const status = outcome.status === undefined ? 'none' : String(outcome.status)
    meter.time('lettershop_delivery_seconds', { status }, outcome.durationMs / 1000)
    const recorded = this.#record({ claim, startedAt, outcome })
    // A failure keeps its slot until it is recorded, because it may disable the endpoint.
    const attempt = {
      startedAt,
      endedAt: clock.now(),
      timedOut: outcome.error === 'timeout',
      isDelivered: isDelivered(outcome),
    }
    if (!attempt.isDelivered) await recorded
    this.#releaseSlot(claim, attempt)
    await recorded
  }

  /** Frees the slot and starts the next delivery. */
  #releaseSlot(claim: Claim, attempt: Parameters<Slots['end']>[1]): void {
    const wasFull = !this.#capacity().laneOf(ownerOf(claim))
    this.#slots.end(claim, attempt)
    this.#flowing = true
    this.#launchWaiting()
    const capacity = this.#capacity()
    // After a timeout the endpoint waits for the next pump: a query after each timeout would delay others.
    const isFree = wasFull && !attempt.timedOut && capacity.laneOf(ownerOf(claim)) !== undefined
    const isWanted = this.#moreDue ? !capacity.isClosed : isFree
    // A claim in progress may have read before the slot was free, so the pump claims again.
    if (this.#pumping || isWanted) this.#pumpOn()
  }

  /** If the outcome can't be written, the lease expires and the delivery is sent again. */
  async #record(ended: Ended): Promise<void> {
    const { log } = this.#services
    const { delivery, endpoint } = ended.claim
    const about = { delivery: delivery.id, endpoint: endpoint.id }
    try {
      if (!(await this.#recorder.record(ended)))
        log.warn('webhook outcome ignored because its lease was lost', about)
    } catch (error) {
      log.error('webhook outcome could not be written', { ...about, error })
    }
  }

  /** If the delay can't be written, the lease expires instead. */
  async #postpone({ delivery, leaseToken }: Claim, reason: UndeliveredReason): Promise<void> {
    const { health, log } = this.#services
    health.noteUnsent()
    try {
      await postpone(this.#services, delivery, leaseToken, reason)
    } catch (error) {
      log.error('a delivery that cannot be sent could not be postponed', { delivery: delivery.id, error })
    }
  }

  /** `unsent`: why this server could not send the delivery, which is not the receiver's fault. */
  async #send(claim: Claim, at: number): Promise<WebhookOutcome | { unsent: UndeliveredReason }> {
    const { delivery, endpoint, body } = claim
    try {
      const { eventId, eventType } = delivery
      return await this.#services.webhookSender.send({
        url: endpoint.url,
        headers: signedHeaders(this.#services, endpoint, {
          deliveryId: delivery.id,
          eventId,
          eventType,
          body,
          at,
        }),
        body: new TextEncoder().encode(body),
        timeoutMs,
        captureBytes,
      })
    } catch (error) {
      this.#services.log.error('webhook could not be sent', { delivery: delivery.id, error })
      return { unsent: error instanceof SecretUnreadable ? 'secret_unreadable' : 'internal' }
    }
  }
}

/** True if the claim has waited too long, or the clock was set back after it. */
const hasWaited = ({ claimedAt }: Claim, now: number): boolean => now > claimedAt + waitMs || now < claimedAt
