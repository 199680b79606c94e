import { everyone } from '../ports/store.ts'
import type { WebhookOutcome } from '../ports/webhook-sender.ts'
import type { Services } from '../services.ts'
import { secondMs } from '../time.ts'
import { type Claim, claimDue, giveBack, reapLost } from './claim.ts'
import { isSaturated, nextDueAt, type Room } from './due.ts'
import { type Ended, finishDelivered, finishFailed, isDelivered } from './finish.ts'
import { SecretUnreadable } from './secret.ts'
import { signedHeaders } from './signature.ts'

/** SPEC "Delivery": one deadline from DNS to the last byte of the answer. */
const timeoutMs = 10 * secondMs
const captureBytes = 16 * 1024
const reapEveryMs = 10 * secondMs
/**
 * A claim may wait so long for a place, then it is given back: others may have one, and what it knows of its endpoint is
 * not the latest any more. Far less than its lease less an attempt.
 */
const waitMs = secondMs

/** Sends deliveries, in real time whatever a test clock says (DESIGN 4). */
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
  /** Claimed by endpoint, whether it is being sent or waits: a claim has its endpoint's place from the beginning. */
  readonly #claimed = new Map<string, number>()
  /** Claimed while all places in all were taken: sent as they become free, without asking the store in between. */
  #waiting: Claim[] = []
  #sending = 0
  readonly #flights = new Set<Promise<void>>()
  /** Successes that the next transaction puts on record. */
  #batch: { ended: Ended[]; recorded: Promise<Set<string>> } | undefined
  #pumping: Promise<void> | undefined
  #asked = false
  /** A cap kept something from being claimed: the next free place is worth a look. */
  #starved = false
  /** Sends end, so that what is claimed ahead gets its turn soon. */
  #flowing = true
  #draining = false
  /** The endpoint that was served last while endpoints took turns. */
  #turn = ''
  #reapAt = 0

  constructor(services: Services) {
    this.#services = services
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
      const sending = await rows.webhookDeliveries.find(everyone, [
        { field: 'status', op: 'eq', value: 'SENDING' },
      ])
      const times = sending.map(({ leaseUntil }) => Math.max((leaseUntil ?? 0) + 1, this.#reapAt))
      // Without room there is nothing to do until a send ends, and that pumps by itself.
      const next = await nextDueAt(rows, room)
      if (next !== undefined) times.push(next)
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
    await this.#giveBack(this.#waiting)
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
    await this.#giveBack(this.#waiting.filter((claim) => hasWaited(claim, now)))
    let more = true
    while (more && !this.#draining) {
      const room = this.#room()
      if (room.total <= 0) break
      const claimed = await claimDue(this.#services, room, this.#turn)
      this.#take(claimed.claims)
      this.#turn = claimed.turn
      more = claimed.more
    }
    this.#starved = more || isSaturated(this.#room())
  }

  /** Half as many again as are sent at a time, so that a claim takes many at once and sends need not wait for it. */
  get #ahead(): number {
    return this.#flowing ? this.#services.config.webhookConcurrency >> 1 : 0
  }

  /** None while enough wait: a small claim costs as much as a large one. */
  #room(): Room {
    const { webhookConcurrency, webhookConcurrencyPerEndpoint: perEndpoint } = this.#services.config
    const waiting = this.#waiting.length
    const total = waiting > this.#ahead >> 2 ? 0 : webhookConcurrency + this.#ahead - this.#sending - waiting
    return { total, perEndpoint, inFlight: this.#claimed }
  }

  #take(claims: readonly Claim[]): void {
    for (const { endpoint } of claims) {
      this.#claimed.set(endpoint.id, (this.#claimed.get(endpoint.id) ?? 0) + 1)
    }
    this.#waiting.push(...claims)
    this.#launchWaiting()
  }

  #launchWaiting(): void {
    const { config, clock } = this.#services
    const now = clock.now()
    while (this.#sending < config.webhookConcurrency && !this.#draining) {
      const [claim] = this.#waiting
      if (!claim) return
      // The pump gives it back.
      if (hasWaited(claim, now)) {
        this.#pumpOn()
        return
      }
      this.#waiting.shift()
      this.#sending++
      const flight = this.#fly(claim).then(() => void this.#flights.delete(flight))
      this.#flights.add(flight)
    }
  }

  #freePlace({ endpoint }: Claim): void {
    const left = this.#claimed.get(endpoint.id)! - 1
    if (left > 0) this.#claimed.set(endpoint.id, left)
    else this.#claimed.delete(endpoint.id)
  }

  /** Its place is free. */
  #land(claim: Claim): void {
    this.#sending--
    this.#flowing = true
    this.#freePlace(claim)
    this.#launchWaiting()
    // A claim that runs now may have looked before there was room: it looks once more.
    if (this.#pumping || (this.#starved && this.#room().total > 0)) this.#pumpOn()
  }

  /** Where it fails, the leases run out. */
  async #giveBack(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return
    this.#flowing = false
    this.#waiting = this.#waiting.filter((claim) => !claims.includes(claim))
    for (const claim of claims) this.#freePlace(claim)
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
    const status = outcome.status === undefined ? 'none' : String(outcome.status)
    meter.time('lettershop_delivery_seconds', { status }, outcome.durationMs / 1000)
    const recorded = this.#record({ claim, startedAt, outcome })
    // A failure keeps its place until it is on record: it may be the one that disables the endpoint.
    if (!isDelivered(outcome)) await recorded
    this.#land(claim)
    await recorded
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

  async #send(claim: Claim, at: number): Promise<WebhookOutcome> {
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
      const unreadable = error instanceof SecretUnreadable
      return {
        error: unreadable ? 'secret_unreadable' : 'internal',
        detail: unreadable ? error.message : 'Something went wrong on our side before the request was sent.',
        responseBody: '',
        durationMs: 0,
      }
    }
  }
}

/** Also where the clock was set back meanwhile. */
const hasWaited = ({ claimedAt }: Claim, now: number): boolean => now > claimedAt + waitMs || now < claimedAt
