import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { errorCode } from '../../src/adapters/system/files.ts'
import { failure } from '../cli/failure.ts'

/**
 * A backup is a folder: `manifest.json`, `SHA256SUMS` of everything else in it, and the files of the data folder under
 * their own names. It appears under its name as a whole.
 */
export const manifestFile = 'manifest.json'
export const sumsFile = 'SHA256SUMS'
export const databaseName = 'lettershop.db'
export const blobsFolder = 'blobs'

/** Files of the data folder that a backup takes where they are there, in this order. */
export const keptFiles = ['instance.key', 'signing.key', 'signing-keys.json', 'config.json'] as const
/** Journals of hand-overs: whether a printer has a run. */
export const keptFolders = ['state'] as const

/** Whoever changes what a backup is made of counts on. */
export const backupFormat = 1

export interface Manifest {
  format: number
  lettershop: string
  createdAt: string
  /** `postgres`: not in this backup, see `pg_dump`. */
  database: 'sqlite' | 'postgres'
  /** The last migration. */
  schema: string
  /** By table, of an SQLite database. */
  rows: Record<string, number>
  blobs: { files: number; bytes: number }
  /** A key from the environment is not in the backup. */
  instanceKey: { included: boolean; fingerprint: string }
  /** SHA-256 of `SHA256SUMS`. */
  sums: string
}

/** The manifest of a backup; says so where there is none that this version understands. */
export const readManifest = async (path: string): Promise<Manifest> => {
  const text = await readFile(join(path, manifestFile), 'utf8').catch((error: unknown) => {
    const missing = ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')
    const what = missing ? 'is no backup: it has no manifest.json' : `cannot be read: ${String(error)}`
    throw failure('folderUnusable', `${path} ${what}.`, error)
  })
  let manifest: Manifest
  try {
    manifest = JSON.parse(text) as Manifest
  } catch (error) {
    throw failure('folderUnusable', `${join(path, manifestFile)} is damaged: it is no JSON.`, error)
  }
  if (!(manifest?.format >= 1) || typeof manifest.sums !== 'string') {
    throw failure('folderUnusable', `${join(path, manifestFile)} is damaged, or of no backup.`)
  }
  if (manifest.format > backupFormat) {
    throw failure(
      'schemaTooNew',
      `${path} was made by a newer version of Lettershop (${manifest.lettershop}).`,
    )
  }
  return manifest
}

export interface Sum {
  sha256: string
  /** Relative, with `/`. */
  path: string
}

export const sumLine = ({ sha256, path }: Sum): string => `${sha256}  ${path}\n`

/** What `SHA256SUMS` lists. Names that would lead out of the backup are refused. */
export async function* readSums(path: string): AsyncGenerator<Sum> {
  const lines = createInterface({ input: createReadStream(join(path, sumsFile)), crlfDelay: Infinity })
  for await (const line of lines) {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}(\S.*)$/.exec(line) ?? []
    if (!sha256 || !name || name.startsWith('/') || name.split('/').includes('..')) {
      throw failure('folderUnusable', `${join(path, sumsFile)} is damaged: “${line.slice(0, 100)}”.`)
    }
    yield { sha256, path: name }
  }
}
