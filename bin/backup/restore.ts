import { createHash, randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfPlace } from '../../src/adapters/blobs-s3/place.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import {
  chunksOf,
  errorCode,
  exists,
  makeFolder,
  syncFolder,
  writeFileWhole,
} from '../../src/adapters/system/files.ts'
import { keyFingerprint } from '../../src/adapters/system/instance-key.ts'
import { type Blobs, BlobsUnavailable, writeBlob } from '../../src/core/ports/blobs.ts'
import type { BlobsSetting } from '../cli/blobs-setting.ts'
import { failure } from '../cli/failure.ts'
import { readSettings, type Settings } from '../cli/settings.ts'
import { assertBeside, assertEmpty, bucketAway, bucketOf } from '../instance/blobs/bucket.ts'
import { databaseFile } from '../instance/existing-instance.ts'
import { instanceAbove, reasonOf, unfinishedRestore } from '../instance/folder.ts'
import { livePrinterFolder, livePrintFolder } from '../instance/printers.ts'
import { noteRestore, settleRestore } from '../instance/restored.ts'
import { copyFile, forEach } from './copy.ts'
import { blobsFolder, contradictions, databaseName, type Manifest, readManifest, readSums } from './layout.ts'

export interface RestoreReport {
  dataDir: string
  /** Time of the backup; later changes are missing. */
  backupAt: string
  files: number
  database: Manifest['database']
  /** False if the key must come from the environment, as for the backed-up instance. */
  instanceKeyIncluded: boolean
  /** Live runs that were being handed over; null for PostgreSQL, where the first start finds them. */
  uncertainRuns: number | null
  /** Live printing is held from the first start until `lettershop printing resume`. */
  printingHeld: true
  invoicingHeld: true
}

/** Restores into an empty or new folder, verifying checksums. No server opens an interrupted restore. */
export const restoreBackup = async (
  path: string,
  dataDir: string,
  { secretKey, blobs }: Pick<Settings, 'secretKey' | 'blobs'>,
): Promise<RestoreReport> => {
  const manifest = await readManifest(path)
  assertKey(manifest, secretKey)
  await assertFolderEmpty(dataDir)
  const above = await instanceAbove(dataDir)
  if (above)
    throw failure('refused', `${dataDir} is inside ${above}, which is itself a data folder or a backup.`)
  await assertWhole(path, manifest)
  const bucket = blobs && (await openEmpty(blobs))
  try {
    await makeFolder(dataDir, 0o700)
    const marker = join(dataDir, unfinishedRestore)
    await writeFileWhole(marker, Buffer.from(`${path}\n`), 0o600)
    const files = await copyFiles(path, dataDir, bucket?.blobs)
    await noteRestore(dataDir, { backupAt: manifest.createdAt, blobs: bucket?.onRecord ?? null })
    // Servers that share rows and files have no printer's folder in their data folders.
    if (manifest.database === 'sqlite' || !bucket) await makePrinterFolder(dataDir)
    const uncertainRuns = manifest.database === 'sqlite' ? await settleFile(dataDir) : null
    await syncFolder(dataDir)
    await rm(marker)
    await syncFolder(dataDir)
    return {
      dataDir,
      backupAt: manifest.createdAt,
      files,
      database: manifest.database,
      instanceKeyIncluded: manifest.instanceKey.included,
      uncertainRuns,
      printingHeld: true,
      invoicingHeld: true,
    }
  } catch (error) {
    throw failure(
      'folderUnusable',
      `The restore failed: ${reasonOf(error)}. Remove ${[dataDir, bucket && `the files in ${bucket.onRecord.place}`].filter(Boolean).join(' and ')} before you try again.`,
      error,
    )
  }
}

