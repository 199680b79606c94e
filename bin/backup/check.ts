import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../src/adapters/system/files.ts'
import { checkDatabase } from './check-database.ts'
import { contradictions } from './contradictions.ts'
import { filesBelow, forEach, sha256Of } from './copy.ts'
import { type BackupCheck, lookInto, told } from './findings.ts'
import { databaseName, manifestDigestFile, manifestFile, readManifest, readSums, sumsFile } from './layout.ts'

export interface CheckedBackup {
  path: string
  createdAt: string
  holds: boolean
  checks: BackupCheck[]
}

/**
 * Verifies a backup: every file against its checksum, the database page by page, every blob to which rows
 * refer, the money and the counts. Needs only the backup, changes nothing in it, and works on a copy of its
 * database in the system's folder for temporary files.
 */
export const checkBackup = async (path: string): Promise<CheckedBackup> => {
  const manifest = await readManifest(path)
  const checks: BackupCheck[] = []
  const look = lookInto(checks)
  await look('manifest', async () => {
    const found = await contradictions(path, manifest)
    return found.length === 0
      ? { result: 'holds', detail: 'says what is listed' }
      : { result: 'fails', detail: found.join('; ') }
  })
  await look('files', () => checkFiles(path))
  if (manifest.database === 'postgres') {
    const detail = 'in PostgreSQL, not in this backup: keep the pg_dump that was made before it'
    checks.push({ name: 'database', result: 'open', detail })
  } else {
    const scratch = await mkdtemp(join(tmpdir(), 'lettershop-backup-'))
    try {
      await checkDatabase({ file: join(path, databaseName), scratch, manifest, has: hasBlob(path), look })
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  return {
    path,
    createdAt: manifest.createdAt,
    holds: checks.every(({ result }) => result !== 'fails'),
    checks,
  }
}

const hasBlob = (path: string) => (key: string) =>
  stat(join(path, 'blobs', key)).then(
    (entry) => entry.isFile(),
    () => false,
  )

const unlisted = [sumsFile, manifestFile, manifestDigestFile]

/** Checks that every listed file is as it was written, and that there is no other. */
export const checkFiles = async (path: string): Promise<{ result: 'holds' | 'fails'; detail: string }> => {
  const missing: string[] = []
  const damaged: string[] = []
  const listed = new Set<string>()
  await forEach(readSums(path), async ({ path: name, sha256 }) => {
    listed.add(name)
    const found = await sha256Of(join(path, name)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      // An unreadable sector is as bad as a wrong one.
      return 'unreadable'
    })
    if (found === undefined) missing.push(name)
    else if (found !== sha256) damaged.push(name)
  })
  const strange: string[] = []
  for await (const name of filesBelow(path)) {
    if (!listed.has(name) && !unlisted.includes(name)) strange.push(name)
  }
  const wrong = [
    ...told('missing', missing),
    ...told('damaged', damaged),
    ...told('not of this backup', strange),
  ]
  return wrong.length === 0
    ? { result: 'holds', detail: `${listed.size} files as they were written` }
    : { result: 'fails', detail: wrong.join('; ') }
}
