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
import { settleSecretKey } from './core/engine/sealed.ts'
import type { Ports, Services } from './core/engine/services.ts'
import { type CreatedKey, createKey, type NewKey } from './core/features/developers/keys.ts'
import { createOrganisation, type NewOrganisation } from './core/features/organisations/manage.ts'
import { installPrinters } from './core/features/printers/default-printer.ts'
import { installCatalogue } from './core/features/products/install-catalogue.ts'
import type { Seeded, SeedInput } from './core/features/seed/seed.ts'
import { toHex } from './core/kernel/bytes.ts'
import { type Config, defaultConfig } from './core/kernel/config.ts'
import { nearest } from './core/kernel/nearest.ts'
import { baseUrlOf } from './core/kernel/network.ts'
import type { OrganisationRow } from './core/model/organisations.ts'
import { fingerprintText } from './core/ports/crypto.ts'
import { noMailer } from './core/ports/mailer.ts'
import { noPrinter, noPrinterReason } from './core/ports/print-partner.ts'
import { type Log, silentLog } from './core/ports/system.ts'

/** Ports without a default. */
const optionalPorts = ['machine', 'meter', 'printers', 'rateCounter', 'turns', 'upkeep'] as const

/**
 * Validates the options of `createLettershop`, and normalises the base URL. Throws a `TypeError` for unknown
 * names, because a store under a misspelt name would be replaced by one in memory, and for a URL that printed
 * codes can't use.
 */
const checkedConfig = (
  options: { ports?: object; config?: Partial<Config> },
  known: { options: readonly string[]; ports: readonly string[] },
): Partial<Config> | undefined => {
  assertKnown('', options, [...known.options, 'ports', 'config', 'secretKey', 'lostSecrets'])
  assertKnown('ports.', options.ports, [...known.ports, ...optionalPorts])
  assertKnown('config.', options.config, Object.keys(defaultConfig))
  const { config } = options
  return config?.baseUrl === undefined ? config : { ...config, baseUrl: printedBaseUrl(config.baseUrl) }
}

const assertKnown = (path: string, given: object | undefined, known: readonly string[]): void => {
  for (const name of Object.keys(given ?? {})) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    throw new TypeError(
      `createLettershop has no option ${path}${name}. ${meant === undefined ? `It has ${known.map((one) => path + one).join(', ')}.` : `Did you mean ${path}${meant}?`}`,
    )
  }
}

const printedBaseUrl = (text: string): string => {
  const url = baseUrlOf(text)
  if (url !== undefined) return url
  // The URL is not quoted, because it may contain a password.
  throw new TypeError(
    'config.baseUrl of createLettershop takes an http or https address without user information, query or fragment, such as https://mail.example.',
  )
}

/** Options of `createLettershop`, all with defaults. */
export interface LettershopOptions {
  /** Replaces ports. By default they are in memory or this machine's. */
  ports?: Partial<Ports>
  /** Overrides default settings. */
  config?: Partial<Config>
  /**
   * 32 bytes that seal webhook secrets and sign cursors. Keep them as long as the store: without them, sealed
   * secrets can't be opened. By default random for each process, which suits only rows in memory.
   */
  secretKey?: Uint8Array
  /** Starts even if `secretKey` can't open secrets in the store; each of them must be set again. */
  lostSecrets?: boolean
}

/**
 * The domain as a library: a typed client for all operations, and what needs no key. Clients throw `ApiError`
 * if an operation refuses a call.
 */
export interface Lettershop {
  /** The core with its operations, scheduler and webhook deliveries. */
  core: Core
  /** Returns a typed client, which calls the core in this process. */
  client(key: string): Api
  /** Creates an organisation. Throws a `Problem` (422) that names every invalid field. */
  createOrganisation(input: NewOrganisation): Promise<OrganisationRow>
  /**
   * Creates an API key; its text is returned only once. Throws a `Problem`: 422 for invalid input, 404 for an
   * unknown organisation.
   */
  createKey(input: NewKey): Promise<CreatedKey>
  /**
   * Creates sample templates and Postflows for an organisation. Live Postflows stay drafts until the
   * organisation has a return address.
   */
  seedOrganisation(organisationId: string, input?: SeedInput): Promise<Seeded>
  /** Runs due jobs and sends due deliveries until none is left. */
  settle(): Promise<void>
  /** Finishes the work in progress and closes the ports. */
  close(): Promise<void>
}

