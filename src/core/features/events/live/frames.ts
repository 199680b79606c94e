import type { HintFamily } from '../../../engine/events/hint.ts'
import { utf8 } from '../../../kernel/bytes.ts'
import type { EventRow } from '../../../model/events.ts'

/** How long a client waits before it opens a stream that was cut off again, in ms. */
const retryMs = 2_000

/** The first words of a stream: from which event on it tells. */
export const readyFrame = (sequence: number): Uint8Array =>
  utf8(`retry: ${retryMs}\nid: ${sequence}\nevent: ready\ndata: {}\n\n`)

/** Tells that more happened since `after` than a stream repeats: the client reads anew what it shows. */
export const reloadFrame = (sequence: number): Uint8Array =>
  utf8(`retry: ${retryMs}\nid: ${sequence}\nevent: reload\ndata: {}\n\n`)

/** An event: its number in the organisation's sequence, its type and the envelope as deliveries carry it. */
export const eventFrame = ({ sequence, type, body }: EventRow): Uint8Array =>
  utf8(`id: ${sequence}\nevent: ${type}\ndata: ${body}\n\n`)

/**
 * A hint that something without an event changed. It has no number: a stream that was cut off hears it no more, and
 * its page reads what it shows when it is back.
 */
export const hintFrame = (of: HintFamily): Uint8Array => utf8(`event: ${of}.changed\ndata: {}\n\n`)

/** A comment that keeps proxies and both ends from taking the stream for dead. */
export const heartbeatFrame: Uint8Array = utf8(':\n\n')