/** Opens the restored instance's empty bucket and marks it at once, so that no other instance uses it. */
const openEmpty = async (setting: BlobsSetting) => {
  const place = nameOfPlace(setting.place)
  try {
    const blobs = bucketOf(setting)
    if ((await blobs.owner()) !== undefined) {
      throw failure('refused', `${place} holds the files of an instance. Restore into an empty place.`)
    }
    await assertBeside(setting)
    await assertEmpty(blobs, place)
    const onRecord = { id: randomUUID(), place }
    await blobs.own(onRecord.id)
    return { blobs, onRecord }
  } catch (error) {
    throw error instanceof BlobsUnavailable ? bucketAway(setting, error) : error
  }
}

/** Throws if the key from the environment is not the one that encrypted the values of the backup. */
const assertKey = ({ instanceKey }: Manifest, secretKey: Uint8Array | undefined): void => {
  if (secretKey === undefined || keyFingerprint(secretKey) === instanceKey.fingerprint) return
  throw failure(
    'refused',
    'LETTERSHOP_SECRET_KEY is not the key of this backup, so its secrets could not be read.',
  )
}

/** Throws if the manifest does not match or a file is missing, before anything is restored. */
const assertWhole = async (path: string, manifest: Manifest): Promise<void> => {
  const wrong = await contradictions(path, manifest)
  if (wrong.length > 0) {
    throw failure('folderUnusable', `${path} is damaged: ${wrong.join('; ')}. Nothing was restored.`)
  }
  await forEach(readSums(path), async ({ path: name }) => {
    const found = await stat(join(path, name)).catch(() => undefined)
    if (found?.isFile()) return
    throw failure('folderUnusable', `${path} is damaged: ${name} is missing. Nothing was restored.`)
  })
}

const assertFolderEmpty = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw failure('folderUnusable', `${dataDir} cannot be used: ${reasonOf(error)}.`, error)
  })
  // New file systems contain this folder.
  if (names.every((name) => name === 'lost+found')) return
  throw failure('refused', `${dataDir} is not empty. Restore into an empty folder.`)
}

/** Copies the files and returns their number. The database gets its name last, after all other files. */
const copyFiles = async (path: string, dataDir: string, bucket: Blobs | undefined): Promise<number> => {
  let files = 0
  await forEach(readSums(path), async ({ path: name, sha256 }) => {
    files += 1
    if (bucket && name.startsWith(`${blobsFolder}/`)) {
      await copyInto(bucket, name.slice(blobsFolder.length + 1), join(path, name), sha256)
      return
    }
    const to = join(dataDir, name === databaseName ? `${name}.restoring` : name)
    const copied = await copyFile(join(path, name), to)
    if (copied.sha256 !== sha256) throw new Error(`${name} is damaged in the backup`)
  })
  const waiting = join(dataDir, `${databaseName}.restoring`)
  if (await exists(waiting)) await rename(waiting, databaseFile(dataDir))
  await syncBelow(dataDir)
  return files
}

const copyInto = (blobs: Blobs, key: string, from: string, sha256: string): Promise<void> =>
  writeBlob(blobs, key, async (write) => {
    const hash = createHash('sha256')
    for await (const chunk of chunksOf(from)) {
      hash.update(chunk)
      await write(chunk)
    }
    if (hash.digest('hex') !== sha256) throw new Error(`${key} is damaged in the backup`)
  })

const syncBelow = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncBelow(join(folder, entry.name))
  }
  await syncFolder(folder)
}

/** Creates the printer's folder in the data folder, unless another is configured, which `doctor` checks. */
const makePrinterFolder = async (dataDir: string): Promise<void> => {
  const { printFolder } = await readSettings(dataDir)
  if (printFolder !== undefined) return
  const settings = { printFolder, drill: false }
  await makeFolder(livePrintFolder(dataDir, settings))
  // A record of this path in the backup is of the previous folder.
  await livePrinterFolder(dataDir, settings).accept()
}

/** Marks SQLite's rows as restored and counts uncertain runs. PostgreSQL's are marked at the first start. */
const settleFile = async (dataDir: string): Promise<number> => {
  const store = await createSqliteStore({ file: databaseFile(dataDir), begun: true })
  try {
    return (await settleRestore(dataDir, store))?.uncertainRuns ?? 0
  } finally {
    await store.close()
  }
}
