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
import { installCatalogue } from './core/features/products/catalogue.ts'
import { type Seeded, type SeedInput, seedOrganisation } from './core/features/seed/seed.ts'
import type { Config } from './core/kernel/config.ts'
import type { OrganisationRow } from './core/model/organisations.ts'
import { silentLog } from './core/ports/log.ts'
import { noMailer } from './core/ports/mailer.ts'

/** What `createLettershop` takes; nothing of it is needed for a first try. */
export interface LettershopOptions {
  /** Ports to use instead of those in memory and of this machine. */
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
 * The domain as a library: what a host asks it directly. What operations refuse, a client throws as
 * `ApiError`.
 */
export interface Lettershop {
  /** Everything else: operations, jobs, deliveries. */
  core: Core
  /** The typed client, straight through the core: no port is opened. */
  client(key: string): Api
  /** Makes an organisation; throws a `Problem` (422) that names what of the input is wrong. */
  createOrganisation(input: NewOrganisation): Promise<OrganisationRow>
  /**
   * Makes an API key, whose text is told this once; throws a `Problem` (422), or 404 without such an
   * organisation.
   */
  createKey(input: NewKey): Promise<CreatedKey>
  /**
   * Gives an organisation templates and Postflows to begin with; live ones are drafts until there is a
   * return address.
   */
  seedOrganisation(organisationId: string, input?: SeedInput): Promise<Seeded>
  /** Runs every job that is due, and sends every delivery, until nothing is left to do now. */
  settle(): Promise<void>
  /** Finishes what is under way and closes the ports. */
  close(): Promise<void>
}

/** What a root gives of its platform. All other ports are in memory, or the same everywhere. */
export type PlatformPorts = Pick<Ports, 'random' | 'crypto' | 'passwords' | 'renderer' | 'webhookSender'>

/**
 * The library on whatever platform these ports are of; it names none itself. Throws what the store
 * throws.
 */
export const openLettershop = async (
  { ports, config }: LettershopOptions,
  platform: PlatformPorts,
): Promise<Lettershop> => {
  const core = createCore({ ...portsInMemory(ports?.store), ...platform, ...ports }, config)
  const { services } = core
  await installCatalogue(services)
  return {
    core,
    client: (key) => clientOf(inProcessTransport(core, key)),
    createOrganisation: (input) => createOrganisation(services, input),
    createKey: (input) => createKey(services, input),
    seedOrganisation: (organisationId, input) => seedOrganisation(services, organisationId, input),
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
}
