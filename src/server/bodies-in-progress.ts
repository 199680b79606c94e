import { problem } from '../core/kernel/errors.ts'
import { MIB } from './limits.ts'
import { serverProblems } from './sentences.ts'

/** Limits of bodies in transit. These may take hours, but rate limits count a request only at its start. */
export const arrivingLimits = {
  /** Bodies of a caller, including uploads. */
  bodies: 200,
  /** Buffered bytes of JSON bodies of a caller; `bytes`: of all callers. */
  callerBytes: 128 * MIB,
  bytes: 512 * MIB,
} as const

export interface Arriving {
  /** Counts buffered bytes. Throws 429 if there are too many. */
  add(bytes: number): void
}

export class BodiesInProgress {
  readonly #callers = new Map<string, { bodies: number; bytes: number }>()
  #bytes = 0

  /** Counts a body of this caller while `read` runs. Throws 429 if the caller has too many. */
  async during<T>(callerId: string, read: (arriving: Arriving) => Promise<T>): Promise<T> {
    const { arriving, done } = this.begin(callerId)
    try {
      return await read(arriving)
    } finally {
      done()
    }
  }

  begin(callerId: string): { arriving: Arriving; done: () => void } {
    const caller = this.#callers.get(callerId) ?? { bodies: 0, bytes: 0 }
    if (caller.bodies >= arrivingLimits.bodies) throw tooMuch('bodies', arrivingLimits.bodies)
    this.#callers.set(callerId, caller)
    caller.bodies++
    let own = 0
    const add = (bytes: number): void => {
      if (caller.bytes + bytes > arrivingLimits.callerBytes)
        throw tooMuch('bytes', arrivingLimits.callerBytes / MIB)
      if (this.#bytes + bytes > arrivingLimits.bytes) throw tooMuch('all_bytes', arrivingLimits.bytes / MIB)
      own += bytes
      caller.bytes += bytes
      this.#bytes += bytes
    }
    const done = (): void => {
      caller.bodies--
      caller.bytes -= own
      this.#bytes -= own
      own = 0
      if (caller.bodies === 0) this.#callers.delete(callerId)
    }
    return { arriving: { add }, done }
  }
}

const tooMuch = (what: 'bodies' | 'bytes' | 'all_bytes', limit: number) =>
  problem(serverProblems.sentence(`rate_limited.arriving_${what}`, { limit }), {
    headers: { 'Retry-After': '5' },
  })
