import { createMemoryClock } from '../adapters/memory/clock.ts'
import { createMemoryPrintPartner, type MemoryPrintPartner } from '../adapters/memory/print-partner.ts'
import { createSeededRandom } from '../adapters/memory/random.ts'
import { createMemoryStore } from '../adapters/memory/store.ts'
import { createMemoryWebhookSender, type MemoryWebhookSender } from '../adapters/memory/webhook-sender.ts'
import { testDeliveries } from '../client/verify-webhook.ts'
import type { Event } from '../core/engine/events/schema.ts'
import type { Ports } from '../core/engine/services.ts'
import { topUp } from '../core/features/billing/top-ups.ts'
import type { Config } from '../core/kernel/config.ts'
import { secondMs } from '../core/kernel/time.ts'
import type { EventRow } from '../core/model/events.ts'
import type { Store, WritableRows, Writer } from '../core/ports/store.ts'
import type { Lettershop, LettershopOptions } from '../lettershop.ts'
import { type Proof, proofOf } from './proof.ts'
import { createTestTime, type TestTime } from './time.ts'

/** Returns a proxy with some members replaced. Other methods stay bound to the target's private fields. */
export const overriding = <T extends object>(target: T, members: Partial<T>): T =>
  new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof T]
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Wraps a store to record its events, so that a test can read them synchronously. */
const recordEvents = (store: Store): { store: Store; eventsOf(itemId: string): Event[] } => {
  const events: EventRow[] = []
  return {
    eventsOf: (itemId) =>
      events.filter((event) => event.itemId === itemId).map((event) => JSON.parse(event.body) as Event),
    store: {
      read: (callback) => store.read(callback),
      close: () => store.close(),
      async write(callback) {
        let written: EventRow[] = []
        const result = await store.write((rows) => {
          // The callback may run again; only its last run counts.
          written = []
          return callback(watched(rows, written))
        })
        events.push(...written)
        return result
      },
    },
  }
}

const watched = (rows: WritableRows, written: EventRow[]): WritableRows =>
  overriding(rows, {
    events: overriding<Writer<EventRow>>(rows.events, {
      async insert(row) {
        await rows.events.insert(row)
        written.push(row)
      },
      async insertMany(many) {
        await rows.events.insertMany(many)
        written.push(...many)
      },
    }),
  })

/** Options of a test's `createLettershop`. */
export interface TestingOptions {
  /** Initial time (RFC 3339); by default a Monday morning. */
  clock?: string
  /** Makes ids, keys and codes reproducible. */
  seed?: number | string
  config?: Partial<Config>
  /** Ports to use instead of those in memory. */
  ports?: Partial<Omit<Ports, 'store' | 'clock'>>
}

/** The result of `seed`. */
export interface Sample {
  organisationId: string
  liveKey: string
  testKey: string
  /** An active test-mode Postflow with a single merge field, `firstName`. */
  postflowId: string
  /** The same in live mode. */
  livePostflowId: string
  returnAddressId: string
}

/** The library with a clock that you move, and recorded webhooks and packages. */
export interface TestLettershop extends Lettershop {
  /** The instance's time in place of real time. Every organisation's test clock moves with it. */
  clock: TestTime
  /** Creates an organisation with keys of both modes, templates and active Postflows. */
  seed(organisation?: { name?: string; country?: string }): Promise<Sample>
  /** Returns an item's events, oldest first. */
  events(itemId: string): Event[]
  /** Renders an item as it would be printed. */
  proof(itemId: string): Promise<Proof>
  /** Sent webhooks, and scripted responses. */
  webhooks: MemoryWebhookSender
  /** The printers of live and test runs. */
  printers: { live: MemoryPrintPartner; test: MemoryPrintPartner }
}

/** Opens `createLibrary`'s library in memory, reproducible by seed. Close it when the test ends. */
export const openTestLettershop = async (
  createLibrary: (options: LettershopOptions) => Promise<Lettershop>,
  options: TestingOptions,
): Promise<TestLettershop> => {
  const clock = createMemoryClock(options.clock)
  const { store, eventsOf } = recordEvents(createMemoryStore())
  const webhooks = createMemoryWebhookSender()
  const printers = {
    live: createMemoryPrintPartner({ name: 'memory' }),
    test: createMemoryPrintPartner({ name: 'simulated' }),
  }
  const shop = await createLibrary({
    secretKey: new Uint8Array(32),
    // Live mail contains the server's URL, so it must be a public one.
    config: { baseUrl: 'http://mail.example', ...options.config },
    ports: {
      clock,
      random: createSeededRandom(options.seed),
      webhookSender: webhooks,
      printPartners: printers,
      ...options.ports,
      store,
    },
  })
  const startedAt = clock.now()
  // Timestamps have whole seconds.
  const isTestDelivery = (at: number) => startedAt < at + secondMs && at <= clock.now()
  testDeliveries.add(isTestDelivery)
  return {
    ...shop,
    async close() {
      testDeliveries.delete(isTestDelivery)
      await shop.close()
    },
    clock: createTestTime(shop.core, clock),
    webhooks,
    printers,
    events: eventsOf,
    proof: (itemId) => proofOf(shop.core.services, itemId),
    seed: (organisation) => seed(shop, organisation),
  }
}

const office = {
  street: 'Keizersgracht',
  houseNumber: '123',
  postalCode: '1015 CJ',
  city: 'Amsterdam',
  country: 'NL',
}

const seed = async (shop: Lettershop, input: { name?: string; country?: string } = {}): Promise<Sample> => {
  const organisation = await shop.createOrganisation({ name: 'Sample & Sons', ...input })
  const organisationId = organisation.id
  const keyOf = async (mode: 'live' | 'test') =>
    (await shop.createKey({ organisationId, mode, scopes: 'all' })).key
  const liveKey = await keyOf('live')
  // Live mail needs a return address and a target for codes, even in a test.
  const { id: returnAddressId } = await shop.client(liveKey).returnAddresses.create({
    name: 'Office',
    address: { ...office, companyName: organisation.name },
  })
  const { postflows } = await shop.seedOrganisation(organisationId, {
    trackingTargetUrl: 'https://example.com/flowers',
  })
  // Live items need a balance, even in a test.
  await topUp(shop.core.services, { organisationId, amountCents: 1_000_000 })
  const first = (mode: 'live' | 'test') => postflows.find((postflow) => postflow.mode === mode)!.id
  return {
    organisationId,
    liveKey,
    testKey: await keyOf('test'),
    postflowId: first('test'),
    livePostflowId: first('live'),
    returnAddressId,
  }
}
