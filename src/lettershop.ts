import { createCsv } from './adapters/csv/csv.ts'
import { createMemoryBlobs } from './adapters/memory/blobs.ts'
import { createMemoryPrintPartner } from './adapters/memory/print-partner.ts'
import { createMemoryStore } from './adapters/memory/store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { systemTurns } from './adapters/system/turns.ts'
import { createOneTimeCodes } from './adapters/totp/one-time-codes.ts'
import { createXml } from './adapters/xml/xml.ts'
import { clientOf } from './client/client.ts'
import { inProcessTransport } from './client/in-process.ts'
import type { Api } from './client/types.ts'
import { type Core, createCore } from './core/app/index.ts'
import type { Ports } from './core/engine/services.ts'
import { type CreatedKey, createKey, type NewKey } from './core/features/developers/keys.ts'
import { createOrganisation, type NewOrganisation } from './core/features/organisations/manage.ts'
import { installPrinters } from './core/features/printers/default-printer.ts'
import { installCatalogue } from './core/features/products/catalogue.ts'
import type { Seeded, SeedInput } from './core/features/seed/seed.ts'
import type { Config } from './core/kernel/config.ts'
import type { OrganisationRow } from './core/model/organisations.ts'
import { silentLog } from './core/ports/log.ts'
import { noMailer } from './core/ports/mailer.ts'

/** The options of `createLettershop`, all with a default. */
export interface LettershopOptions {
  /** Replaces single ports. By default they are in memory or of this machine. */
  ports?: Partial<Ports>
  /** Settings that differ from the defaults. */
  config?: Partial<Config>
  /**
   * 32 bytes that seal webhook secrets and sign cursors; new ones by default, which is right as long as the
   * rows last no longer than the process.
   */
  secretKey?: Uint8Array
}

/**
 * The domain as a library: a typed client for all operations, and what is done without a key. A client throws
 * an `ApiError` where an operation refuses a call.
 */
export interface Lettershop {
  /** The core itself, with its operations, scheduler and webhook deliveries. */
  core: Core
  /** The typed client, which calls the core in this process and opens no network port. */
  client(key: string): Api
  /** Creates an organisation. Throws a `Problem` (422) that names every invalid field. */
  createOrganisation(input: NewOrganisation): Promise<OrganisationRow>
  /**
   * Creates an API key, whose text is returned only this once. Throws a `Problem` (422) for invalid input,
   * 404 for an unknown organisation.
   */
  createKey(input: NewKey): Promise<CreatedKey>
  /**
   * Creates sample templates and Postflows for an organisation. Live Postflows stay drafts until the
   * organisation has a return address.
   */
  seedOrganisation(organisationId: string, input?: SeedInput): Promise<Seeded>
  /** Runs all due jobs and sends all due deliveries until none is left. */
  settle(): Promise<void>
  /** Finishes the work in progress and closes the ports. */
  close(): Promise<void>
}

/** The ports that depend on the platform. All others are in memory, or the same on every platform. */
export type PlatformPorts = Pick<
  Ports,
  'random' | 'crypto' | 'passwords' | 'holidays' | 'sampleCatalogues' | 'renderer' | 'webhookSender'
>

/**
 * Opens the library with the ports of a platform, of which this module imports none. Throws the errors of the
 * store.
 */
export const openLettershop = async (
  { ports, config }: LettershopOptions,
  platform: PlatformPorts,
): Promise<Lettershop> => {
  const core = createCore({ ...portsInMemory(ports?.store), ...platform, ...ports }, config)
  const { services } = core
  await installCatalogue(services)
  await installPrinters(services)
  return {
    core,
    client: (key) => clientOf(inProcessTransport(core, key)),
    createOrganisation: (input) => createOrganisation(services, input),
    createKey: (input) => createKey(services, input),
    async seedOrganisation(organisationId, input) {
      // Many never ask for it, and its designs are large for a page.
      const { seedOrganisation } = await import('./core/features/seed/seed.ts')
      return seedOrganisation(services, organisationId, input)
    },
    settle: () => settle(core),
    close: () => core.close(),
  }
}

const portsInMemory = (store: Ports['store'] | undefined): Omit<Ports, keyof PlatformPorts> => ({
  store: store ?? createMemoryStore(),
  clock: systemClock,
  blobs: createMemoryBlobs(),
  csv: createCsv(),
  xml: createXml(),
  oneTimeCodes: createOneTimeCodes(),
  mailer: noMailer,
  printPartners: {
    live: createMemoryPrintPartner(),
    test: createMemoryPrintPartner({ name: 'simulated', keepBytes: false }),
  },
  log: silentLog,
  turns: systemTurns,
})

const settle = async (core: Core): Promise<void> => {
  do await core.webhooks.settle()
  while ((await core.scheduler.tick()).ran > 0)
  await core.live.look()
}
