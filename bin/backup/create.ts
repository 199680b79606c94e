import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  errorCode,
  exists,
  makeFolder,
  syncFile,
  syncFolder,
  unlessMissing,
  writeFileWhole,
} from '../../src/adapters/system/files.ts'
import type { BackupProgress, MadeBackup } from '../../src/core/ports/upkeep.ts'
import { failure } from '../cli/failure.ts'
import { isInside, reasonOf } from '../instance/folder.ts'
import { version } from '../version.ts'
import { type BackedUpBlobs, copyWithBlobs } from './blobs.ts'
import { copyFile, copyStream, filesBelow, sha256Of } from './copy.ts'
import {
  backupFormat,
  blobsFolder,
  databaseName,
  keptFiles,
  keptFolders,
  type Manifest,
  manifestDigestFile,
  manifestFile,
  manifestTexts,
  sumLine,
  sumsFile,
} from './layout.ts'

export interface BackupSource {
  dataDir: string
  /** Copies the rows as of one moment and returns their number by table; undefined for PostgreSQL. */
  copyDatabase: ((to: string) => Promise<Record<string, number>>) | undefined
  schema: string
  blobs: BackedUpBlobs
  keyFingerprint: string
}

type Noted = (progress: BackupProgress) => void

/** Age of an unfinished backup at which it is removed; longer than any backup takes. */
const abandonedMs = 7 * 24 * 60 * 60_000

/**
 * Creates `to/lettershop-<time>`: the database first, then the blobs that existed at that moment. Removal and
 * replacement of blobs in a folder wait only while the database is copied and the blobs are linked; a blob in
 * a bucket is protected until it is copied. A rename publishes the backup once it is complete.
 */
export const createBackup = async (
  source: BackupSource,
  to: string,
  noted: Noted = () => {},
): Promise<MadeBackup> => {
  const createdAt = new Date()
  const name = `lettershop-${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}`
  if (await isInside(to, source.dataDir)) {
    throw failure(
      'refused',
      `${to} is in the data folder, with which the backup would be lost. Use a folder elsewhere.`,
    )
  }
  const incoming = join(to, `.incoming-${name}-${randomUUID()}`)
  try {
    await makeFolder(to, 0o700)
    await removeAbandoned(to)
    await makeFolder(incoming, 0o700)
    const { manifest, bytes } = await fill(incoming, source, createdAt, noted)
    const path = await publish(incoming, to, name)
    await syncFolder(to)
    const { database, schema, blobs, instanceKey } = manifest
    return {
      path,
      createdAt: manifest.createdAt,
      database,
      schema,
      blobs,
      bytes,
      instanceKeyIncluded: instanceKey.included,
    }
  } catch (error) {
    await rm(incoming, { recursive: true, force: true }).catch(() => {})
    throw failure(
      'failed',
      `The backup could not be written to ${join(to, name)}: ${reasonOf(error)}.`,
      error,
    )
  }
}

/** Renames the backup to its name, or to the next free one: two may start within a second. */
const publish = async (incoming: string, to: string, name: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const path = join(to, number === 1 ? name : `${name}-${number}`)
    if (await exists(path)) continue
    try {
      await rename(incoming, path)
      return path
    } catch (error) {
      // A concurrent backup took the name.
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '')) throw error
      if (!(await exists(path))) throw error
    }
  }
}

const fill = async (incoming: string, source: BackupSource, createdAt: Date, noted: Noted) => {
  const copied = await writeSums(join(incoming, sumsFile), (add) => copyAll(incoming, source, add, noted))
  const { bytes, rows, blobs, kept } = copied
  const manifest: Manifest = {
    format: backupFormat,
    lettershop: version,
    createdAt: createdAt.toISOString(),
    database: source.copyDatabase ? 'sqlite' : 'postgres',
    schema: source.schema,
    rows,
    blobs,
    instanceKey: { included: kept.has('instance.key'), fingerprint: source.keyFingerprint },
    sums: await sha256Of(join(incoming, sumsFile)),
  }
  await syncFolders(incoming)
  const { text, digest } = manifestTexts(manifest)
  await writeFileWhole(join(incoming, manifestFile), Buffer.from(text), 0o600)
  await writeFileWhole(join(incoming, manifestDigestFile), Buffer.from(digest), 0o600)
  return { manifest, bytes }
}

