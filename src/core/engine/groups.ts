import { StoreBusy, StoreUnavailable } from '../ports/store.ts'

/** How requests of one key are carried out together. */
export interface Grouping<Request, Answer> {
  /** The most requests of one group. */
  most: number
  /** How many of one key may wait; further ones are refused at once. Without it there is no limit. */
  mostWaiting?: number
  /** Requests of one group that may not be in it twice, such as two under one `Idempotency-Key`. */
  identityOf?(request: Request): string | undefined
  /**
   * Carries out a group and returns the answers in its order. More requests may join until `begin` is called,
   * which returns the same ones from then on; `size` says how many there would be. `first` is one of them.
   */
  carryOut(first: Request, begin: () => readonly Request[], size: () => number): Promise<readonly Answer[]>
}

interface Waiting<Request, Answer> {
  request: Request
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Requests that come while an earlier group with their key is carried out share the next one: what a group
 * costs (a transaction, its look-ups, its commit) is paid for once. One that comes alone waits for nothing.
 * Where a group fails, each of its requests is carried out by itself, so that one that cannot be written keeps
 * no other from being; where the store is away, all of them are refused.
 */
export class Groups<Request, Answer> {
  readonly #grouping: Grouping<Request, Answer>
  /** A key that is not here has no group under way. */
  readonly #queues = new Map<string, Waiting<Request, Answer>[]>()

  constructor(grouping: Grouping<Request, Answer>) {
    this.#grouping = grouping
  }

  ask(key: string, request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { request, resolve, reject }
      const queue = this.#queues.get(key)
      if (queue) {
        const { mostWaiting = Number.POSITIVE_INFINITY } = this.#grouping
        if (queue.length < mostWaiting) queue.push(waiting)
        else reject(new StoreBusy(`${mostWaiting} requests wait already.`))
        return
      }
      const own = [waiting]
      this.#queues.set(key, own)
      void this.#serve(key, own)
    })
  }

  /** Serves the queue until nobody waits. Never rejects. */
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
        // They are given up also where the transaction never began.
        if (begin().length === 1 || error instanceof StoreUnavailable) refuse(group, error)
        else for (const one of group) await this.#carryOutAlone(one)
      }
    }
    // In the same turn in which nobody waits any more: a request of the next turn begins a queue of its own.
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

  /** Takes the first requests off the queue, each identity once: its repeat is in a later group. */
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
