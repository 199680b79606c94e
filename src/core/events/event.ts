import { eventFamilies, eventTypes, matchesSubscription } from './catalogue.ts'
import type { Event } from './schema.ts'
import type { EventRow } from './store.ts'

/** What was delivered, and nothing computed anew. */
export const toWire = (row: EventRow): Event => JSON.parse(row.body) as Event

/** `item.*` → its types, for filters. */
export const typesOfFamily: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  eventFamilies.map((family) => [
    family,
    Object.keys(eventTypes).filter((type) => matchesSubscription(family, type)),
  ]),
)
