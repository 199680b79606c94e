/**
 * `lettershop`: the domain as a library, in memory unless told otherwise. No server, no database and no port: a host
 * gives the ports it has (`lettershop/sqlite`, `lettershop/postgres`), and mounts `lettershop/server` where it wants HTTP.
 */
import { randomBytes } from 'node:crypto'
import { createCsv } from './adapters/csv/csv.ts'
import { createMemoryBlobs } from './adapters/memory/blobs.ts'
import { createMemoryPrintPartner } from './adapters/memory/print-partner.ts'
import { createMemoryStore } from './adapters/memory/store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { createCrypto } from './adapters/system/crypto.ts'
import { createPasswords } from './adapters/system/passwords.ts'
import { createSystemRandom } from './adapters/system/random.ts'
import { systemTurns } from './adapters/system/turns.ts'
import { createOneTimeCodes } from './adapters/totp/one-time-codes.ts'
import { createWebhookSender } from './adapters/webhook-http/sender.ts'
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
import { nodeRenderer } from './node-renderer.ts'

/** What `createLettershop` takes; nothing of it is needed for a first try. */
export interface LettershopOptions {
  /** Ports to use instead of those in memory and of this machine. */
  ports?: Partial<Ports>
  /** Settings that differ from the defaults. */
  config?: Partial<Config>
  /**
   * 32 bytes that seal webhook secrets and sign cursors; new ones by default, which is right as long as the rows
   * last no longer than the process.
   */
  secretKey?: Uint8Array
}

/** The domain as a library: what a host asks it directly. What operations refuse, a client throws as `ApiError`. */
export interface Lettershop {
  /** Everything else: operations, jobs, deliveries. */
  core: Core
  /** The typed client, straight through the core: no port is opened. */
  client(key: string): Api
  /** Makes an organisation; throws a `Problem` (422) that names what of the input is wrong. */
  createOrganisation(input: NewOrganisation): Promise<OrganisationRow>
  /** Makes an API key, whose text is told this once; throws a `Problem` (422), or 404 without such an organisation. */
  createKey(input: NewKey): Promise<CreatedKey>
  /** Gives an organisation templates and Postflows to begin with; live ones are drafts until there is a return address. */
  seedOrganisation(organisationId: string, input?: SeedInput): Promise<Seeded>
  /** Runs every job that is due, and sends every delivery, until nothing is left to do now. */
  settle(): Promise<void>
  /** Finishes what is under way and closes the ports. */
  close(): Promise<void>
}

/**
 * The composition root of the library. Jobs run when `settle` is called, or in a server with its ticker.
 * Throws where `secretKey` is not 32 bytes, and what the store throws.
 */
export const createLettershop = async (options: LettershopOptions = {}): Promise<Lettershop> => {
  const core = createCore({ ...memoryPorts(options), ...options.ports }, options.config)
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

const memoryPorts = ({ secretKey, config, ports }: LettershopOptions): Ports => ({
  store: ports?.store ?? createMemoryStore(),
  clock: systemClock,
  random: createSystemRandom(),
  crypto: createCrypto(secretKey ?? new Uint8Array(randomBytes(32))),
  blobs: createMemoryBlobs(),
  csv: createCsv(),
  xml: createXml(),
  renderer: nodeRenderer({ workers: 0 }),
  passwords: createPasswords(),
  oneTimeCodes: createOneTimeCodes(),
  mailer: noMailer,
  webhookSender: createWebhookSender({
    allowInsecure: config?.allowInsecureWebhooks ?? false,
    allowCidrs: [],
  }),
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

export type { Api } from './client/types.ts'
export { type Core, createCore } from './core/app/index.ts'
export { type EventType, eventTypes } from './core/engine/events/catalogue.ts'
export type { CallRequest, CallResponse } from './core/engine/request.ts'
export type { Ports, Services } from './core/engine/services.ts'
export type { CreatedKey, NewKey } from './core/features/developers/keys.ts'
export type { NewOrganisation } from './core/features/organisations/manage.ts'
export type { Seeded, SeedInput } from './core/features/seed/seed.ts'
export type { Config } from './core/kernel/config.ts'
export { type ErrorCode, errorCatalogue, Problem } from './core/kernel/errors.ts'
export type { Mode } from './core/kernel/mode.ts'
export type { OrganisationRow } from './core/model/organisations.ts'
export type { Blobs } from './core/ports/blobs.ts'
export type { Clock } from './core/ports/clock.ts'
export type { Crypto } from './core/ports/crypto.ts'
export type { Csv } from './core/ports/csv.ts'
export { type Log, silentLog } from './core/ports/log.ts'
export type { Mailer } from './core/ports/mailer.ts'
export type { OneTimeCodes } from './core/ports/one-time-codes.ts'
export type { Passwords } from './core/ports/passwords.ts'
export type { PrintPartner } from './core/ports/print-partner.ts'
export type { Random } from './core/ports/random.ts'
export type { Renderer } from './core/ports/renderer.ts'
export type { Store } from './core/ports/store.ts'
export type { Turns } from './core/ports/turns.ts'
export type { WebhookSender } from './core/ports/webhook-sender.ts'
export type { Xml, XmlElement } from './core/ports/xml.ts'
