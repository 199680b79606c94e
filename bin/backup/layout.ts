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
 * A backup is a folder with the files of the data folder under their own names, `SHA256SUMS` with their
 * digests, `manifest.json` with the digest of `SHA256SUMS`, and `manifest.sha256` with that of the manifest.
 * A rename publishes it once it is complete.
 */
export const manifestFile = 'manifest.json'
export const manifestDigestFile = 'manifest.sha256'
export const sumsFile = 'SHA256SUMS'
export const databaseName = 'lettershop.db'
export const blobsFolder = 'blobs'

/** Files of the data folder that a backup contains if they exist, in this order. */
export const keptFiles = ['instance.key', 'signing.key', 'signing-keys.json', 'config.json'] as const
/** Journals of hand-overs: which runs a printer has, and which folder is the printer's. */
export const keptFolders = ['state'] as const

/** Version of the layout, increased with every change. */
export const backupFormat = 1

const sha256Hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const manifestSchema = v.strictObject({
  format: count,
  lettershop: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** `postgres`: the rows are not included; use `pg_dump`. */
  database: v.picklist(['sqlite', 'postgres']),
  /** Name of the last migration. */
  schema: v.string(),
  rows: v.record(v.string(), count),
  blobs: v.strictObject({ files: count, bytes: count }),
  /** A key from the environment is not included. */
  instanceKey: v.strictObject({ included: v.boolean(), fingerprint: sha256Hex }),
  /** SHA-256 of `SHA256SUMS`. */
  sums: sha256Hex,
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** Formats the manifest, and the line with its digest (`sha256sum -c manifest.sha256`). */
export const manifestTexts = (manifest: Manifest): { text: string; digest: string } => {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`
  return { text, digest: sumLine({ sha256: sha256OfText(text), path: manifestFile }) }
}

const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads the manifest of a backup. Throws if it is missing, damaged or newer than this version. */
export const readManifest = async (path: string): Promise<Manifest> => {
  const text = await readFile(join(path, manifestFile), 'utf8').catch((error: unknown) => {
    const missing = ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')
    const what = missing ? 'is not a backup: it has no manifest.json' : `cannot be read: ${String(error)}`
    throw failure('folderUnusable', `${path} ${what}.`, error)
  })
  const damaged = (what: string, error?: unknown) =>
    failure('folderUnusable', `${join(path, manifestFile)} is damaged: ${what}.`, error)
  let value: { format?: unknown; lettershop?: unknown } | null
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw damaged('it is not valid JSON', error)
  }
  const newer = (version: unknown) =>
    failure('schemaTooNew', `${path} was made by a newer version of Lettershop (${version}).`)
  // A newer manifest may have other fields.
  if (Number(value?.format) > backupFormat) throw newer(value?.lettershop)
  const { success, output: manifest, issues } = v.safeParse(manifestSchema, value)
  if (!success) throw damaged(`${v.getDotPath(issues[0]) ?? 'it'} is not valid`)
  const digest = await readFile(join(path, manifestDigestFile), 'utf8').catch(() => undefined)
  if (digest !== sumLine({ sha256: sha256OfText(text), path: manifestFile })) {
    throw damaged(`it does not match ${manifestDigestFile}`)
  }
  if (!sqliteMigrations().some(({ name }) => name === manifest.schema)) throw newer(manifest.lettershop)
  return manifest
}

export interface Sum {
  sha256: string
  path: string
}

export const sumLine = ({ sha256, path }: Sum): string => `${sha256}  ${path}\n`

/** Reads `SHA256SUMS`. Throws on malformed lines, names outside the backup and duplicates. */
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

/** Returns the differences between a manifest and the list of files. Reads only the list and the key. */
export const contradictions = async (path: string, manifest: Manifest): Promise<string[]> => {
  if ((await sha256Of(join(path, sumsFile)).catch(() => undefined)) !== manifest.sums) {
    return [`${sumsFile} does not match the manifest`]
  }
  const kept = new Set<string>()
  let blobs = 0
  for await (const { path: name } of readSums(path)) {
    if (name.startsWith(`${blobsFolder}/`)) blobs += 1
    else kept.add(name)
  }
  const { database, rows, instanceKey } = manifest
  const found: [boolean, string][] = [
    [database === 'sqlite' && !kept.has(databaseName), `${databaseName} is missing`],
    [
      database === 'postgres' && kept.has(databaseName),
      `it contains ${databaseName}, although its database is PostgreSQL`,
    ],
    [
      (database === 'sqlite') !== Object.keys(rows).length > 0,
      'the row counts belong to another kind of database',
    ],
    [blobs !== manifest.blobs.files, `it lists ${blobs} blobs instead of ${manifest.blobs.files}`],
    [
      instanceKey.included !== kept.has(instanceKeyFile),
      `${instanceKeyFile} is listed only in one of the two`,
    ],
  ]
  if (kept.has(instanceKeyFile)) {
    const key = await readFile(join(path, instanceKeyFile)).catch(() => undefined)
    // A missing key is reported with the other missing files.
    if (key && keyFingerprint(key) !== instanceKey.fingerprint)
      found.push([true, `${instanceKeyFile} is another key`])
  }
  return found.filter(([isSo]) => isSo).map(([, what]) => what)
}