/** Ports that depend on the platform. All others are in memory or the same on every platform. */
export type PlatformPorts = Pick<
  Ports,
  'random' | 'crypto' | 'passwords' | 'holidays' | 'sampleCatalogues' | 'renderer' | 'webhookSender'
>

/** What a platform provides: its ports, and an output for warnings if there is no log. */
export interface Platform extends PlatformPorts {
  /** Names of its own options. */
  options?: readonly string[]
  warn(message: string): void
}

/**
 * Opens the library on a platform, of which this module imports nothing. Throws a `TypeError` for unknown
 * options, `SecretKeyMismatch` if the store holds secrets that `secretKey` can't open, and the errors of the
 * store.
 */
export const openLettershop = async (options: LettershopOptions, platform: Platform): Promise<Lettershop> => {
  const { ports } = options
  const { warn, options: own = [], ...platformPorts } = platform
  const inMemory = portsInMemory()
  const config = checkedConfig(options, {
    options: own,
    ports: [...Object.keys(inMemory), ...Object.keys(platformPorts)],
  })
  const log = ports?.log ?? warningLog(ports, warn)
  const core = createCore({ ...inMemory, ...platformPorts, ...ports, log }, config)
  const { services } = core
  await settleKey(options, services)
  await installCatalogue(services)
  await installPrinters(services)
  if (services.printPartners.live.available === false) log.warn(noPrinterReason)
  /** Null after `close`. */
  let open: Core | null = core
  const opened = (): Core => {
    if (!open) throw new Error('This Lettershop is closed: call createLettershop again.')
    return open
  }
  return {
    core,
    client: (key) => clientOf((request) => inProcessTransport(opened(), key)(request)),
    createOrganisation: async (input) => createOrganisation(opened().services, input),
    createKey: async (input) => createKey(opened().services, input),
    async seedOrganisation(organisationId, input) {
      const { services } = opened()
      // Loaded on demand: most callers never need it, and its designs are a large download for browsers.
      const { seedOrganisation } = await import('./core/features/seed/seed.ts')
      return seedOrganisation(services, organisationId, input)
    },
    settle: async () => settle(opened()),
    async close() {
      open = null
      await core.close()
    },
  }
}

/**
 * Without a log, an instance with a persistent store emits process warnings. One in memory is a trial, and
 * silent.
 */
const warningLog = (ports: Partial<Ports> | undefined, warn: Platform['warn']): Log =>
  ports?.store === undefined ? silentLog : { ...silentLog, warn }

const lostSecretsWarning = (lost: number): string =>
  lost === 1
    ? '1 secret in the store cannot be opened with this key: set it again.'
    : `${lost} secrets in the store cannot be opened with this key: set each of them again.`

const settleKey = async (
  { ports, secretKey, lostSecrets }: LettershopOptions,
  { store, crypto, log }: Services,
): Promise<void> => {
  const fingerprint = secretKey && toHex(crypto.hmacSha256(secretKey, fingerprintText))
  // The key of a custom crypto port is unknown here.
  const isLasting = ports?.crypto !== undefined || fingerprint !== undefined
  const lost = await settleSecretKey(store, crypto, { fingerprint, lostSecrets: lostSecrets ?? false })
  if (lost > 0) log.warn(lostSecretsWarning(lost))
  if (ports?.store && !isLasting) {
    log.warn(
      'createLettershop got a store but no secretKey: secrets of webhooks, connectors and printers that are ' +
        'sealed now cannot be opened after a restart. Pass the same 32 bytes as secretKey at every start.',
    )
  }
}

const portsInMemory = (): Omit<Ports, keyof PlatformPorts> => ({
  store: createMemoryStore(),
  clock: systemClock,
  blobs: createMemoryBlobs(),
  csv: createCsv(),
  xml: createXml(),
  oneTimeCodes: createOneTimeCodes(),
  mailer: noMailer,
  printPartners: {
    live: noPrinter,
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
