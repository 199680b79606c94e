import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lockPath } from '../../src/adapters/data-folder/lock.ts'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { syncFolder, unlessMissing } from '../../src/adapters/system/files.ts'
import { everyone, type Store } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'
import { databaseFile, hasNoDatabase } from '../instance/existing-instance.ts'
import { reasonOf } from '../instance/folder.ts'
import { capital, type MoveMark, moveFact, moveMark, noteMove, parseMark } from '../instance/move-mark.ts'
import { type Place, patiently } from './place.ts'
import { tableNames } from './rows.ts'

export interface Target {
  store: Store
  /** As it stands in the target. */
  mark: MoveMark
  /** Where the file of an earlier move went that was in its place. */
  aside: string | undefined
}

/** A target that was looked at and is a place for the move; it has the schema, and no row was written yet. */
export interface FreeTarget {
  /** The mark that it has of this move; undefined where the move begins. */
  mark: MoveMark | undefined
  /** Notes the mark before the first row. */
  open(mark: MoveMark): Promise<Target>
}

/**
 * Looks at the target. `id` is that of the move, once it has begun. Throws where it is no place for it. An empty
 * database gets partitions, where a number of them is given.
 */
export const lookAtTarget = (
  place: Place,
  id: string | undefined,
  partitions: number | undefined,
): Promise<FreeTarget> =>
  place.kind === 'server' ? lookAtServer(place, id, partitions) : lookAtFile(place, id)

type ServerPlace = Extract<Place, { kind: 'server' }>
type FilePlace = Extract<Place, { kind: 'file' }>

const lookAtServer = async (
  place: ServerPlace,
  id: string | undefined,
  partitions: number | undefined,
): Promise<FreeTarget> => {
  await assertSchema(place)
  // Only an empty database, or one of this schema, is opened: opening migrates.
  const { createPostgresStore } = await import('../../src/adapters/postgres/store.ts')
  const open = async () => patiently(place, await createPostgresStore({ url: place.url }).catch(place.away))
  const store = await open()
  const mark = await inspect(store, place, id).finally(() => store.close())
  // Only now: a database that is refused stays as it is.
  if (partitions !== undefined) await makePartitions(place, partitions)
  return {
    mark,
    async open(begun) {
      const opened = await open()
      return { store: opened, mark: mark ?? (await noteIn(opened, begun)), aside: undefined }
    },
  }
}

const makePartitions = async (place: ServerPlace, count: number): Promise<void> => {
  const { HasRows, partitionDatabase } = await import('../../src/adapters/postgres/partition.ts')
  await partitionDatabase(place.url, count).catch((error: unknown) => {
    throw error instanceof HasRows
      ? notEmpty(place, 'has rows in tables without partitions')
      : place.away(error)
  })
}

/** Throws for a database whose tables this version must not touch. */
const assertSchema = async (place: ServerPlace): Promise<void> => {
  const { lookAtDatabase } = await import('../../src/adapters/postgres/database.ts')
  const { migrations, hasTables } = await lookAtDatabase(place.url).catch(place.away)
  if (migrations.length === 0) {
    if (hasTables) throw notEmpty(place, 'has tables of another program')
    return
  }
  const known = sqliteMigrations().map(({ name }) => name)
  const strange = migrations.find((name, index) => known[index] !== name)
  if (strange) {
    throw failure(
      'schemaTooNew',
      `${capital(place.name)} has the schema of a newer version of Lettershop (${strange}): install that version, or name an empty database.`,
    )
  }
  if (migrations.length < known.length) {
    throw notEmpty(place, `has the schema of an earlier version of Lettershop (${migrations.at(-1)})`)
  }
}

const noteIn = async (store: Store, mark: MoveMark): Promise<MoveMark> => {
  await store.write((rows) => noteMove(rows, mark))
  return mark
}

/** The mark of this move in a database; undefined in an empty one. Throws for any other. */
const inspect = async (store: Store, place: Place, id: string | undefined): Promise<MoveMark | undefined> => {
  const mark = await store.read(moveMark)
  if (mark) {
    assertSame(mark, place, id)
    return mark
  }
  const isEmpty = await store.read(async (rows) => {
    for (const name of tableNames) {
      const table = rows[name] as typeof rows.facts
      if ((await table.find(everyone, {}, { limit: 1 })).length > 0) return false
    }
    return true
  })
  if (!isEmpty) throw notEmpty(place, 'has an instance already')
  return undefined
}

const assertSame = (mark: MoveMark, place: Place, id: string | undefined): void => {
  if (mark.role === 'source') throw notEmpty(place, 'has an instance that was moved away, or is being moved')
  if (mark.id !== id) throw notEmpty(place, `is the target of another move, from ${mark.from}`)
}

const notEmpty = (place: Place, why: string) =>
  failure(
    'refused',
    place.kind === 'server'
      ? `${capital(place.name)} ${why}: name an empty database.`
      : `${place.name} ${why}: put that file away first.`,
  )

/**
 * The file appears under its name with its mark, so that no start takes one that was just begun for an
 * instance.
 */
const lookAtFile = async (place: FilePlace, id: string | undefined): Promise<FreeTarget> => {
  const file = databaseFile(place.dataDir)
  const known = await markInFile(place)
  const isOld = known?.role === 'source' && known.state === 'moved'
  if (known && !isOld) assertSame(known, place, id)
  const open = async () => {
    const options = { file, begun: true, alongside: [lockPath(place.dataDir)] }
    return patiently(place, await createSqliteStore(options).catch(place.away))
  }
  return {
    mark: isOld ? undefined : known,
    async open(begun) {
      const aside = isOld ? await putAside(file) : undefined
      if (!known || isOld) await beginFile(file, begun).catch(place.away)
      return { store: await open(), mark: known && !isOld ? known : begun, aside }
    },
  }
}

/** The mark of a file, which is read as it is; undefined where there is no file. */
const markInFile = async (place: FilePlace): Promise<MoveMark | undefined> => {
  const file = databaseFile(place.dataDir)
  if (await hasNoDatabase(place.dataDir)) {
    const log = await unlessMissing(stat(`${file}-wal`))
    if (log && log.size > 0) throw notEmpty(place, 'is missing, and its log is left')
    return undefined
  }
  try {
    const database = (await loadDriver()).open(file)
    try {
      const [fact] = database.prepare(`select value from facts where id = '${moveFact}'`).all([])
      if (fact) return parseMark(String(fact.value))
    } finally {
      database.close()
    }
  } catch (error) {
    throw failure('refused', `${file} is no database of Lettershop (${reasonOf(error)}): put it away first.`)
  }
  throw notEmpty(place, 'has an instance already')
}

/** The file that was moved away once stays: it may be all that is left of something. */
const putAside = async (file: string): Promise<string> => {
  const aside = `${file}.moved-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
  await rename(file, aside)
  // Some systems keep the log of a closed database.
  for (const end of ['-wal', '-shm']) await unlessMissing(rename(file + end, aside + end))
  await syncFolder(dirname(file))
  return aside
}

const beginFile = async (file: string, mark: MoveMark): Promise<void> => {
  const beginning = `${file}.moving`
  const clear = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(beginning + end, { force: true })
  }
  await clear()
  const store = await createSqliteStore({ file: beginning })
  try {
    await noteIn(store, mark)
  } finally {
    await store.close()
  }
  await rename(beginning, file)
  await clear()
  await syncFolder(dirname(file))
}
