import type { EventRow } from '../../../src/core/model/events.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../../src/core/model/webhooks.ts'
import { everyone, type Store, StoreUnavailable, type WritableRows } from '../../../src/core/ports/store.ts'
import { overriding } from '../../../src/testing/overriding.ts'
import type { Life, World } from '../world.ts'

/** A transaction's events, with who was to hear of each when it was committed. */
interface Told {
  event: EventRow
  audience: string[]
}

/**
 * The disk as one server sees it. The server may die before a commit, which is then lost, or after it, before
 * the client has its answer; or the disk refuses the commit, or its answer is lost.
 */
export const storeOf = (world: World, life: Life): Store => {
  let commits = 0
  const { disk, chronicle, profile } = world
  return {
    read: async (body) => {
      if (!life.alive) await world.point(life, 'reads')
      return disk.read(body)
    },
    async write(body) {
      await world.point(life, 'begins a transaction')
      if (world.strikes(profile.storageFaults)) {
        world.story.tell(life.name, () => 'the disk refuses a transaction')
        throw new StoreUnavailable('The simulated disk refuses.')
      }
      const committed = await disk
        .write((rows) => within(world, rows, body))
        .catch((error: unknown) => {
          if (error instanceof Halved) return error
          throw error
        })
      if (committed instanceof Halved) return committed.value as Awaited<ReturnType<typeof body>>
      const { value, told, deliveries, overdrawn } = committed
      commits++
      for (const { event, audience } of told) {
        chronicle.events.push(event)
        chronicle.audience.set(event.id, audience)
      }
      for (const { id, endpointId } of deliveries) chronicle.deliveries.set(id, endpointId)
      chronicle.wrong.push(...overdrawn)
      if (told.length > 0) world.story.tell(life.name, () => `commits ${told.map(tellEvent).join(', ')}`)
      await world.point(life, 'has committed')
      if (world.strikes(profile.storageFaults / 2)) {
        world.story.tell(life.name, () => 'the disk keeps a transaction and loses its answer')
        const lost = new StoreUnavailable('The simulated disk lost its answer.')
        lost.outcomeUnknown = true
        throw lost
      }
      return value
    },
    // Where one server writes, what it reads may be kept until it writes again.
    ...(profile.servers === 1 ? { generation: () => commits } : {}),
    async close() {},
  }
}

/** The body of one transaction, with what it told, to whom, and what it did to money. */
const within = async <T>(world: World, rows: WritableRows, body: (rows: WritableRows) => Promise<T>) => {
  const written: EventRow[] = []
  const deliveries: WebhookDeliveryRow[] = []
  let paid = false
  const planted = world.plant?.rows?.(rows, world) ?? rows
  const value = await body(
    watched(planted, {
      tell: (events) => written.push(...events),
      deliver: (rows) => deliveries.push(...rows),
      pay: () => {
        paid = true
      },
    }),
  )
  if (world.plant?.halves?.(world)) throw new Halved(value)
  const told = await audienceOf(rows, written)
  return { value, deliveries, told, overdrawn: paid ? await overdrafts(rows, world.chronicle.available) : [] }
}

/** For a planted bug: everything is answered, and nothing is kept. */
export class Halved extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super('planted')
    this.value = value
  }
}

const tellEvent = ({ event }: Told): string => {
  const { data } = JSON.parse(event.body) as { data: Record<string, { id?: string }> }
  const subject = Object.values(data)[0]?.id
  return `${event.type}${subject ? ` ${subject}` : ''} (${event.id})`
}

interface Watcher {
  tell(events: readonly EventRow[]): void
  deliver(deliveries: readonly WebhookDeliveryRow[]): void
  pay(): void
}

const watched = (rows: WritableRows, { tell, deliver, pay }: Watcher): WritableRows =>
  overriding(rows, {
    get events() {
      return overriding(rows.events, {
        async insertMany(events) {
          await rows.events.insertMany(events)
          tell(events)
        },
      })
    },
    get webhookDeliveries() {
      return overriding(rows.webhookDeliveries, {
        async insert(row) {
          await rows.webhookDeliveries.insert(row)
          deliver([row])
        },
        async insertMany(many) {
          await rows.webhookDeliveries.insertMany(many)
          deliver(many)
        },
      })
    },
    get accounts() {
      pay()
      return rows.accounts
    },
  })

/** Said once more in other words than the core's, so that a mistake there is no mistake here. */
const audienceOf = async (rows: WritableRows, events: readonly EventRow[]): Promise<Told[]> => {
  const told: Told[] = []
  for (const event of events) {
    const { organisationId } = event
    const endpoints = await rows.webhookEndpoints.find({ organisationId }, {})
    told.push({ event, audience: endpoints.filter((one) => isFor(one, event)).map(({ id }) => id) })
  }
  return told
}

const isFor = (endpoint: WebhookEndpointRow, event: EventRow): boolean => {
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
 * Who prepays never promises more than there is, at no instant. What was promised while it was invoiced monthly may stand
 * below zero when it prepays again, and then only shrinks.
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
