import type { Mode } from '../../kernel/mode.ts'
import type { EventRow } from '../../model/events.ts'
import type { WritableRows } from '../../ports/store.ts'
import { type EventType, eventFamilies, eventTypes, matchesSubscription } from './catalogue.ts'
import type { Event } from './schema.ts'

/** The event as it was delivered: parsed from the stored text, not computed anew. */
export const eventToWire = (row: EventRow): Event => JSON.parse(row.body) as Event

/** The event types of each family (`item.*`), for filters. */
export const typesOfFamily: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  eventFamilies.map((family) => [
    family,
    Object.keys(eventTypes).filter((type) => matchesSubscription(family, type)),
  ]),
)

/** An event as rules emit it, before it has an id and a sequence number. */
export interface NewEvent {
  type: EventType
  organisationId: string
  mode: Mode
  /** ms on the clock of the mode. */
  at: number
  /** Shaped as `eventData` says: `{item: {id, status}}`, `{run: {id, status, …}}`. */
  data: Record<string, unknown>
  /** Ids by which the feed and endpoints filter events. */
  itemId?: string
  postflowId?: string | null
  postbatchId?: string | null
  runId?: string | null
  /** Only this endpoint receives the event, regardless of its subscriptions (`webhook.test`). */
  onlyEndpointId?: string
  /** This endpoint does not receive the event (`webhook.disabled`). */
  exceptEndpointId?: string
}

/** What decides, besides their type and mode, which endpoints may hear of events. */
export type EventSubject = Pick<NewEvent, 'postflowId' | 'postbatchId' | 'onlyEndpointId'>

/** An event with its stored row. */
export interface WrittenEvent {
  event: NewEvent
  row: EventRow
}

/**
 * Called in the transaction that writes an organisation's events, to look up who is to hear of them. The returned
 * function writes the webhook deliveries once the events are written, and returns how many there are.
 */
export type EventListener = (
  rows: WritableRows,
  organisationId: string,
  events: readonly EventSubject[],
) => Promise<(written: readonly WrittenEvent[]) => Promise<number>>

/** What changes without an event, so that a page of it would have to ask again and again. */
export type HintFamily = 'export' | 'import' | 'topUp' | 'ticket' | 'testClock'

/** Tells portal pages that a resource without events changed, so that they fetch it again (docs/design/live-stream.md). */
export interface Hint {
  of: HintFamily
  organisationId: string
  /** Null where the thing belongs to both modes. */
  mode: Mode | null
}
