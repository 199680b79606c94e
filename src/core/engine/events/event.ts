import type { Mode } from '../../kernel/mode.ts'
import type { EventRow } from '../../model/events.ts'
import type { WritableRows } from '../../ports/store.ts'
import { type EventType, eventFamilies, eventTypes, matchesSubscription } from './catalogue.ts'
import type { Event } from './schema.ts'

/** What was delivered, and nothing computed anew. */
export const toWire = (row: EventRow): Event => JSON.parse(row.body) as Event

/** `item.*` → its types, for filters. */
export const typesOfFamily: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  eventFamilies.map((family) => [
    family,
    Object.keys(eventTypes).filter((type) => matchesSubscription(family, type)),
  ]),
)

/** An event as rules tell it, before it has an id and a place in the sequence. */
export interface NewEvent {
  type: EventType
  organisationId: string
  mode: Mode
  /** ms on the clock of the mode. */
  at: number
  /** Small and documented in the catalogue: `{item: {id, status}}`, `{run: {id, status, …}}`. */
  data: Record<string, unknown>
  /** What filters of endpoints and an item's history look at. */
  itemId?: string
  postflowId?: string | null
  postbatchId?: string | null
  /** Only this endpoint gets it, whatever it subscribes to (`webhook.test`). */
  onlyEndpointId?: string
  /** This endpoint does not get it (`webhook.disabled`). */
  exceptEndpointId?: string
}

/** An event with the row that it has become. */
export interface WrittenEvent {
  event: NewEvent
  row: EventRow
}

/**
 * Hears of an organisation's events in the transaction that writes them, and writes what follows from them: the deliveries of
 * webhooks. Returns how many it made.
 */
export type EventListener = (
  rows: WritableRows,
  organisationId: string,
  events: readonly WrittenEvent[],
) => Promise<number>
