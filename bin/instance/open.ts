import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { openFsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import { createCsv } from '../../src/adapters/csv/csv.ts'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import { createSimulatedPartner } from '../../src/adapters/print-simulated/partner.ts'
import { SchemaChanged, SchemaTooNew } from '../../src/adapters/sql/migrate.ts'
import { createSqliteStore, type SqliteStore } from '../../src/adapters/sqlite/store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { createCrypto } from '../../src/adapters/system/crypto.ts'
import { errorCode } from '../../src/adapters/system/files.ts'
import {
  createInstanceKey,
  instanceKeyPath,
  readInstanceKey,
} from '../../src/adapters/system/instance-key.ts'
import { createPasswords } from '../../src/adapters/system/passwords.ts'
import { createSystemRandom } from '../../src/adapters/system/random.ts'
import { openSigner } from '../../src/adapters/system/signing-keys.ts'
import { createWebhookSender } from '../../src/adapters/webhook-http/sender.ts'
import type { Config } from '../../src/core/config.ts'
import { type Core, createCore } from '../../src/core/index.ts'
import type { Log } from '../../src/core/ports/log.ts'
import { noMailer } from '../../src/core/ports/mailer.ts'
import { installCatalogue } from '../../src/core/products/catalogue.ts'
import { lazyPdfRenderer } from '../../src/lazy-renderer.ts'
import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { reasonOf } from './folder.ts'
import { rendererFiles } from './renderer-files.ts'

export interface Instance {
  core: Core
  store: SqliteStore
  /** Where live runs are handed over. */
  printFolder: string
}

/** Names in the data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'lettershop.db')
export const testPrintFolder = (dataDir: string): string => join(dataDir, 'printer-test')

/**
 * Puts an instance together from its data folder. The caller owns the folder's lock and closes the core. Migrates the
 * database, with a copy of it from before; refuses a newer schema.
 */
export const openInstance = async (dataDir: string, settings: Settings, log: Log): Promise<Instance> => {
  const isNew = !existsSync(databaseFile(dataDir))
  const crypto = createCrypto(await instanceKey(dataDir, settings, isNew), await openSigner(dataDir))
  const store = await openStore(dataDir)
  try {
    if (store.migrated.snapshot) {
      log.info('database migrated', { applied: store.migrated.applied, snapshot: store.migrated.snapshot })
    }
    const state = (name: string) => join(dataDir, 'state', name)
    const printFolder = settings.printFolder ?? join(dataDir, 'printer')
    const printer = createFolderPartner({ root: printFolder, stateDir: state('printer') })
    // Once: a printer's folder that vanished later must not come back as an empty one that nobody looks into.
    if (isNew) await printer.prepare()
    const core = createCore(
      {
        store,
        clock: systemClock,
        random: createSystemRandom(),
        crypto,
        csv: createCsv(),
        blobs: await openFsBlobs(join(dataDir, 'blobs')),
        renderer: lazyPdfRenderer({ workers: Math.min(2, availableParallelism()), before: rendererFiles }),
        passwords: createPasswords(),
        mailer: noMailer,
        webhookSender: createWebhookSender({
          allowInsecure: settings.allowInsecureWebhooks,
          allowCidrs: settings.webhookAllow,
        }),
        printPartners: {
          live: printer,
          test: createSimulatedPartner({ root: testPrintFolder(dataDir), stateDir: state('printer-test') }),
        },
        log,
      },
      configOf(settings),
    )
    await installCatalogue(core.services)
    // Whoever has the lock is alone: what another process had under way is nobody's now.
    await core.scheduler.reap({ all: true })
    await core.webhooks.reap({ all: true })
    return { core, store, printFolder }
  } catch (error) {
    await store.close()
    throw error
  }
}

const configOf = (settings: Settings): Partial<Config> => ({
  baseUrl: settings.baseUrl ?? `http://${reachable(settings.host)}:${settings.port}`,
  allowInsecureWebhooks: settings.allowInsecureWebhooks,
})

/** An address for every interface is none that somebody could call. */
const reachable = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

const instanceKey = async (dataDir: string, settings: Settings, isNew: boolean): Promise<Uint8Array> => {
  if (settings.secretKey) return settings.secretKey
  const key = await readInstanceKey(dataDir)
  if (key) return key
  if (!isNew) {
    // A new key would silently lose every secret that the old one sealed.
    throw failure(
      'folderUnusable',
      `${instanceKeyPath(dataDir)} is missing: put it back from a backup, or give it in LETTERSHOP_SECRET_KEY.`,
    )
  }
  return createInstanceKey(dataDir)
}

const openStore = async (dataDir: string): Promise<SqliteStore> => {
  const file = databaseFile(dataDir)
  try {
    return await createSqliteStore({ file })
  } catch (error) {
    if (error instanceof SchemaTooNew || error instanceof SchemaChanged) {
      throw failure('schemaTooNew', error.message, error)
    }
    const code = errorCode(error) ?? ''
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
      throw failure(
        'folderUnusable',
        `${file} is damaged or no database of Lettershop: restore a backup.`,
        error,
      )
    }
    throw failure('folderUnusable', `${file} cannot be opened: ${reasonOf(error)}.`, error)
  }
}
