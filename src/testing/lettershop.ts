import { createMemoryClock } from '../adapters/memory/clock.ts'
import { createMemoryPrintPartner, type MemoryPrintPartner } from '../adapters/memory/print-partner.ts'
import { createSeededRandom } from '../adapters/memory/random.ts'
import { createMemoryStore } from '../adapters/memory/store.ts'
import { createMemoryWebhookSender, type MemoryWebhookSender } from '../adapters/memory/webhook-sender.ts'
import { sentInTest } from '../client/verify-webhook.ts'
import type { Event } from '../core/engine/events/schema.ts'
import type { Ports } from '../core/engine/services.ts'
import { topUp } from '../core/features/billing/top-ups.ts'
import type { Config } from '../core/kernel/config.ts'
import { secondMs } from '../core/kernel/time.ts'
import type { Lettershop, LettershopOptions } from '../lettershop.ts'
import { recordEvents } from './events.ts'
import { type Proof, proofOf } from './proof.ts'
import { createTestTime, type TestTime } from './time.ts'

/** What `createLettershop` of a test takes; nothing of it is needed. */
export interface TestingOptions {
  /** Where the clock stands (RFC 3339); a Monday morning by default. */
  clock?: string
  /** Ids, keys and codes are the same for the same seed. */
  seed?: number | string
  config?: Partial<Config>
  /** Ports to use instead of those in memory. */
  ports?: Partial<Omit<Ports, 'store' | 'clock'>>
}

/** What `seed` made. */
export interface Sample {
  organisationId: string
  liveKey: string
  testKey: string
  /** An active Postflow of test mode whose only merge field is `firstName`. */
  postflowId: string
  /** The same of live mode. */
  livePostflowId: string
  returnAddressId: string
}

/** The library with a clock to move, and everything it sends and prints to look at. */
export interface TestLettershop extends Lettershop {
  /** Real time, and every organisation's test clock with it. */
  clock: TestTime
  /** An organisation with keys of both modes, templates and active Postflows. */
  seed(organisation?: { name?: string; country?: string }): Promise<Sample>
  /** An item's events, oldest first. */
  events(itemId: string): Event[]
  /** The item as the sheet of paper that it becomes. */
  proof(itemId: string): Promise<Proof>
  /** Every webhook that was sent, and how the next ones are answered. */
  webhooks: MemoryWebhookSender
  /** What live and test runs were handed over to. */
  printers: { live: MemoryPrintPartner; test: MemoryPrintPartner }
}

/**
 * Everything in memory, the same for the same seed, on the platform of `createLibrary`; close it when
 * the test ends.
 */
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
    // Live mail carries the server's address, so that it must be one that readers get to.
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
  // Timestamps are in whole seconds.
  const wasSentAt = (at: number) => startedAt < at + secondMs && at <= clock.now()
  sentInTest.add(wasSentAt)
  return {
    ...shop,
    async close() {
      sentInTest.delete(wasSentAt)
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
  // Live mail needs a sender and a place where codes lead, which people chose, also in a test.
  const { id: returnAddressId } = await shop.client(liveKey).returnAddresses.create({
    name: 'Office',
    address: { ...office, companyName: organisation.name },
  })
  const { postflows } = await shop.seedOrganisation(organisationId, {
    trackingTargetUrl: 'https://example.com/flowers',
  })
  // Live items need money, also in a test.
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
