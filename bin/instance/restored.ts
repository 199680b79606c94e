import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, unlessMissing, writeFileWhole } from '../../src/adapters/system/files.ts'
import { afterRestore } from '../../src/core/app/after-restore.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'

/** File in a restored folder that stays until the rows are marked as restored. */
const restoredNote = (dataDir: string): string => join(dataDir, 'restored.json')

/** Notes the restore for the first process that opens the folder. */
export const noteRestore = (dataDir: string, backupAt: string): Promise<void> =>
  writeFileWhole(restoredNote(dataDir), Buffer.from(`${JSON.stringify({ backupAt })}\n`), 0o600)

/** Time of the backup, where the rows are not marked as restored yet; else undefined. */
export const unsettledRestore = async (dataDir: string): Promise<string | undefined> => {
  const path = restoredNote(dataDir)
  const text = await unlessMissing(readFile(path, 'utf8'))
  if (text === undefined) return undefined
  try {
    const { backupAt } = JSON.parse(text) as { backupAt: string }
    if (Number.isFinite(Date.parse(backupAt))) return backupAt
  } catch {
    // A file that is no JSON is reported below.
  }
  throw failure('folderUnusable', `${path} is damaged: restore into another folder once more.`)
}

/**
 * Marks the rows as restored before any work begins. The note is removed last: after a crash in between, the
 * repetition changes nothing.
 */
export const settleRestore = async (
  dataDir: string,
  store: Pick<Store, 'write'>,
): Promise<{ backupAt: string; uncertainRuns: number } | undefined> => {
  const backupAt = await unsettledRestore(dataDir)
  if (backupAt === undefined) return undefined
  const restored = { backupAt: Date.parse(backupAt), now: Date.now() }
  const { uncertainRuns } = await store.write((rows) => afterRestore(rows, restored))
  await rm(restoredNote(dataDir))
  await syncFolder(dataDir)
  return { backupAt, uncertainRuns }
}
