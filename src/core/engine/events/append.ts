import { dayMs, toDateTime } from '../../kernel/time.ts'
import type { EventRow } from '../../model/events.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import type { NewEvent } from './event.ts'

/**
 * The envelope as JSON (docs/interface.md#envelope): the exact text that the feed shows and every delivery
 * carries.
 */
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

/**
 * Writes events in order, each with its number in the organisation's sequence and its deliveries. Returns the
 * number of deliveries.
 */
export const appendEvents = async (
  services: Services,
  rows: WritableRows,
  events: readonly NewEvent[],
): Promise<number> => {
  if (events.length === 0) return 0
  let deliveries = 0
  // Organisations are locked in order of id everywhere (decision 188).
  for (const [organisationId, own] of [...groupByOrganisation(events)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [counter, deliver] = await Promise.all([
      rows.counters.add({ id: counterId(organisationId), organisationId, value: 0 }, { value: own.length }),
      services.onEvents(rows, organisationId, own),
    ])
    let sequence = counter.value - own.length
    const written = own.map((event) => ({ event, row: toRow(services, event, ++sequence) }))
    await rows.events.insertMany(written.map(({ row }) => row))
    deliveries += await deliver(written)
  }
  return deliveries
}

const counterId = (organisationId: string): string => `events|${organisationId}`

/** The sequence number of an organisation's last event: later events have higher ones. */
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
