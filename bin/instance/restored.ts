import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, unlessMissing, writeFileWhole } from '../../src/adapters/system/files.ts'
import { afterRestore } from '../../src/core/app/after-restore.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'
import { notePlace, type PlaceOnRecord } from './blobs/place.ts'
import { livePrintFolder, restoredFolder } from './printers.ts'

/** File in a restored folder, removed once the rows are marked as restored. */
const restoredNote = (dataDir: string): string => join(dataDir, 'restored.json')

interface RestoreNote {
  backupAt: string
  /** The bucket with the blobs; null if they are in the folder. */
  blobs?: PlaceOnRecord | null
}

export const noteRestore = (dataDir: string, note: RestoreNote): Promise<void> =>
  writeFileWhole(restoredNote(dataDir), Buffer.from(`${JSON.stringify(note)}\n`), 0o600)

/** Returns the note of a restore whose rows are not marked as restored yet. */
export const unsettledRestore = async (dataDir: string): Promise<RestoreNote | undefined> => {
  const path = restoredNote(dataDir)
  const text = await unlessMissing(readFile(path, 'utf8'))
  if (text === undefined) return undefined
  try {
    const note = JSON.parse(text) as RestoreNote
    if (Number.isFinite(Date.parse(note.backupAt))) return note
  } catch {
    // Invalid JSON is reported below.
  }
  throw failure('folderUnusable', `${path} is damaged. Restore into another folder again.`)
}

/** Marks the rows as restored before any work starts. Idempotent: the note is removed last. */
export const settleRestore = async (
  dataDir: string,
  store: Pick<Store, 'write'>,
): Promise<{ backupAt: string; uncertainRuns: number } | undefined> => {
  const note = await unsettledRestore(dataDir)
  if (note === undefined) return undefined
  const { backupAt } = note
  const printFolder = livePrintFolder(dataDir, { drill: false, printFolder: undefined })
  const noteFolder = await restoredFolder(dataDir, printFolder)
  const restored = { backupAt: Date.parse(backupAt), now: Date.now() }
  const { uncertainRuns } = await store.write(async (rows) => {
    // The rows name the blobs of the instance that was backed up.
    await notePlace(rows, note.blobs ?? undefined)
    await noteFolder(rows)
    return afterRestore(rows, restored)
  })
  await rm(restoredNote(dataDir))
  await syncFolder(dataDir)
  return { backupAt, uncertainRuns }
}
