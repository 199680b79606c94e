import type { ModeScope } from '../../engine/caller.ts'
import { lastSequence } from '../../engine/events/append.ts'
import type { Hint, HintFamily } from '../../engine/events/event.ts'
import type { LiveStreams, Services } from '../../engine/services.ts'
import { utf8 } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import { allOf, gt, lte } from '../../kernel/query.ts'
import type { EventRow } from '../../model/events.ts'
import type { Rows } from '../../ports/store.ts'
import { streamProblems } from './sentences.ts'

/** How long a client waits before it reconnects, in ms. */
const retryMs = 2_000

/** The stream sends events after this number. */
const readyFrame = (sequence: number): Uint8Array =>
  utf8(`retry: ${retryMs}\nid: ${sequence}\nevent: ready\ndata: {}\n\n`)

/** Sent if more happened since `after` than a stream repeats: the client reloads what it shows. */
const reloadFrame = (sequence: number): Uint8Array =>
  utf8(`retry: ${retryMs}\nid: ${sequence}\nevent: reload\ndata: {}\n\n`)

const eventFrame = ({ sequence, type, body }: EventRow): Uint8Array =>
  utf8(`id: ${sequence}\nevent: ${type}\ndata: ${body}\n\n`)

/** Hints have no number: a reconnected stream does not repeat them, and its page reloads. */
const hintFrame = (of: HintFamily): Uint8Array => utf8(`event: ${of}.changed\ndata: {}\n\n`)

/** A comment that keeps proxies and both ends from closing an idle stream. */
const heartbeatFrame: Uint8Array = utf8(':\n\n')

/** Longest silence of a stream, in ms. */
export const heartbeatMs = 15_000
/** Bytes that may wait for a slow reader before its stream is closed; the client reconnects with `after`. */
export const waitingBytesLimit = 256 * 1024
/** How long a revoked permission may still show events, in ms. */
const trustedMs = 1_000
/** How often an idle stream checks its permissions, in ms. */
const checkedEveryMs = 400

export interface ListenerOptions {
  /** Undefined after the end of the session. */
  permissionsNow(): Promise<readonly string[] | undefined>
  now(): number
  /** Called once when the stream has ended, on either side. */
  onEnd(): void
}

