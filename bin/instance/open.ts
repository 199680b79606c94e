import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { createCsv } from '../../src/adapters/csv/csv.ts'
import { createHolidays } from '../../src/adapters/holidays/holidays.ts'
import { createSmtpMailer } from '../../src/adapters/mail-smtp/mailer.ts'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { createCrypto, createPasswords, createSystemRandom } from '../../src/adapters/system/crypto.ts'
import { diskRefuses } from '../../src/adapters/system/files.ts'
import { keyFingerprint } from '../../src/adapters/system/instance-key.ts'
import { createPrometheusMeter, type PrometheusMeter } from '../../src/adapters/system/meter.ts'
import { systemTurns } from '../../src/adapters/system/turns.ts'
import { createOneTimeCodes } from '../../src/adapters/totp/one-time-codes.ts'
import { createWebhookSender } from '../../src/adapters/webhook-http/sender.ts'
import { createXml } from '../../src/adapters/xml/xml.ts'
import { type Core, createCore } from '../../src/core/app/index.ts'
import { noBackup } from '../../src/core/features/instance/sentences.ts'
import { installPrinters } from '../../src/core/features/printers/default-printer.ts'
import { installCatalogue } from '../../src/core/features/products/install-catalogue.ts'
import { samples } from '../../src/core/features/products/samples/index.ts'
import type { Config } from '../../src/core/kernel/config.ts'
import { type Mailer, noMailer } from '../../src/core/ports/mailer.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import type { Log, Machine } from '../../src/core/ports/system.ts'
import type { Finding, Upkeep } from '../../src/core/ports/upkeep.ts'
import type { WebhookSender } from '../../src/core/ports/webhook-sender.ts'
import { nodeRenderer } from '../../src/node-renderer.ts'
import type { BackupSource } from '../backup/create.ts'
import { type ExplainedSetting, explainSettings, type Settings } from '../cli/settings.ts'
import { runtime, version } from '../version.ts'
import { assertNoRestoreBesideServers } from './alone.ts'
import { openBlobs } from './blobs/open.ts'
import { type Database, openDatabase, withDatabaseLock } from './database.ts'
import type { SharedRows } from './examine/context.ts'
import { assertPrivate, isInside, unwritable } from './folder.ts'
import { openInstanceSigner } from './keys/signer.ts'
import {
  acceptPrinterFolder,
  drillMailer,
  drillSender,
  holdForDrill,
  livePrintFolder,
  noPrintFolder,
  notePrinters,
  printerWaysOf,
  printPartnersOf,
  setUpPrinter,
} from './printers.ts'
import { rendererFiles } from './renderer-files.ts'
import { settleRestore } from './restored.ts'

interface InstanceUpkeep extends Upkeep {
  /** Sets the effective settings once the server listens. */
  setEffective(settings: readonly ExplainedSetting[]): void
}

type Chosen = Pick<Settings, 'backupFolder' | 'baseUrl' | 'drill' | 'printFolder'>

/** Creates checks and backups of `source`; `shared` reads rows that other servers use too. */
export const createUpkeep = (settings: Chosen, source: BackupSource, shared?: SharedRows): InstanceUpkeep => {
  const { dataDir } = source
  const { backupFolder, baseUrl, drill } = settings
  const shown = { printFolder: livePrintFolder(dataDir, settings), drill, baseUrl }
  let effective: readonly ExplainedSetting[] | undefined
  let examination: Promise<Finding[]> | undefined
  const examine = async () => {
    // Imported on demand, to keep the server's start short.
    const { examineMachine } = await import('./examine/examine.ts')
    const running = { ...shown, settings: effective ?? (await explainSettings(dataDir)) }
    return examineMachine(dataDir, running, shared)
  }
  return {
    setEffective(settings) {
      effective = settings
    },
    // One at a time: each run reads every page of the database file.
    examine: () =>
      (examination ??= examine().finally(() => {
        examination = undefined
      })),
    backupFolder,
    async whyNoBackup() {
      if (!source.copyDatabase) return noBackup.sentence('no_backup.postgres')
      if (backupFolder === undefined) return noBackup.sentence('no_backup.no_folder')
      return (await isInside(backupFolder, dataDir))
        ? noBackup.sentence('no_backup.in_data_folder', { folder: backupFolder })
        : undefined
    },
    backUp: async (to, noted) => (await import('../backup/create.ts')).createBackup(source, to, noted),
  }
}

export interface Instance {
  core: Core
  /** The folder that receives live runs. */
  printFolder: string
  /** Accepts the folder at that path as the printer's. */
  acceptPrintFolder(): Promise<void>
  /** Reports printers without a folder or a usable secret; for servers. */
  notePrinters(): Promise<void>
  /** True for a drill, in which nothing leaves the instance. */
  drill: boolean
  meter: PrometheusMeter
  upkeep: InstanceUpkeep
}

/**
 * Opens an instance from its data folder and database, and migrates the database. The caller holds the
 * folder's lock unless servers share the database, and closes the core. Throws on a newer schema.
 */
export const openInstance = (
  dataDir: string,
  settings: Settings,
  log: Log,
  process: OpeningProcess = {},
): Promise<Instance> =>
  withDatabaseLock(settings.database, async (turn) => {
    await assertPrivate(dataDir, settings)
    await assertNoRestoreBesideServers(dataDir, settings, turn)
    return open(dataDir, settings, log, process)
  })

interface OpeningProcess {
  /** True for a server, which applies the holds of a drill. Commands with these settings change nothing. */
  serves?: boolean
}

