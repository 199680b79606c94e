import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, unlessMissing, writeFileWhole } from '../../src/adapters/system/files.ts'
import { afterRestore } from '../../src/core/app/restore.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'

/** In a restored folder until the rows that belong to it know that they went back in time. */
const restoredNote = (dataDir: string): string => join(dataDir, 'restored.json')

/** Leaves word for whoever opens the restored folder first. */
export const noteRestore = (dataDir: string, backupAt: string): Promise<void> =>
  writeFileWhole(restoredNote(dataDir), Buffer.from(`${JSON.stringify({ backupAt })}\n`), 0o600)

/** When the backup was made of which the rows do not know yet; undefined where there is nothing to tell them. */
export const unsettledRestore = async (dataDir: string): Promise<string | undefined> => {
  const path = restoredNote(dataDir)
  const text = await unlessMissing(readFile(path, 'utf8'))
  if (text === undefined) return undefined
  try {
    const { backupAt } = JSON.parse(text) as { backupAt: string }
    if (Number.isFinite(Date.parse(backupAt))) return backupAt
  } catch {
    // Said below.
  }
  throw failure('folderUnusable', `${path} is damaged: restore into another folder once more.`)
}

/**
 * Makes of the rows what a restore makes of them, before anything works on them. The note goes last: after a crash in
 * between it is done again, which changes nothing.
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
