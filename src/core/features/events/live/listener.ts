import type { HintFamily } from '../../../engine/events/hint.ts'
import type { EventRow } from '../../../model/events.ts'
import { heartbeatFrame } from './frames.ts'

/** How long nothing may be said on a stream, in ms. */
export const heartbeatMs = 15_000
/** How many bytes may wait for a slow reader before its stream is cut off; it then goes on with `after`. */
export const waitingBytesLimit = 256 * 1024
/** How long a permission that was taken away may still show events, in ms. */
const trustedMs = 1_000
/** How old the last answer is when a stream on which nothing happens asks again, in ms. */
const askedEveryMs = 400

export interface ListenerOptions {
  /** The permissions that the caller holds now; undefined once the session is over. */
  permissionsNow(): Promise<readonly string[] | undefined>
  now(): number
  /** Called once when the stream has ended, whoever ended it. */
  onEnd(): void
}

/** One open stream: frames that wait for their reader, which takes them at its own speed. */
export class Listener implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  readonly #options: ListenerOptions
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #reader: ((result: IteratorResult<Uint8Array>) => void) | undefined
  #hasEnded = false
  #permissions: readonly string[] = []
  #checkedAt = Number.NEGATIVE_INFINITY
  #spokeAt: number

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#spokeAt = options.now()
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this
  }

  /** What the stream says next; waits where there is nothing yet. */
  next(): Promise<IteratorResult<Uint8Array>> {
    const frame = this.#waiting.shift()
    if (frame) {
      this.#waitingBytes -= frame.length
      return Promise.resolve({ done: false, value: frame })
    }
    if (this.#hasEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#reader = resolve
    })
  }

  /** Called when the reader has gone. */
  return(): Promise<IteratorResult<Uint8Array>> {
    this.#waiting = []
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  /** Puts what happened before in front of what waits; called before the stream has a reader. */
  precede(frames: readonly Uint8Array[]): void {
    this.#waiting.unshift(...frames)
    for (const { length } of frames) this.#waitingBytes += length
  }

  say(frame: Uint8Array): void {
    if (this.#hasEnded) return
    this.#spokeAt = this.#options.now()
    if (this.#reader) {
      const reader = this.#reader
      this.#reader = undefined
      reader({ done: false, value: frame })
      return
    }
    this.#waiting.push(frame)
    this.#waitingBytes += frame.length
    if (this.#waitingBytes > waitingBytesLimit) void this.return()
  }

  /** Ends the stream once what waits was taken. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#reader?.({ done: true, value: undefined })
    this.#reader = undefined
    this.#options.onEnd()
  }

  /**
   * Whether the caller may still listen; asked again where the last answer is older than this, in ms. Ends the
   * stream where it may not.
   */
  async admit(forMs = trustedMs): Promise<boolean> {
    const now = this.#options.now()
    if (now - this.#checkedAt >= forMs || now < this.#checkedAt) {
      const permissions = await this.#options.permissionsNow()
      if (!permissions) {
        this.end()
        return false
      }
      this.#permissions = permissions
      this.#checkedAt = now
    }
    return !this.#hasEnded
  }

  /** Whether the caller's permissions show this event. */
  sees({ type }: Pick<EventRow, 'type'>): boolean {
    return (
      this.#permissions.includes('events.read') || this.#permissions.includes(permissionOf(type) ?? 'none')
    )
  }

  /** Whether the caller's permissions show this kind of thing. */
  mayHearOf(family: HintFamily): boolean {
    return this.#permissions.includes(permissionsOfHints[family])
  }

  /** Ends the stream of a caller who may not listen any more, else says that it is alive after a long silence. */
  async beat(): Promise<void> {
    if (!(await this.admit(askedEveryMs))) return
    if (this.#options.now() - this.#spokeAt >= heartbeatMs) this.say(heartbeatFrame)
  }
}

/** The permission that shows what events of a family are about, for callers who may not read the feed. */
const permissionOf = (type: string): string | undefined => permissions[type.slice(0, type.indexOf('.'))]

const permissions: Readonly<Record<string, string>> = {
  item: 'items.read',
  postbatch: 'items.read',
  import: 'items.read',
  run: 'items.read',
  qr: 'items.read',
  template: 'templates.read',
  preview: 'templates.read',
  webhook: 'webhooks.manage',
  balance: 'billing.read',
  invoice: 'billing.read',
}

const permissionsOfHints: Readonly<Record<HintFamily, string>> = {
  export: 'items.read',
  import: 'items.read',
  topUp: 'billing.read',
  ticket: 'organisation.read',
  testClock: 'items.read',
}
