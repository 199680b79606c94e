import { randomUUID } from 'node:crypto'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { diskRefuses } from '../../src/adapters/system/files.ts'
import { keyFingerprint } from '../../src/adapters/system/instance-key.ts'
import { BlobsUnavailable } from '../../src/core/ports/blobs.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { Log } from '../../src/core/ports/system.ts'
import { type BackupCheck, checkContents, lookInto } from '../backup/check-contents.ts'
import type { BlobsSetting } from '../cli/blobs-setting.ts'
import { CommandFailure, exitCodes, failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { whileOffline } from '../instance/alone.ts'
import { areThere, type MoveReport as MovedFiles, moveFiles } from '../instance/blobs/move.ts'
import { openBlobs } from '../instance/blobs/open.ts'
import { type Database, openMovedDatabase } from '../instance/database.ts'
import { reasonOf } from '../instance/folder.ts'
import { recordFolderKeys } from '../instance/keys/signer.ts'
import { capital, type MoveMark, moveMark, noteMove, whyNotInForce } from '../instance/move-mark.ts'
import { namingPlace, type Place, placeOf } from './place.ts'
import { compareRows, copyRows } from './rows.ts'
import { type FreeTarget, lookAtTarget, type Target } from './target.ts'

export interface Move {
  dataDir: string
  settings: Settings
  /** The database that takes the rows; undefined for the file in the data folder. */
  to: string | undefined
  /** Number of partitions by organisation for the large tables. */
  partitions?: number | undefined
  /** Target of the files, if they move too; an undefined `setting` is the data folder. */
  blobs: { setting: BlobsSetting | undefined } | undefined
  log: Log
  /** Reports how many rows of a table were copied. */
  copied?: (table: string, rows: number) => void
}

/** Points at which tests kill the process. */
export type MovePoint = 'marked' | 'begun' | 'files' | 'batch' | 'compared' | 'moved' | 'released'

export interface MoveReport {
  from: string
  to: string
  tables: number
  rows: number
  /** Digest of all rows, equal on both sides. */
  sha256: string
  /** The files that moved too; null if they stay. */
  files: MovedFiles | null
  checks: BackupCheck[]
  /** New name of the file of an earlier move that was in the target's place. */
  aside: string | null
}

const schema = sqliteMigrations().at(-1)?.name ?? 'none'

/**
 * Moves the rows of an instance to another database while no server runs, and the files if requested. The
 * source is not served once the move has started, the target only when it is complete. An interrupted move
 * resumes when it is run again.
 */
export const moveShop = (move: Move, at: (point: MovePoint) => void = () => {}): Promise<MoveReport> =>
  whileOffline(move.dataDir, move.settings, async () => {
    const from = placeOf(move.dataDir, move.settings.database)
    const to = placeOf(move.dataDir, move.to)
    if (from.name === to.name) {
      throw failure(
        'refused',
        `According to --database, LETTERSHOP_DATABASE and config.json, the rows of this instance are already in ${to.name}.`,
      )
    }
    await assertBegun(from)
    const database = await openMovedDatabase(move.dataDir, move.settings, move.log)
    const source = { ...database, store: namingPlace(from, database.store) }
    let target: Target | undefined
    try {
      const begun = await begin(source.store, from, to, at, move.partitions)
      target = await begun.target.open({ ...begun.mark, role: 'target' })
      at('begun')
      return begun.mark.state === 'moved'
        ? await finish({ move, source, target, mark: begun.mark, at })
        : await carryOut({ move, source, target, mark: begun.mark, to, at })
    } catch (error) {
      throw asFailure(error, move.dataDir)
    } finally {
      await target?.store.close()
      await source.store.close()
    }
  })

/** Throws for a database without an instance, because opening it would create one. */
const assertBegun = async (from: Place): Promise<void> => {
  if (from.kind === 'file') return
  const { inspectDatabase } = await import('../../src/adapters/postgres/database.ts')
  const { migrations } = await inspectDatabase(from.url).catch(from.away)
  if (migrations.length === 0) throw failure('databaseUnusable', `${capital(from.name)} has no instance.`)
}

/** Inspects both sides and records in the source that its rows are being moved. */
const begin = async (
  source: Store,
  from: Place,
  to: Place,
  at: (point: MovePoint) => void,
  partitions: number | undefined,
): Promise<{ mark: MoveMark; target: FreeTarget }> => {
  const known = await source.read(moveMark)
  if (known) {
    assertGoesOn(known, to)
    const target = await lookAtTarget(to, known.id, partitions).catch((error: unknown) => {
      throw known.state === 'moved' && isRefusal(error) ? failure('refused', whyNotInForce(known)) : error
    })
    if (known.state === 'moved' && !target.mark) throw failure('refused', whyNotInForce(known))
    return { mark: known, target }
  }
  const target = await lookAtTarget(to, undefined, partitions)
  const mark: MoveMark = {
    id: randomUUID(),
    role: 'source',
    state: 'under_way',
    from: from.name,
    to: to.name,
    schema,
    begunAt: new Date().toISOString(),
  }
  await source.write((rows) => noteMove(rows, mark))
  at('marked')
  return { mark, target }
}

/** True if the target was refused: it is gone, or has no mark because its move is complete. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CommandFailure && error.body.exitCode === exitCodes.refused

/** Throws if the mark belongs to a target, to a move elsewhere, or to another version. */
const assertGoesOn = (mark: MoveMark, to: Place): void => {
  if (mark.role === 'target' || mark.to !== to.name) throw failure('refused', whyNotInForce(mark))
  if (mark.schema === schema || mark.state === 'moved') return
  throw failure(
    'refused',
    `This move was started by another version of Lettershop (schema ${mark.schema}). Complete it with that version, or abandon it with “lettershop move --undo” and start with an empty target.`,
  )
}

interface Moving {
  move: Move
  source: Database
  target: Target
  mark: MoveMark
  at: (point: MovePoint) => void
}

const carryOut = async (moving: Moving & { to: Place }): Promise<MoveReport> => {
  const { move, source, target, mark, to, at } = moving
  // The signing keys become a row, which is copied and compared like the others.
  await recordFolderKeys({ ...move, store: source.store })
  const { files, has } = await settleFiles(move, source, target.mark)
  at('files')
  await copyRows(source.store, target.store, target.mark, (table, rows) => {
    move.copied?.(table, rows)
    at('batch')
  })
  const compared = await compareRows(source.store, target.store)
  const checks = await checkBoth(source, target.store, has)
  if (to.kind === 'server') {
    const { analyzeDatabase } = await import('../../src/adapters/postgres/database.ts')
    await analyzeDatabase(to.url).catch(to.away)
  }
  at('compared')
  const moved: MoveMark = { ...mark, state: 'moved', endedAt: new Date().toISOString() }
  await source.store.write((rows) => noteMove(rows, moved))
  at('moved')
  await release(target.store, at)
  return { from: mark.from, to: mark.to, ...compared, files, checks, aside: target.aside ?? null }
}

/** Completes a move that was killed when both sides had been compared and only the target's mark was left. */
const finish = async ({ source, target, mark, at }: Moving): Promise<MoveReport> => {
  const compared = await compareRows(source.store, target.store)
  await release(target.store, at)
  return { from: mark.from, to: mark.to, ...compared, files: null, checks: [], aside: null }
}

const release = async (target: Store, at: (point: MovePoint) => void): Promise<void> => {
  await target.write((rows) => noteMove(rows, undefined))
  at('released')
}

const filesLater =
  'This move was started without --blobs. Complete it without, and move the files afterwards with “lettershop blobs move”.'

/** Moves the files if requested, and returns a function that looks one up. */
const settleFiles = async (move: Move, { store, isShared }: Database, { copied }: MoveMark) => {
  const where = { dataDir: move.dataDir, store, isShared, log: move.log }
  let files: MovedFiles | null = null
  if (move.blobs && !(await areThere(where, move.blobs.setting))) {
    // The rows that were copied already name the old place of the files.
    if (copied) throw failure('refused', filesLater)
    files = await moveFiles({ ...where, settings: move.settings }, move.blobs.setting)
  }
  const settings = move.blobs ? { blobs: move.blobs.setting } : move.settings
  const { blobs } = await openBlobs({ ...where, settings })
  return { files, has: async (key: string) => (await blobs.size(key)) !== undefined }
}

/** Checks the target's rows as `backup verify` does. Problems that the source has too don't stop the move. */
const checkBoth = async (
  { store, key }: Database,
  target: Store,
  has: (key: string) => Promise<boolean>,
): Promise<BackupCheck[]> => {
  const look = async (rows: Store): Promise<BackupCheck[]> => {
    const checks: BackupCheck[] = []
    await checkContents(rows, { look: lookInto(checks), has, keyFingerprint: keyFingerprint(key) })
    return checks
  }
  const found = await look(target)
  const failing = found.filter(({ result }) => result === 'fails')
  if (failing.length === 0) return found
  const before = await look(store)
  const isOld = (check: BackupCheck) =>
    before.some(({ name, detail }) => name === check.name && detail === check.detail)
  const strange = failing.filter((check) => !isOld(check))
  if (strange.length > 0) {
    throw failure(
      'failed',
      `The target failed checks: ${strange.map(({ name, detail }) => `${name} (${detail})`).join(', ')}. The source is unchanged; “lettershop move --undo” abandons the move.`,
    )
  }
  return found
}

const asFailure = (error: unknown, dataDir: string): unknown => {
  if (error instanceof CommandFailure) return error
  const again = 'Run the same command again when it is available.'
  if (error instanceof BlobsUnavailable) return failure('blobsUnusable', `${error.message} ${again}`, error)
  return diskRefuses(error)
    ? failure(
        'folderUnusable',
        `The data folder ${dataDir} cannot be written: ${reasonOf(error)}. ${again}`,
        error,
      )
    : error
}
