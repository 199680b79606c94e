import type { EventRow } from '../../../src/core/model/events.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../../src/core/model/webhooks.ts'
import { everyone, type Store, StoreUnavailable, type WritableRows } from '../../../src/core/ports/store.ts'
import { overriding } from '../../../src/testing/lettershop.ts'
import type { Incarnation, Simulation } from '../simulation.ts'
import { observeSpending } from './spending.ts'

/** A committed event with the ids of the endpoints subscribed at the commit. */
interface CommittedEvent {
  event: EventRow
  subscribers: string[]
}

/**
 * One server's view of the store. The server may crash before a commit, which is then lost, or after it and
 * before the client has its answer. The disk may refuse a transaction, or commit it and lose the answer.
 */
export const storeOf = (simulation: Simulation, incarnation: Incarnation): Store => {
  let commits = 0
  const { disk, history, profile } = simulation
  return {
    read: async (body) => {
      if (!incarnation.alive) await simulation.yieldPoint(incarnation, 'reads')
      return disk.read(body)
    },
    async write(body) {
      await simulation.yieldPoint(incarnation, 'begins a transaction')
      if (simulation.faultOccurs(profile.storageFaults)) {
        simulation.trace.add(incarnation.name, () => 'the disk refuses a transaction')
        throw new StoreUnavailable('The simulated disk refuses.')
      }
      const committed = await disk
        .write((rows) => runTransaction(simulation, rows, body))
        .catch((error: unknown) => {
          if (error instanceof DroppedCommit) return error
          throw error
        })
      if (committed instanceof DroppedCommit) return committed.value as Awaited<ReturnType<typeof body>>
      const { value, events, deliveries, overdrawn } = committed
      commits++
      for (const { event, subscribers } of events) {
        history.events.push(event)
        history.subscribers.set(event.id, subscribers)
      }
      for (const { id, endpointId } of deliveries) history.deliveries.set(id, endpointId)
      history.unexplainedErrors.push(...overdrawn)
      if (events.length > 0)
        simulation.trace.add(incarnation.name, () => `commits ${events.map(describeEvent).join(', ')}`)
      await simulation.yieldPoint(incarnation, 'has committed')
      if (simulation.faultOccurs(profile.storageFaults / 2)) {
        simulation.trace.add(incarnation.name, () => 'the disk commits a transaction and loses the answer')
        const lost = new StoreUnavailable('The simulated disk lost its answer.')
        lost.outcomeUnknown = true
        throw lost
      }
      return value
    },
    // A single writing server may cache reads until its next commit.
    ...(profile.servers === 1 ? { generation: () => commits } : {}),
    async close() {},
  }
}

/** Runs one transaction and collects its events with subscribers, its deliveries and overdrafts. */
const runTransaction = async <T>(
  simulation: Simulation,
  rows: WritableRows,
  body: (rows: WritableRows) => Promise<T>,
) => {
  const written: EventRow[] = []
  const deliveries: WebhookDeliveryRow[] = []
  let touchedMoney = false
  let touchedSpending = false
  const withBug = simulation.injectedBug?.rows?.(rows, simulation) ?? rows
  const value = await body(
    observed(withBug, {
      onEvents: (events) => written.push(...events),
      onDeliveries: (rows) => deliveries.push(...rows),
      onAccounts: () => {
        touchedMoney = true
      },
      onSpending: () => {
        touchedSpending = true
      },
    }),
  )
  if (simulation.injectedBug?.dropsCommit?.(simulation)) throw new DroppedCommit(value)
  const events = await subscribersOf(rows, written)
  if (touchedSpending) await observeSpending(rows, simulation.history)
  return {
    value,
    deliveries,
    events,
    overdrawn: touchedMoney ? await overdrafts(rows, simulation.history.available) : [],
  }
}

/** Rolls back a transaction that is acknowledged anyway; for an injected bug. */
export class DroppedCommit extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super('injected')
    this.value = value
  }
}

const describeEvent = ({ event }: CommittedEvent): string => {
  const { data } = JSON.parse(event.body) as { data: Record<string, { id?: string }> }
  const subject = Object.values(data)[0]?.id
  return `${event.type}${subject ? ` ${subject}` : ''} (${event.id})`
}

interface Observer {
  onEvents(events: readonly EventRow[]): void
  onDeliveries(deliveries: readonly WebhookDeliveryRow[]): void
  onAccounts(): void
  onSpending(): void
}

const observed = (
  rows: WritableRows,
  { onEvents, onDeliveries, onAccounts, onSpending }: Observer,
): WritableRows =>
  overriding(rows, {
    get events() {
      return overriding(rows.events, {
        async insertMany(events) {
          await rows.events.insertMany(events)
          onEvents(events)
        },
      })
    },
    get webhookDeliveries() {
      return overriding(rows.webhookDeliveries, {
        async insert(row) {
          await rows.webhookDeliveries.insert(row)
          onDeliveries([row])
        },
        async insertMany(many) {
          await rows.webhookDeliveries.insertMany(many)
          onDeliveries(many)
        },
      })
    },
    get accounts() {
      onAccounts()
      return rows.accounts
    },
    get spending() {
      onSpending()
      return rows.spending
    },
  })

/** Adds subscribers to events. Implemented separately from the core, so that a mistake in it is detected. */
const subscribersOf = async (rows: WritableRows, events: readonly EventRow[]): Promise<CommittedEvent[]> => {
  const committed: CommittedEvent[] = []
  for (const event of events) {
    const { organisationId } = event
    const endpoints = await rows.webhookEndpoints.find({ organisationId }, {})
    committed.push({
      event,
      subscribers: endpoints.filter((one) => isSubscribed(one, event)).map(({ id }) => id),
    })
  }
  return committed
}

const isSubscribed = (endpoint: WebhookEndpointRow, event: EventRow): boolean => {
  const { data } = JSON.parse(event.body) as { data: { endpoint?: { id: string } } }
  if (event.type === 'webhook.test') return data.endpoint!.id === endpoint.id
  if (event.type === 'webhook.disabled' && data.endpoint!.id === endpoint.id) return false
  const family = `${event.type.split('.')[0]}.*`
  return (
    ['*', family, event.type].some((subscription) => endpoint.events.includes(subscription)) &&
    [null, event.mode].includes(endpoint.onlyMode) &&
    [null, event.postflowId].includes(endpoint.onlyPostflowId) &&
    [null, event.postbatchId].includes(endpoint.onlyPostbatchId)
  )
}

/**
 * Returns a sentence for each prepaid organisation whose reserved amount exceeds its balance. One that was
 * invoiced monthly may start below zero; its deficit must not grow.
 */
const overdrafts = async (rows: WritableRows, known: Map<string, number>): Promise<string[]> => {
  const wrong: string[] = []
  for (const { organisationId, balanceCents, reservedCents } of await rows.accounts.find(everyone, {})) {
    const available = balanceCents - reservedCents
    const before = known.get(organisationId) ?? 0
    known.set(organisationId, available)
    const organisation = await rows.organisations.get(everyone, organisationId)
    if (organisation?.billingMode !== 'PREPAID' || available >= Math.min(0, before)) continue
    wrong.push(`${organisationId} prepays, had ${before} cents to spend and has ${available}`)
  }
  return wrong
}
