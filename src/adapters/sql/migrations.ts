import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** One frozen step of the schema. */
export interface Migration {
  /** `0001_initial`: they apply in this order. */
  name: string
  /** SHA-256 of the SQL, so that a step that was edited after it was applied is noticed. */
  checksum: string
  /** Checksums of the SQL before it was corrected: databases that ran it so are up to date, too. */
  earlier?: readonly string[]
  sql: string
}

export interface AppliedMigration {
  name: string
  checksum: string
}

/** A database of any dialect that can be migrated. */
export interface MigrationTarget {
  /** Those applied so far, in order; none in an empty database. */
  applied(): Promise<AppliedMigration[]>
  /** Copies the database before the migration of this name, where it can. Returns the path of the copy. */
  snapshot(before: string): Promise<string | undefined>
  /** Runs the SQL of all of them in order and records each, in one transaction. */
  apply(migrations: readonly Migration[]): Promise<void>
}

export interface MigrationReport {
  /** Names of the migrations that were applied now. */
  applied: string[]
  /** Path of the copy made before, where there was something to copy. */
  snapshot: string | undefined
}

/** The database was migrated by a newer version of the program. */
export class SchemaTooNew extends Error {
  constructor(name: string) {
    super(
      `The database has the schema of a newer version of Lettershop (${name}): install that version or restore a backup.`,
    )
    this.name = 'SchemaTooNew'
  }
}

/** A migration that was applied is not the one this program has. */
export class SchemaChanged extends Error {
  constructor(name: string) {
    super(`The database was migrated by another ${name} than this version of Lettershop has.`)
    this.name = 'SchemaChanged'
  }
}

/**
 * Brings the schema up to date: a new database in one transaction, because each waits for the disk, and one
 * with rows step by step, so that what took long is kept.
 */
export const migrate = async (
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<MigrationReport> => {
  const applied = await target.applied()
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index]
    if (!known) throw new SchemaTooNew(name)
    const isKnown = known.checksum === checksum || known.earlier?.includes(checksum)
    if (known.name !== name || !isKnown) throw new SchemaChanged(name)
  }
  const pending = migrations.slice(applied.length)
  const first = pending[0]
  const snapshot = first && applied.length > 0 ? await target.snapshot(first.name) : undefined
  const steps = applied.length === 0 ? [pending] : pending.map((migration) => [migration])
  for (const step of steps) await target.apply(step)
  return { applied: pending.map(({ name }) => name), snapshot }
}

type Dialect = 'sqlite' | 'postgres'
type Files = Readonly<Record<string, string>>

let embedded: Readonly<Record<Dialect, Files>> | undefined
/** Supplies the migrations of an executable: the text of each file by its name, for each dialect. */
export const embedMigrations = (files: Readonly<Record<Dialect, Files>>): void => {
  embedded = files
}

/** Where `migrations/` is, seen from the sources and from `dist`. */
const folders = ['../../../migrations/', '../../migrations/'].map((path) => new URL(path, import.meta.url))

/** The text of every file of a dialect. */
export const migrationFiles = (dialect: Dialect): Files => {
  if (embedded) return embedded[dialect]
  for (const folder of folders) {
    try {
      const names = readdirSync(new URL(`${dialect}/`, folder)).filter((name) => name.endsWith('.sql'))
      return Object.fromEntries(
        names.map((name) => [name, readFileSync(new URL(`${dialect}/${name}`, folder), 'utf8')]),
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error('The folder migrations/ was not found. Install the package again.')
}

/** The migrations of a dialect in order. A line `-- Corrected: CHECKSUM.` names SQL that some databases ran before. */
const read = (dialect: Dialect): readonly Migration[] =>
  Object.entries(migrationFiles(dialect))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => {
      const sql = text.replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const [, earlier] = /^-- Corrected: (\w{64})\.$/m.exec(sql) ?? []
      return { name: name.slice(0, -4), checksum, sql, ...(earlier && { earlier: [earlier] }) }
    })

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

export const sqliteMigrations = once(() => read('sqlite'))
export const postgresMigrations = once(() => read('postgres'))
