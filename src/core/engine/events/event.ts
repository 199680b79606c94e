import type { Mode } from '../../kernel/mode.ts'
import type { EventRow } from '../../model/events.ts'
import type { WritableRows } from '../../ports/store.ts'
import { type EventType, eventFamilies, eventTypes, matchesSubscription } from './catalogue.ts'
import type { Event } from './schema.ts'

/** Parses the stored text, as delivered. */
export const eventToWire = (row: EventRow): Event => JSON.parse(row.body) as Event

/** Types by family (`item.*`), for filters. */
export const typesOfFamily: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  eventFamilies.map((family) => [
    family,
    Object.keys(eventTypes).filter((type) => matchesSubscription(family, type)),
  ]),
)

/** An event that has no id and sequence number yet. */
export interface NewEvent {
  type: EventType
  organisationId: string
  mode: Mode
  /** In ms on the clock of the mode. */
  at: number
  /** Shaped by `eventData`: `{item: {id, status}}`, `{run: {id, status, …}}`. */
  data: Record<string, unknown>
  /** Ids for filters of the feed and endpoints. */
  itemId?: string
  postflowId?: string | null
  postbatchId?: string | null
  runId?: string | null
  /** Only this endpoint receives the event, whatever it subscribed to (`webhook.test`). */
  onlyEndpointId?: string
  /** This endpoint doesn't receive the event (`webhook.disabled`). */
  exceptEndpointId?: string
}

/** The fields that decide, besides type and mode, which endpoints receive an event. */
export type EventSubject = Pick<NewEvent, 'postflowId' | 'postbatchId' | 'onlyEndpointId'>

export interface WrittenEvent {
  event: NewEvent
  row: EventRow
}

/** Looks up the receiving endpoints. The returned function writes the deliveries after the events. */
export type EventListener = (
  rows: WritableRows,
  organisationId: string,
  events: readonly EventSubject[],
) => Promise<(written: readonly WrittenEvent[]) => Promise<number>>

/** Resources that change without events, which pages would otherwise poll. */
export type HintFamily = 'export' | 'import' | 'topUp' | 'ticket' | 'testClock'

/** Tells portal pages to fetch a resource again (docs/design/portal.md). */
export interface Hint {
  of: HintFamily
  organisationId: string
  /** Null if the resource belongs to both modes. */
  mode: Mode | null
}
