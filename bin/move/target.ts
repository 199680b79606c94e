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
import { namingPlace, type Place } from './place.ts'
import { tableNames } from './rows.ts'

export interface Target {
  store: Store
  mark: MoveMark
  /** New name of the file of an earlier move that was in its place. */
  aside: string | undefined
}

/** An inspected target that can take the move: it has this move's mark, or the schema and no rows. */
export interface FreeTarget {
  /** Its mark of this move; undefined for a new move. */
  mark: MoveMark | undefined
  /** Records the mark before the first row. */
  open(mark: MoveMark): Promise<Target>
}

/** Inspects the target of a new move or of move `id`, and partitions it. Throws if it can't take the rows. */
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
  const open = async () => namingPlace(place, await createPostgresStore({ url: place.url }).catch(place.away))
  const store = await open()
  const mark = await inspect(store, place, id).finally(() => store.close())
  // Partitions only now, so that a rejected database stays unchanged.
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

/** Throws for a database whose tables this version must not change. */
const assertSchema = async (place: ServerPlace): Promise<void> => {
  const { inspectDatabase } = await import('../../src/adapters/postgres/database.ts')
  const { migrations, hasTables } = await inspectDatabase(place.url).catch(place.away)
  if (migrations.length === 0) {
    if (hasTables) throw notEmpty(place, 'has tables of another program')
    return
  }
  const known = sqliteMigrations().map(({ name }) => name)
  const strange = migrations.find((name, index) => known[index] !== name)
  if (strange) {
    throw failure(
      'schemaTooNew',
      `${capital(place.name)} has the schema of a newer version of Lettershop (${strange}): install that version, or use an empty database.`,
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

/** Returns the mark of this move; undefined for an empty database. Throws for any other. */
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
      ? `${capital(place.name)} ${why}. Use an empty database.`
      : `${place.name} ${why}. Move that file elsewhere first.`,
  )

/** Inspects a target file. A new one gets its name and mark together: no server may start on it before. */
const lookAtFile = async (place: FilePlace, id: string | undefined): Promise<FreeTarget> => {
  const file = databaseFile(place.dataDir)
  const known = await markInFile(place)
  const isOld = known?.role === 'source' && known.state === 'moved'
  if (known && !isOld) assertSame(known, place, id)
  const open = async () => {
    const options = { file, begun: true, alongside: [lockPath(place.dataDir)] }
    return namingPlace(place, await createSqliteStore(options).catch(place.away))
  }
  return {
    mark: isOld ? undefined : known,
    async open(begun) {
      const aside = isOld ? await renameOld(file) : undefined
      if (!known || isOld) await beginFile(file, begun).catch(place.away)
      return { store: await open(), mark: known && !isOld ? known : begun, aside }
    },
  }
}

/** Returns the mark in a file without migrating it; undefined if there is no file. Throws if it has none. */
const markInFile = async (place: FilePlace): Promise<MoveMark | undefined> => {
  const file = databaseFile(place.dataDir)
  if (await hasNoDatabase(place.dataDir)) {
    const log = await unlessMissing(stat(`${file}-wal`))
    if (log && log.size > 0) throw notEmpty(place, 'is missing, but its log still exists')
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
    throw failure(
      'refused',
      `${file} is not a Lettershop database (${reasonOf(error)}). Move it elsewhere first.`,
    )
  }
  throw notEmpty(place, 'has an instance already')
}

/** Renames the file of an earlier move, which may hold the only copy of some data. Returns the new name. */
const renameOld = async (file: string): Promise<string> => {
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