const open = async (
  dataDir: string,
  settings: Settings,
  log: Log,
  { serves }: OpeningProcess,
): Promise<Instance> => {
  const database = await openDatabase(dataDir, settings, log)
  const { store, isNew, isShared } = database
  try {
    const signer = await openInstanceSigner({ dataDir, settings, store, isShared, isNew, log })
    const crypto = createCrypto(database.key, signer)
    await settle(dataDir, database, log)
    const { drill } = settings
    const printFolder = livePrintFolder(dataDir, settings)
    const printPartners = printPartnersOf(dataDir, settings, { store, isShared, clock: systemClock })
    if (!drill || serves) await setUpPrinter(printPartners.live, printFolder, isNew || drill, log)
    const meter = createPrometheusMeter()
    const { blobs, source } = await openBlobs({ dataDir, settings, store, isShared, log })
    // Only after the blobs opened: a refused instance must not hold printing in rows that may be another's.
    if (drill && serves) await holdForDrill(store)
    const shared = isShared ? { factOf: factIn(store) } : undefined
    const upkeep = createUpkeep(settings, backupSource(dataDir, database, source), shared)
    const core = createCore(
      {
        store,
        ...(database.rateCounter ? { rateCounter: database.rateCounter } : {}),
        ...ofThisMachine(),
        crypto,
        blobs,
        renderer: createRenderer(),
        mailer: mailerOf(settings),
        webhookSender: senderOf(settings),
        printPartners,
        printers: printerWaysOf(dataDir, settings, { store, isShared }),
        log,
        meter,
        machine: machineOf(dataDir, isShared ? 'postgres' : 'sqlite'),
        upkeep,
      },
      configOf(settings),
    )
    // Drains as a stopping server does: deliveries are written but not claimed.
    if (drill) await core.webhooks.drain()
    await takeOver(core, isShared)
    return {
      core,
      printFolder,
      acceptPrintFolder: () => acceptPrinterFolder(printPartners.live),
      notePrinters: () => notePrinters(core.services, noPrintFolder(settings, { isShared }), log),
      drill,
      meter,
      upkeep,
    }
  } catch (error) {
    await store.close()
    // A file system that became read-only after an error still reports itself as writable.
    throw diskRefuses(error) ? unwritable(dataDir, error) : error
  }
}

/** Logs what this start changed in the database: a migration, or the marks of a restore. */
const settle = async (dataDir: string, { store, snapshot }: Database, log: Log): Promise<void> => {
  if (snapshot) log.info('database migrated', { snapshot })
  const restored = await settleRestore(dataDir, store)
  if (restored) log.warn('restored from a backup: live printing and invoicing are held', restored)
}

/**
 * Resumes the work of other processes. The holder of the folder's lock is alone and resumes everything; in a
 * shared database the work of a lost server returns when its leases end. The installation of the catalogue
 * runs concurrently, so that both share a commit.
 */
const takeOver = ({ services, scheduler, webhooks }: Core, isShared: boolean) =>
  Promise.all([
    installCatalogue(services),
    installPrinters(services),
    ...(isShared ? [] : [scheduler.reap({ all: true }), webhooks.reap({ all: true })]),
  ])

const factIn = (store: Store) => async (id: string) =>
  (await store.read((rows) => rows.facts.get(everyone, id)))?.value

/** Ports that need neither settings nor a folder. */
const ofThisMachine = () => ({
  clock: systemClock,
  random: createSystemRandom(),
  csv: createCsv(),
  xml: createXml(),
  passwords: createPasswords(),
  oneTimeCodes: createOneTimeCodes(),
  holidays: createHolidays(),
  sampleCatalogues: samples,
  turns: systemTurns,
})

const createRenderer = () =>
  nodeRenderer({
    workers: Math.min(2, availableParallelism()),
    isolateUntrusted: true,
    before: rendererFiles,
  })

const mailerOf = ({ drill, mail }: Settings): Mailer => {
  if (drill) return drillMailer(mail !== undefined)
  return mail ? createSmtpMailer(mail) : noMailer
}

const senderOf = ({ drill, allowInsecureWebhooks, webhookAllow }: Settings): WebhookSender => {
  const sender = createWebhookSender({ allowInsecure: allowInsecureWebhooks, allowCidrs: webhookAllow })
  return drill ? drillSender(sender) : sender
}

const backupSource = (
  dataDir: string,
  { copyTo, key }: Database,
  blobs: BackupSource['blobs'],
): BackupSource => ({
  dataDir,
  copyDatabase: copyTo,
  schema: latestSchema,
  blobs,
  keyFingerprint: keyFingerprint(key),
})

const latestSchema = sqliteMigrations().at(-1)?.name ?? 'none'

const machineOf = (dataDir: string, store: 'sqlite' | 'postgres'): Machine => ({
  version,
  runtime: runtime(),
  store,
  schema: latestSchema,
  startedAt: systemClock.now(),
  async freeBytes() {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  },
  memoryBytes: () => process.memoryUsage.rss(),
})

const configOf = (settings: Settings): Partial<Config> => ({
  baseUrl: settings.baseUrl ?? `http://${reachable(settings.host)}:${settings.port}`,
  baseUrlIsChosen: settings.baseUrl !== undefined,
  allowInsecureWebhooks: settings.allowInsecureWebhooks,
  sessionIdleMinutes: settings.sessionIdleMinutes,
  requireSecondFactor: settings.requireSecondFactor,
})

/** Returns the host for URLs: loopback for a wildcard address, and brackets around an IPv6 address. */
const reachable = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