/** Copies the rows, the blobs and the files of the data folder. */
const copyAll = async (incoming: string, source: BackupSource, addSum: AddSum, noted: Noted) => {
  let bytes = 0
  const keep = async (from: string | AsyncIterable<Uint8Array>, path: string): Promise<number> => {
    const to = join(incoming, path)
    const copied = await (typeof from === 'string' ? copyFile(from, to) : copyStream(from, to))
    await addSum(copied.sha256, path)
    bytes += copied.bytes
    return copied.bytes
  }
  const blobs = { files: 0, bytes: 0 }
  noted({ step: 'DATABASE', files: 0, totalFiles: undefined })
  const { copyDatabase } = source
  const rows = await copyWithBlobs(source.blobs, {
    copyRows: async () => (copyDatabase ? copyDatabase(join(incoming, databaseName)) : {}),
    isShared: !copyDatabase,
    isKept: (key) => exists(join(incoming, blobsFolder, key)),
    forget: (key) => rm(join(incoming, blobsFolder, key), { force: true }),
    async keep(key, from, totalFiles) {
      const kept = keep(from, `${blobsFolder}/${key}`)
      // With a PostgreSQL database other servers may remove blobs during the copy.
      const length = copyDatabase ? await kept : await unlessMissing(kept)
      if (length === undefined) return
      blobs.bytes += length
      blobs.files += 1
      noted({ step: 'FILES', files: blobs.files, totalFiles })
    },
  })
  if (source.copyDatabase) {
    const file = join(incoming, databaseName)
    await chmod(file, 0o600)
    await addSum(await sha256Of(file), databaseName)
    bytes += (await stat(file)).size
  }
  const kept = await keepFiles(source.dataDir, keep)
  return { bytes, rows, blobs, kept }
}

/** Copies keys, settings and journals if they exist, and returns the names of the files. */
const keepFiles = async (
  dataDir: string,
  keep: (from: string, path: string) => Promise<number>,
): Promise<Set<string>> => {
  const kept = new Set<string>()
  for (const name of keptFiles) {
    await unlessMissing(keep(join(dataDir, name), name).then(() => kept.add(name)))
  }
  for (const folder of keptFolders) {
    for await (const name of filesBelow(join(dataDir, folder))) {
      await unlessMissing(keep(join(dataDir, folder, name), `${folder}/${name}`))
    }
  }
  return kept
}

type AddSum = (sha256: string, name: string) => Promise<void>

/**
 * Writes `SHA256SUMS` line by line, because millions of blobs would not fit into memory. The file is closed also
 * if the callback fails.
 */
const writeSums = async <T>(path: string, write: (add: AddSum) => Promise<T>): Promise<T> => {
  const stream = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  let fault: unknown
  stream.on('error', (error) => {
    fault = error
  })
  const assertFine = () => {
    if (fault) throw fault
  }
  const closed = new Promise<void>((done) => stream.once('close', done))
  try {
    const written = await write(async (sha256, name) => {
      assertFine()
      if (!stream.write(sumLine({ sha256, path: name }))) await once(stream, 'drain')
    })
    assertFine()
    stream.end()
    await closed
    assertFine()
    await syncFile(path)
    return written
  } finally {
    stream.destroy()
    await closed
  }
}

/** Syncs every folder, so that names survive a power failure before the manifest lists them. */
const syncFolders = async (root: string): Promise<void> => {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(root, entry.name))
  }
  await syncFolder(root)
}

/** Removes the remains of killed backups. */
const removeAbandoned = async (to: string): Promise<void> => {
  for (const name of await readdir(to)) {
    if (!name.startsWith('.incoming-lettershop-')) continue
    const entry = await stat(join(to, name)).catch(() => undefined)
    if (entry && entry.mtimeMs < Date.now() - abandonedMs) {
      await rm(join(to, name), { recursive: true, force: true })
    }
  }
}
