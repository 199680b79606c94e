import type { Services } from '../../../engine/services.ts'
import { secondMs } from '../../../kernel/time.ts'
import type { UndeliveredReason } from '../../../model/webhooks.ts'
import { everyone } from '../../../ports/store.ts'
import type { WebhookOutcome } from '../../../ports/webhook-sender.ts'
import { SecretUnreadable } from '../signing/secret.ts'
import { signedHeaders } from '../signing/signature.ts'
import type { Room } from './capacity.ts'
import { type Claim, claimDue, giveBack, putOff, reapLost } from './claim.ts'
import { nextDueAt, sending } from './due.ts'
import { type Ended, finishDelivered, finishFailed, isDelivered } from './finish.ts'
import { Places, whose } from './slots.ts'

/** One deadline from DNS to the last byte of the answer (docs/interface.md#delivery). */
export const timeoutMs = 10 * secondMs
export const captureBytes = 16 * 1024
const reapEveryMs = 10 * secondMs
/**
 * A claim may wait so long for a place, then it is given back: others may have one, and what it knows of its endpoint is
 * not the latest any more. Far less than its lease less an attempt.
 */
const waitMs = secondMs

/** Sends deliveries, in real time whatever a test clock says. */
export interface Dispatcher {
  /**
   * Starts as many sends as the caps allow; resolves when they have begun. While deliveries are due, each send
   * that ends makes room for another by itself. Rejects where the store does, and may be called again.
   */
  pump(): Promise<void>
  /** Pumps until nothing is due or under way. For tests and the demo. */
  settle(): Promise<void>
  /** Real time in ms at which there is something to do next; undefined when nothing waits that could be begun. */
  nextAt(): Promise<number | undefined>
  /** Makes deliveries wait again that a lost process was sending; `all` for a process that is now the only one. */
  reap(options?: { all: boolean }): Promise<number>
  /** Deliveries that this process is sending now, or putting on record. */
  underWay(): number
  /** Claims nothing any more, gives back what waits, and waits for what is under way. */
  drain(): Promise<void>
}

export const createDispatcher = (services: Services): Dispatcher => new WebhookDispatcher(services)

class WebhookDispatcher implements Dispatcher {
  readonly #services: Services
  readonly #places: Places
  readonly #flights = new Set<Promise<void>>()
  /** Successes that the next transaction puts on record. */
  #batch: { ended: Ended[]; recorded: Promise<Set<string>> } | undefined
  #pumping: Promise<void> | undefined
  #asked = false
  /** There was more than could be claimed: whatever place is free next is worth a look. */
  #starved = false
  /** Sends end, so that what is claimed ahead gets its turn soon. */
  #flowing = true
  #draining = false
  /** The endpoint that was served last while endpoints took turns. */
  #turn = ''
  #reapAt = 0

  constructor(services: Services) {
    this.#services = services
    this.#places = new Places(services.config)
  }

  pump(): Promise<void> {
    this.#asked = true
    this.#pumping ??= this.#claimWhileAsked()
    return this.#pumping
  }

