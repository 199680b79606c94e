import { everyone } from '../ports/store.ts'
import type { WebhookOutcome } from '../ports/webhook-sender.ts'
import type { Services } from '../services.ts'
import { secondMs } from '../time.ts'
import { type Claim, claimDue, reapLost } from './claim.ts'
import { isSaturated, nextDueAt, type Room } from './due.ts'
import { finishDelivery } from './finish.ts'
import { SecretUnreadable } from './secret.ts'
import { signedHeaders } from './signature.ts'

/** SPEC "Delivery": one deadline from DNS to the last byte of the answer. */
const timeoutMs = 10 * secondMs
const captureBytes = 16 * 1024
const reapEveryMs = 10 * secondMs

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
  /** Deliveries that are being sent by this process now. */
  underWay(): number
  /** Claims nothing any more and waits for what is under way. */
  drain(): Promise<void>
}

export const createDispatcher = (services: Services): Dispatcher => new WebhookDispatcher(services)

class WebhookDispatcher implements Dispatcher {
  readonly #services: Services
  readonly #inFlight = new Map<string, number>()
  readonly #flights = new Set<Promise<void>>()
  #pumping: Promise<void> | undefined
  #asked = false
  /** A cap kept something from being claimed: the next free place is worth a look. */
  #starved = false
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
    for (let more = true; more && !this.#draining; ) {
      const room = this.#room()
      if (room.total === 0) break
      const claimed = await claimDue(this.#services, room, this.#turn)
      for (const claim of claimed.claims) this.#launch(claim)
      this.#turn = claimed.turn
      more = claimed.more
    }
    const room = this.#room()
    this.#starved = room.total === 0 || isSaturated(room)
  }

  #room(): Room {
    const { webhookConcurrency, webhookConcurrencyPerEndpoint: perEndpoint } = this.#services.config
    return { total: webhookConcurrency - this.#flights.size, perEndpoint, inFlight: this.#inFlight }
  }

  #launch(claim: Claim): void {
    const endpointId = claim.endpoint.id
    this.#inFlight.set(endpointId, (this.#inFlight.get(endpointId) ?? 0) + 1)
    const flight = this.#fly(claim).then(() => {
      this.#flights.delete(flight)
      const left = this.#inFlight.get(endpointId)! - 1
      if (left > 0) this.#inFlight.set(endpointId, left)
      else this.#inFlight.delete(endpointId)
      // A claim that runs now may have looked before there was room: it looks once more.
      if (this.#starved || this.#pumping) this.#pumpOn()
    })
    this.#flights.add(flight)
  }

  /** After a send, where nobody waits for it: whoever pumps next meets the same error. */
  #pumpOn(): void {
    this.pump().catch((error: unknown) => {
      this.#services.log.error('webhook deliveries could not be claimed', { error })
    })
  }

  /** Never rejects. Where the outcome cannot be written, the lease runs out and the delivery is sent again. */
  async #fly(claim: Claim): Promise<void> {
    const { log, clock, meter } = this.#services
    const about = { delivery: claim.delivery.id, endpoint: claim.endpoint.id }
    try {
      const startedAt = clock.now()
      const outcome = await this.#send(claim, startedAt)
      const status = outcome.status === undefined ? 'none' : String(outcome.status)
      meter.time('lettershop_delivery_seconds', { status }, outcome.durationMs / 1000)
      const finished = await finishDelivery(this.#services, claim, startedAt, outcome)
      if (!finished) log.warn('webhook outcome came after its lease was lost and was ignored', about)
    } catch (error) {
      log.error('webhook outcome could not be written', { ...about, error })
    }
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