/** An open stream: frames that wait for their reader. */
class Listener implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  readonly #options: ListenerOptions
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #reader: ((result: IteratorResult<Uint8Array>) => void) | undefined
  #hasEnded = false
  #permissions: readonly string[] = []
  #checkedAt = Number.NEGATIVE_INFINITY
  #sentAt: number

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#sentAt = options.now()
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this
  }

  /** Waits if there is no frame. */
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

  /** Called when the reader has disconnected. */
  return(): Promise<IteratorResult<Uint8Array>> {
    this.#waiting = []
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  /** Puts frames before the waiting ones. Called before the stream has a reader. */
  precede(frames: readonly Uint8Array[]): void {
    this.#waiting.unshift(...frames)
    for (const { length } of frames) this.#waitingBytes += length
  }

  send(frame: Uint8Array): void {
    if (this.#hasEnded) return
    this.#sentAt = this.#options.now()
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

  /** Ends the stream after its waiting frames. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#reader?.({ done: true, value: undefined })
    this.#reader = undefined
    this.#options.onEnd()
  }

  /** Reads permissions again after `forMs` (ms). Returns false, and ends the stream, without a session. */
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

  sees({ type }: Pick<EventRow, 'type'>): boolean {
    return (
      this.#permissions.includes('events.read') || this.#permissions.includes(permissionOf(type) ?? 'none')
    )
  }

  maySee(family: HintFamily): boolean {
    return this.#permissions.includes(permissionsOfHints[family])
  }

  /** Ends the stream after the end of the session; otherwise sends a heartbeat after a long silence. */
  async heartbeat(): Promise<void> {
    if (!(await this.admit(checkedEveryMs))) return
    if (this.#options.now() - this.#sentAt >= heartbeatMs) this.send(heartbeatFrame)
  }
}

/** The permission for a family of events, for callers without access to the feed. */
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
  spending_cap: 'billing.read',
  invoice: 'billing.read',
}

const permissionsOfHints: Readonly<Record<HintFamily, string>> = {
  export: 'items.read',
  import: 'items.read',
  topUp: 'billing.read',
  ticket: 'organisation.read',
  testClock: 'items.read',
}

/** Maximum numbers of open streams of a process, of an organisation and of a caller. */
export const streamLimits = { process: 1_000, organisation: 500, caller: 20 } as const
/** Most events that a stream repeats after reconnecting, and that one poll sends to a channel. */
export const repeatedLimit = 100
/** Most frames that one poll sends to all streams of a channel; beyond that it sends `reload`. */
export const framesLimit = 2_000
/** Pause after a poll that sent something, in ms, so that busy periods are sent in batches. */
const restMs = 50
/** Pages reload their lists at most once a second, in ms. */
const restAfterReloadMs = 500

/** In ms, so that a stream ends within a second of losing its permission. */
const pollEveryMs = 500

/** An organisation in one mode with its streams. */
interface Channel {
  scope: ModeScope
  /** The id of each stream's caller. */
  listeners: Map<Listener, string>
  /** The number of the last event sent. */
  last: number
  /** The store's commit count when the events were last read. */
  generation: number | undefined
  /** Changes without an event since the last poll. */
  hints: Set<HintFamily>
}

/** One query serves all streams of an organisation. */
export const createLiveStreams = (services: Services): LiveStreams => {
  const channels = new Map<string, Channel>()
  const wakers = new Set<() => void>()
  let hasEnded = false

  return {
    async open({ scope, callerId, after, permissionsNow }) {
      refuseTooMany([...channels.values()], scope, callerId)
      const known = channels.get(keyOf(scope)) ?? (await newChannel(services, scope))
      // Another stream may have opened it; nothing is awaited from here until the listener is added.
      const channel = channels.get(keyOf(scope)) ?? known
      const listener = new Listener({
        permissionsNow,
        now: () => services.clock.now(),
        onEnd: () => leave(channels, channel, listener),
      })
      channels.set(keyOf(scope), channel)
      channel.listeners.set(listener, callerId)
      if (hasEnded) listener.end()
      try {
        // Frames from here on wait behind the beginning.
        listener.precede(await beginning(services, listener, { scope, after, upTo: channel.last }))
      } catch (error) {
        listener.end()
        throw error
      }
      return listener
    },
    noteCommitted(organisationIds) {
      if (channels.size === 0) return
      const hasListener = [...channels.values()].some(({ scope }) =>
        organisationIds.has(scope.organisationId),
      )
      if (hasListener) for (const wake of wakers) wake()
    },
    noteHints(hints) {
      if (addHints(channels, hints)) for (const wake of wakers) wake()
    },
    async look() {
      let rest = 0
      for (const channel of [...channels.values()]) {
        rest = Math.max(rest, await poll(services, channel))
      }
      return rest
    },
    onWake(listener) {
      wakers.add(listener)
      return () => wakers.delete(listener)
    },
    nextLookAt: () => (channels.size === 0 ? undefined : services.clock.now() + pollEveryMs),
    end() {
      hasEnded = true
      for (const { listeners } of [...channels.values()]) {
        for (const listener of [...listeners.keys()]) listener.end()
      }
    },
  }
}

/** Adds hints to open channels. Returns false if there is no channel for them. */
const addHints = (channels: ReadonlyMap<string, Channel>, hints: readonly Hint[]): boolean => {
  let hasListener = false
  for (const { of, organisationId, mode } of hints) {
    for (const { scope, hints: known } of channels.values()) {
      if (scope.organisationId !== organisationId || (mode !== null && scope.mode !== mode)) continue
      known.add(of)
      hasListener = true
    }
  }
  return hasListener
}

const keyOf = ({ organisationId, mode }: ModeScope): string => `${organisationId}|${mode}`

/** Opens a channel that sends only later events. */
const newChannel = async (services: Services, scope: ModeScope): Promise<Channel> => ({
  scope,
  listeners: new Map(),
  last: await services.store.read((rows) => lastSequence(rows, scope.organisationId)),
  generation: undefined,
  hints: new Set(),
})

const leave = (channels: Map<string, Channel>, channel: Channel, listener: Listener): void => {
  channel.listeners.delete(listener)
  if (channel.listeners.size === 0 && channels.get(keyOf(channel.scope)) === channel) {
    channels.delete(keyOf(channel.scope))
  }
}

/** Throws 429 at the limit of the caller, the organisation or the process. */
const refuseTooMany = (
  channels: readonly Channel[],
  { organisationId }: ModeScope,
  callerId: string,
): void => {
  const all = channels.flatMap(({ scope, listeners }) =>
    [...listeners.values()].map((caller) => ({ caller, organisation: scope.organisationId })),
  )
  const counts = {
    process: all.length,
    organisation: all.filter(({ organisation }) => organisation === organisationId).length,
    caller: all.filter(({ caller }) => caller === callerId).length,
  }
  const full = (['caller', 'organisation', 'process'] as const).find(
    (kind) => counts[kind] >= streamLimits[kind],
  )
  if (!full) return
  const sentence = streamProblems.sentence(`rate_limited.${full}`, { limit: streamLimits[full] })
  throw problem(sentence, { headers: { 'Retry-After': '30' } })
}

/** Returns repeated events, or `reload` if too many were missed. */
const beginning = async (
  services: Services,
  listener: Listener,
  { scope, after, upTo }: { scope: ModeScope; after: number | undefined; upTo: number },
): Promise<Uint8Array[]> => {
  if (!(await listener.admit())) return []
  if (after === undefined || after === upTo) return [readyFrame(upTo)]
  const missed = await services.store.read((rows) =>
    eventsBetween(rows, scope, { after, upTo, most: repeatedLimit }),
  )
  // An unknown number is from another server, or from this one before a restore.
  if (after > upTo || missed.length > repeatedLimit) return [reloadFrame(upTo)]
  return [readyFrame(after), ...missed.filter((event) => listener.sees(event)).map(eventFrame)]
}

/** Returns events in order, at most one more than `most`. */
const eventsBetween = async (
  rows: Rows,
  scope: ModeScope,
  { after, upTo = Number.MAX_SAFE_INTEGER, most }: { after: number; upTo?: number; most: number },
): Promise<EventRow[]> =>
  rows.events.find(
    scope,
    { sequence: allOf(gt(after), lte(upTo)) },
    { order: [{ field: 'sequence' }], limit: most + 1 },
  )

/** Sends new frames or heartbeats to all streams; returns the pause, in ms. */
const poll = async (services: Services, channel: Channel): Promise<number> => {
  const generation = services.store.generation?.('events')
  const isRead = generation !== undefined && generation === channel.generation
  const rest = isRead ? 0 : await sendEvents(services, channel)
  channel.generation = generation
  const restOfHints = channel.hints.size > 0 ? await sendHints(channel) : 0
  await Promise.all([...channel.listeners.keys()].map((listener) => listener.heartbeat()))
  return Math.max(rest, restOfHints)
}

/** Sends everything committed since the last poll; returns the pause, in ms. */
const sendEvents = async (services: Services, channel: Channel): Promise<number> => {
  const most = Math.min(repeatedLimit, Math.max(1, Math.floor(framesLimit / channel.listeners.size)))
  const { events, last } = await services.store.read((rows) => eventsSince(rows, channel, most))
  if (events.length === 0) return 0
  // Streams opened before this read get the events here; later ones repeat them.
  const listeners = [...channel.listeners.keys()]
  channel.last = last
  const isTooMuch = events.length > most
  const frames = isTooMuch ? [] : events.map((event) => ({ event, frame: eventFrame(event) }))
  const tellOne = async (listener: Listener): Promise<void> => {
    // A reload shows no data, so a caller is trusted with it for longer.
    if (!(await listener.admit(isTooMuch ? heartbeatMs : undefined))) return
    if (isTooMuch) listener.send(reloadFrame(last))
    for (const { event, frame } of frames) if (listener.sees(event)) listener.send(frame)
  }
  await Promise.all(listeners.map(tellOne))
  return isTooMuch ? restAfterReloadMs : restMs
}

/** Sends the hints collected since the last poll; returns the pause, in ms. */
const sendHints = async (channel: Channel): Promise<number> => {
  const families = [...channel.hints]
  channel.hints.clear()
  const tellOne = async (listener: Listener): Promise<void> => {
    if (!(await listener.admit())) return
    for (const family of families) if (listener.maySee(family)) listener.send(hintFrame(family))
  }
  await Promise.all([...channel.listeners.keys()].map(tellOne))
  return restMs
}

/** Returns at most one more than `most` events, and the number to continue after. */
const eventsSince = async (rows: Rows, { scope, last }: Channel, most: number) => {
  const events = await eventsBetween(rows, scope, { after: last, most })
  const isTooMuch = events.length > most
  return {
    events,
    last: isTooMuch ? await lastSequence(rows, scope.organisationId) : (events.at(-1)?.sequence ?? last),
  }
}
