import { dayMs, toDateTime } from '../../kernel/time.ts'
import type { EventRow } from '../../model/events.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import type { EventListener, EventSubject, NewEvent } from './event.ts'

/** Returns the exact text of an event in the feed and in deliveries (docs/webhooks.md#envelope). */
export const envelopeText = (
  event: Pick<EventRow, 'id' | 'type' | 'organisationId' | 'mode' | 'createdAt'>,
  data: unknown,
): string =>
  JSON.stringify({
    id: event.id,
    type: event.type,
    version: 1,
    createdAt: toDateTime(event.createdAt),
    organisationId: event.organisationId,
    isTest: event.mode === 'test',
    data,
  })

/** What a transaction reads in advance for the events that it is expected to emit. */
export interface ExpectedEvents {
  /** Number of the organisation's last event. Other transactions add events only after this one. */
  last: number
  about: readonly EventSubject[]
  deliver: Awaited<ReturnType<EventListener>>
}

export const readForEvents = async (
  services: Services,
  rows: WritableRows,
  organisationId: string,
  about: readonly EventSubject[],
): Promise<ExpectedEvents> => {
  const [last, deliver] = await Promise.all([
    lastSequence(rows, organisationId),
    services.onEvents(rows, organisationId, about),
  ])
  return { last, about, deliver }
}

const isExpected = ({ about }: ExpectedEvents, event: NewEvent): boolean =>
  event.onlyEndpointId === undefined &&
  (!(event.postflowId ?? event.postbatchId) ||
    about.some(
      ({ postflowId, postbatchId }) =>
        (postflowId ?? null) === (event.postflowId ?? null) &&
        (postbatchId ?? null) === (event.postbatchId ?? null),
    ))

/** Writes events in order with their deliveries. Returns the number of deliveries. */
export const appendEvents = async (
  services: Services,
  rows: WritableRows,
  events: readonly NewEvent[],
  expected: ReadonlyMap<string, ExpectedEvents> = new Map(),
): Promise<number> => {
  if (events.length === 0) return 0
  let deliveries = 0
  // Locks organisations in order of id, so that transactions don't deadlock.
  for (const [organisationId, own] of [...groupByOrganisation(events)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const known = expected.get(organisationId)
    const isKnown = known !== undefined && own.every((event) => isExpected(known, event))
    const { last, deliver } = isKnown ? known : await readForEvents(services, rows, organisationId, own)
    const counter = { id: counterId(organisationId), organisationId, value: 0 }
    await rows.counters.addUnread(counter, { value: own.length })
    let sequence = last
    const written = own.map((event) => ({ event, row: toRow(services, event, ++sequence) }))
    await rows.events.insertMany(written.map(({ row }) => row))
    deliveries += await deliver(written)
  }
  return deliveries
}

const counterId = (organisationId: string): string => `events|${organisationId}`

/** Returns the number of an organisation's last event, 0 for none. Later events have higher numbers. */
export const lastSequence = async (rows: Rows, organisationId: string): Promise<number> =>
  (await rows.counters.get({ organisationId }, counterId(organisationId)))?.value ?? 0

const toRow = (services: Services, event: NewEvent, sequence: number): EventRow => {
  const row = {
    id: services.ids.next('evt'),
    organisationId: event.organisationId,
    mode: event.mode,
    sequence,
    type: event.type,
    itemId: event.itemId ?? null,
    postflowId: event.postflowId ?? null,
    postbatchId: event.postbatchId ?? null,
    runId: event.runId ?? null,
    createdAt: event.at,
    expiresAt: services.clock.now() + services.config.eventRetentionDays * dayMs,
  }
  return { ...row, body: envelopeText(row, event.data) }
}

const groupByOrganisation = (events: readonly NewEvent[]): Map<string, NewEvent[]> => {
  const groups = new Map<string, NewEvent[]>()
  for (const event of events) {
    const group = groups.get(event.organisationId)
    if (group) group.push(event)
    else groups.set(event.organisationId, [event])
  }
  return groups
}
