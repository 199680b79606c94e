import type { Services } from '../../../engine/services.ts'
import { StoreUnavailable } from '../../../ports/store.ts'
import { type Ended, finishDelivered, finishFailed, isDelivered } from './finish.ts'

/** As many outcomes in one transaction: each may hold an answer of 16 KiB. */
const outcomesTogether = 64

type Finish = typeof finishDelivered
/** Outcomes of one organisation that wait while an earlier transaction of theirs is under way. */
type Queue = { ended: Ended; resolve(counted: boolean): void; reject(error: unknown): void }[]

/**
 * Records outcomes of attempts. Those of one organisation that end while an earlier transaction of theirs is under way
 * share the next one: on PostgreSQL each waits for the database several times. Organisations share none, because one of
 * them may be locked for long.
 */
export class Recorder {
  readonly #services: Services
  /** By organisation and kind of outcome. One that is not here has no transaction under way. */
  readonly #queues = new Map<string, Queue>()

  constructor(services: Services) {
    this.#services = services
  }

  /** False where the lease was lost meanwhile, so that nothing changed. Rejects where it cannot be written. */
  record(ended: Ended): Promise<boolean> {
    const delivered = isDelivered(ended.outcome)
    const key = `${ended.claim.delivery.organisationId}|${delivered}`
    return new Promise((resolve, reject) => {
      const waiting = { ended, resolve, reject }
      const queue = this.#queues.get(key)
      if (queue) {
        queue.push(waiting)
        return
      }
      const own = [waiting]
      this.#queues.set(key, own)
      void this.#serve(own, delivered ? finishDelivered : finishFailed, () => this.#queues.delete(key))
    })
  }

  /** Serves the queue until nothing waits. Never rejects. */
  async #serve(queue: Queue, finish: Finish, end: () => void): Promise<void> {
    while (queue.length > 0) {
      const taken: Queue = []
      // Outcomes join until the transaction begins.
      const take = () => {
        if (taken.length === 0) taken.push(...queue.splice(0, outcomesTogether))
        return taken
      }
      try {
        await this.#write(finish, take)
      } catch (error) {
        // They are given up also where the transaction never began.
        if (take().length === 1 || error instanceof StoreUnavailable) refuse(taken, error)
        // One that cannot be written must not keep the others from being recorded.
        else for (const one of taken) await this.#write(finish, () => [one]).catch((e) => refuse([one], e))
      }
    }
    end()
  }

  async #write(finish: Finish, take: () => Queue): Promise<void> {
    const counted = await finish(this.#services, () => take().map(({ ended }) => ended))
    for (const { ended, resolve } of take()) resolve(counted.has(ended.claim.delivery.id))
  }
}

const refuse = (queue: Queue, error: unknown): void => {
  for (const { reject } of queue) reject(error)
}