  async settle(): Promise<void> {
    do {
      await Promise.all(this.#flights)
      await this.pump()
    } while (this.#flights.size > 0 || this.#pumping)
  }

  async nextAt(): Promise<number | undefined> {
    if (this.#draining) return undefined
    const room = this.#room()
    return this.#services.store.read(async (rows) => {
      const underWay = await rows.webhookDeliveries.find(everyone, sending)
      const times = underWay.map(({ leaseUntil }) => Math.max((leaseUntil ?? 0) + 1, this.#reapAt))
      // Without room there is nothing to do until a send ends, and that pumps by itself.
      const next = await nextDueAt(rows, room, this.#services.clock.now())
      if (next !== undefined) times.push(next)
      // An attempt that turns slow makes room as one that ends does, and nobody else would notice.
      const slowAt = room.isScarce ? this.#places.slowAt : undefined
      if (slowAt !== undefined) times.push(slowAt)
      return times.length > 0 ? Math.min(...times) : undefined
    })
  }

  reap(options?: { all: boolean }): Promise<number> {
    return reapLost(this.#services, options)
  }

  underWay(): number {
    return this.#flights.size
  }

  async drain(): Promise<void> {
    this.#draining = true
    await this.#pumping?.catch(() => {})
    await this.#giveBack(this.#places.waiting)
    await Promise.all(this.#flights)
  }

  /** One at a time; asked again while it runs, it looks once more. */
  async #claimWhileAsked(): Promise<void> {
    try {
      while (this.#asked && !this.#draining) {
        this.#asked = false
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
    await this.#giveBack(this.#places.waiting.filter((claim) => hasWaited(claim, now)))
    this.#places.slowDown(now)
    this.#launchWaiting()
    let more = true
    while (more && !this.#draining && !this.#room().isClosed) {
      const claimed = await claimDue(this.#services, () => this.#room(), this.#turn)
      this.#places.add(claimed.claims)
      this.#launchWaiting()
      this.#turn = claimed.turn
      more = claimed.more
    }
    this.#starved = more
  }

  #room(): Room {
    return this.#places.room(this.#flowing)
  }

  #launchWaiting(): void {
    const now = this.#services.clock.now()
    while (!this.#draining) {
      // The pump gives it back.
      const [longest] = this.#places.waiting
      if (longest && hasWaited(longest, now)) {
        this.#pumpOn()
        return
      }
      const claim = this.#places.begin(now)
      if (!claim) return
      const flight = this.#fly(claim).then(() => void this.#flights.delete(flight))
      this.#flights.add(flight)
    }
  }

  /** Where it fails, the leases run out. */
  async #giveBack(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return
    this.#flowing = false
    this.#places.giveUp(claims)
    try {
      await giveBack(this.#services, claims)
    } catch (error) {
      this.#services.log.error('claimed deliveries could not be given back', { error })
    }
  }

  /** After a send, where nobody waits for it: whoever pumps next meets the same error. */
  #pumpOn(): void {
    this.pump().catch((error: unknown) => {
      this.#services.log.error('webhook deliveries could not be claimed', { error })
    })
  }

  /** Never rejects. */
  async #fly(claim: Claim): Promise<void> {
    const { clock, meter } = this.#services
    const startedAt = clock.now()
    const outcome = await this.#send(claim, startedAt)
    if (!('responseBody' in outcome)) {
      await this.#putOff(claim, outcome.unsent)
      this.#land(claim, { startedAt, endedAt: startedAt, timedOut: false })
      return
    }
    const status = outcome.status === undefined ? 'none' : String(outcome.status)
    meter.time('lettershop_delivery_seconds', { status }, outcome.durationMs / 1000)
    const recorded = this.#record({ claim, startedAt, outcome })
    // A failure keeps its place until it is on record: it may be the one that disables the endpoint.
    const endedAt = clock.now()
    if (!isDelivered(outcome)) await recorded
    this.#land(claim, { startedAt, endedAt, timedOut: outcome.error === 'timeout' })
    await recorded
  }

  /** Its place is free. */
  #land(claim: Claim, attempt: Parameters<Places['end']>[1]): void {
    const wasFull = !this.#room().laneOf(whose(claim))
    this.#places.end(claim, attempt)
    this.#flowing = true
    this.#launchWaiting()
    const room = this.#room()
    // To one that hangs the next may begin with the next pump: looking for it each time would cost the others.
    const isFree = wasFull && !attempt.timedOut && room.laneOf(whose(claim)) !== undefined
    const isWanted = this.#starved ? !room.isClosed : isFree
    // A claim that runs now may have looked before there was room: it looks once more.
    if (this.#pumping || isWanted) this.#pumpOn()
  }

  /** Where the outcome cannot be written, the lease runs out and the delivery is sent again. */
  async #record(ended: Ended): Promise<void> {
    const { log } = this.#services
    const { delivery, endpoint } = ended.claim
    const about = { delivery: delivery.id, endpoint: endpoint.id }
    try {
      const counted = isDelivered(ended.outcome)
        ? (await this.#recordDelivered(ended)).has(delivery.id)
        : await finishFailed(this.#services, ended)
      if (!counted) log.warn('webhook outcome came after its lease was lost and was ignored', about)
    } catch (error) {
      log.error('webhook outcome could not be written', { ...about, error })
    }
  }

  /** Successes that come until the store begins with the first of them are one transaction. */
  #recordDelivered(ended: Ended): Promise<Set<string>> {
    if (this.#batch) {
      this.#batch.ended.push(ended)
      return this.#batch.recorded
    }
    const batch = { ended: [ended], recorded: Promise.resolve(new Set<string>()) }
    const close = () => {
      if (this.#batch === batch) this.#batch = undefined
      return batch.ended
    }
    this.#batch = batch
    // Closed also where the store never begins.
    batch.recorded = finishDelivered(this.#services, close).finally(close)
    return batch.recorded
  }

  /** Where that cannot be written, the lease runs out. */
  async #putOff({ delivery, leaseToken }: Claim, reason: UndeliveredReason): Promise<void> {
    const { health, log } = this.#services
    health.noteUnsent()
    try {
      await putOff(this.#services, delivery, leaseToken, reason)
    } catch (error) {
      log.error('a delivery that we cannot send could not be put off', { delivery: delivery.id, error })
    }
  }

  /** `unsent`: what kept us from sending it, which is no fault of the receiver's. */
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

/** Also where the clock was set back meanwhile. */
const hasWaited = ({ claimedAt }: Claim, now: number): boolean => now > claimedAt + waitMs || now < claimedAt
