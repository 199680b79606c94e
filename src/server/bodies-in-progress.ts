import { problem } from '../core/kernel/errors.ts'
import { MIB } from './limits.ts'
import { serverProblems } from './sentences.ts'

/**
 * Bodies that may be arriving at a time. A body may take hours, long after the minute in which its request was counted,
 * so what arrives is limited by itself.
 */
export const arrivingLimits = {
  /** Bodies of one caller, uploads included. */
  bodies: 200,
  /** Bytes of JSON bodies of one caller, and of all callers together, which are kept until they are parsed. */
  callerBytes: 128 * MIB,
  bytes: 512 * MIB,
} as const

/** A body that arrives. */
export interface Arriving {
  /** Counts bytes that are kept. Throws 429 where they are too many. */
  add(bytes: number): void
}

/** Counts the bodies that arrive at this server. */
export class BodiesInProgress {
  readonly #callers = new Map<string, { bodies: number; bytes: number }>()
  #bytes = 0

  /** Takes a body of this caller, until `read` has ended. Throws 429 where too much of the caller's arrives already. */
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
  problem(serverProblems.say(`rate_limited.arriving_${what}`, { limit }), { headers: { 'Retry-After': '5' } })
