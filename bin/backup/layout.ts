import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { errorCode } from '../../src/adapters/system/files.ts'
import { instanceKeyFile, keyFingerprint } from '../../src/adapters/system/instance-key.ts'
import { failure } from '../cli/failure.ts'
import { sha256Of } from './copy.ts'

/**
 * A backup is a folder: `manifest.json` with its digest in `manifest.sha256`, `SHA256SUMS` of everything else
 * in it, whose digest is in the manifest, and the files of the data folder under their own names. It appears
 * under its name as a whole.
 */
export const manifestFile = 'manifest.json'
export const manifestDigestFile = 'manifest.sha256'
export const sumsFile = 'SHA256SUMS'
export const databaseName = 'lettershop.db'
export const blobsFolder = 'blobs'

/** Files of the data folder that a backup contains where they exist, in this order. */
export const keptFiles = ['instance.key', 'signing.key', 'signing-keys.json', 'config.json'] as const
/** Journals of hand-overs: whether a printer has a run, and which folder is the printer's. */
export const keptFolders = ['state'] as const

/** Version of the layout, increased with every change of it. */
export const backupFormat = 1

const sha256Hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const manifestSchema = v.strictObject({
  format: count,
  lettershop: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** `postgres`: not in this backup, see `pg_dump`. */
  database: v.picklist(['sqlite', 'postgres']),
  /** The last migration. */
  schema: v.string(),
  /** By table, of an SQLite database. */
  rows: v.record(v.string(), count),
  blobs: v.strictObject({ files: count, bytes: count }),
  /** A key from the environment is not in the backup. */
  instanceKey: v.strictObject({ included: v.boolean(), fingerprint: sha256Hex }),
  /** SHA-256 of `SHA256SUMS`. */
  sums: sha256Hex,
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** The text of the manifest, and the line with its digest (`sha256sum -c manifest.sha256`). */
export const manifestTexts = (manifest: Manifest): { text: string; digest: string } => {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`
  return { text, digest: sumLine({ sha256: sha256OfText(text), path: manifestFile }) }
}

const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads the manifest of a backup. Throws where there is none that this version understands. */
export const readManifest = async (path: string): Promise<Manifest> => {
  const text = await readFile(join(path, manifestFile), 'utf8').catch((error: unknown) => {
    const missing = ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')
    const what = missing ? 'is no backup: it has no manifest.json' : `cannot be read: ${String(error)}`
    throw failure('folderUnusable', `${path} ${what}.`, error)
  })
  const damaged = (what: string, error?: unknown) =>
    failure('folderUnusable', `${join(path, manifestFile)} is damaged: ${what}.`, error)
  let value: { format?: unknown; lettershop?: unknown } | null
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw damaged('it is no JSON', error)
  }
  const newer = (version: unknown) =>
    failure('schemaTooNew', `${path} was made by a newer version of Lettershop (${version}).`)
  // A newer manifest may have other fields.
  if (Number(value?.format) > backupFormat) throw newer(value?.lettershop)
  const { success, output: manifest, issues } = v.safeParse(manifestSchema, value)
  if (!success) throw damaged(`${v.getDotPath(issues[0]) ?? 'it'} is not what a backup has there`)
  const digest = await readFile(join(path, manifestDigestFile), 'utf8').catch(() => undefined)
  if (digest !== sumLine({ sha256: sha256OfText(text), path: manifestFile })) {
    throw damaged(`it is not the one that was written (${manifestDigestFile})`)
  }
  if (!sqliteMigrations().some(({ name }) => name === manifest.schema)) throw newer(manifest.lettershop)
  return manifest
}

export interface Sum {
  sha256: string
  /** Relative, with `/`. */
  path: string
}

export const sumLine = ({ sha256, path }: Sum): string => `${sha256}  ${path}\n`

/** The entries of `SHA256SUMS`. Throws on names that lead out of the backup or occur twice. */
export async function* readSums(path: string): AsyncGenerator<Sum> {
  const lines = createInterface({ input: createReadStream(join(path, sumsFile)), crlfDelay: Infinity })
  const listed = new Set<string>()
  for await (const line of lines) {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}(\S.*)$/.exec(line) ?? []
    if (!sha256 || !name || name.startsWith('/') || name.split('/').includes('..')) {
      throw failure('folderUnusable', `${join(path, sumsFile)} is damaged: “${line.slice(0, 100)}”.`)
    }
    if (listed.has(name)) {
      throw failure('folderUnusable', `${join(path, sumsFile)} is damaged: ${name} is in it twice.`)
    }
    listed.add(name)
    yield { sha256, path: name }
  }
}

/**
 * Differences between the manifest of a backup and the list of its files. Reads only the list and the key, so
 * it is cheap enough before a restore too.
 */
export const contradictions = async (path: string, manifest: Manifest): Promise<string[]> => {
  if ((await sha256Of(join(path, sumsFile)).catch(() => undefined)) !== manifest.sums) {
    return [`${sumsFile} is not the one that was written`]
  }
  const kept = new Set<string>()
  let blobs = 0
  for await (const { path: name } of readSums(path)) {
    if (name.startsWith(`${blobsFolder}/`)) blobs += 1
    else kept.add(name)
  }
  const { database, rows, instanceKey } = manifest
  const found: [boolean, string][] = [
    [database === 'sqlite' && !kept.has(databaseName), `${databaseName} is not in it`],
    [database === 'postgres' && kept.has(databaseName), `${databaseName} is in it, and should be elsewhere`],
    [(database === 'sqlite') !== Object.keys(rows).length > 0, 'the counts of rows are of another database'],
    [blobs !== manifest.blobs.files, `it lists ${blobs} blobs instead of ${manifest.blobs.files}`],
    [
      instanceKey.included !== kept.has(instanceKeyFile),
      `${instanceKeyFile} is there, or is not, against it`,
    ],
  ]
  if (kept.has(instanceKeyFile)) {
    const key = await readFile(join(path, instanceKeyFile)).catch(() => undefined)
    // A missing key is reported with the other missing files.
    if (key && keyFingerprint(key) !== instanceKey.fingerprint)
      found.push([true, `${instanceKeyFile} is another`])
  }
  return found.filter(([isSo]) => isSo).map(([, what]) => what)
}
