import { StoreBusy, StoreUnavailable } from '../ports/store.ts'

/** How to run requests with the same key as a group. */
export interface Grouping<Request, Answer> {
  /** Maximum size of a group. */
  most: number
  /** Maximum number of waiting requests per key; unlimited by default. Further ones fail with `StoreBusy`. */
  mostWaiting?: number
  /** Requests with the same identity never share a group, such as two with one `Idempotency-Key`. */
  identityOf?(request: Request): string | undefined
  /**
   * Runs a group and returns its answers in order. `begin` closes the group and always returns the same
   * requests. Until then requests may join: `size` returns how many there would be; `first` is one of them.
   */
  carryOut(first: Request, begin: () => readonly Request[], size: () => number): Promise<readonly Answer[]>
}

interface Waiting<Request, Answer> {
  request: Request
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Groups requests that arrive while a group with the same key is running, so that they share a transaction
 * with its look-ups and commit. A single request doesn't wait. If a group fails, its requests run one by one,
 * unless the store is unavailable: then all of them are rejected.
 */
export class Groups<Request, Answer> {
  readonly #grouping: Grouping<Request, Answer>
  /** Waiting requests by key. A key has an entry while a group of it is running. */
  readonly #queues = new Map<string, Waiting<Request, Answer>[]>()

  constructor(grouping: Grouping<Request, Answer>) {
    this.#grouping = grouping
  }

  submit(key: string, request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { request, resolve, reject }
      const queue = this.#queues.get(key)
      if (queue) {
        const { mostWaiting = Number.POSITIVE_INFINITY } = this.#grouping
        if (queue.length < mostWaiting) queue.push(waiting)
        else reject(new StoreBusy(`${mostWaiting} requests are already waiting.`))
        return
      }
      const own = [waiting]
      this.#queues.set(key, own)
      void this.#serve(key, own)
    })
  }

  /** Runs groups until the queue is empty. Never rejects. */
  async #serve(key: string, queue: Waiting<Request, Answer>[]): Promise<void> {
    while (queue.length > 0) {
      const group: Waiting<Request, Answer>[] = []
      const begin = () => {
        if (group.length === 0) group.push(...this.#take(queue))
        return group
      }
      const size = () => Math.min(queue.length, this.#grouping.most)
      try {
        await this.#carryOut(queue[0]!, begin, size)
      } catch (error) {
        // `begin` also takes the requests off the queue if the transaction never started.
        if (begin().length === 1 || error instanceof StoreUnavailable) refuse(group, error)
        else for (const one of group) await this.#carryOutAlone(one)
      }
    }
    // Runs in the same tick in which the queue became empty; later requests start a new queue.
    this.#queues.delete(key)
  }

  async #carryOut(
    first: Waiting<Request, Answer>,
    begin: () => readonly Waiting<Request, Answer>[],
    size: () => number,
  ): Promise<void> {
    const requests = () => begin().map(({ request }) => request)
    const answers = await this.#grouping.carryOut(first.request, requests, size)
    for (const [index, { resolve }] of begin().entries()) resolve(answers[index]!)
  }

  #carryOutAlone(one: Waiting<Request, Answer>): Promise<void> {
    return this.#carryOut(
      one,
      () => [one],
      () => 1,
    ).catch((error: unknown) => refuse([one], error))
  }

  /** Takes the first requests off the queue, up to `most`, one of each identity. */
  #take(queue: Waiting<Request, Answer>[]): Waiting<Request, Answer>[] {
    const taken: Waiting<Request, Answer>[] = []
    const left: Waiting<Request, Answer>[] = []
    const seen = new Set<string>()
    for (const waiting of queue.splice(0)) {
      const identity = this.#grouping.identityOf?.(waiting.request)
      const isRepeat = identity !== undefined && seen.has(identity)
      if (taken.length === this.#grouping.most || isRepeat) left.push(waiting)
      else taken.push(waiting)
      if (identity !== undefined) seen.add(identity)
    }
    queue.push(...left)
    return taken
  }
}

const refuse = (group: readonly Pick<Waiting<unknown, unknown>, 'reject'>[], error: unknown): void => {
  for (const { reject } of group) reject(error)
}
