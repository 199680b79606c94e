import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** A migration; immutable once released. */
export interface Migration {
  /** Such as `0001_initial`; migrations apply in the order of their names. */
  name: string
  /** SHA-256 of the SQL, to detect edits after it was applied. */
  checksum: string
  /** Checksums of earlier versions of the SQL; databases that ran those are up to date too. */
  earlier?: readonly string[]
  sql: string
}

export interface AppliedMigration {
  name: string
  checksum: string
}

export interface MigrationTarget {
  /** Returns the applied migrations in order. */
  applied(): Promise<AppliedMigration[]>
  /** Copies the database before this migration, if possible. Returns the path of the copy. */
  snapshot(before: string): Promise<string | undefined>
  /** Runs and records the migrations in one transaction. */
  apply(migrations: readonly Migration[]): Promise<void>
}

export interface MigrationReport {
  applied: string[]
  /** Path of the copy made before migrating, if there was anything to copy. */
  snapshot: string | undefined
}

/** A newer version has migrated the database. */
export class SchemaTooNew extends Error {
  constructor(name: string) {
    super(
      `The database has the schema of a newer version of Lettershop (${name}). Install that version or restore a backup.`,
    )
    this.name = 'SchemaTooNew'
  }
}

/** An applied migration has another name or checksum than this version's. */
export class SchemaChanged extends Error {
  constructor(name: string) {
    super(`The applied migration ${name} differs from the one of this version of Lettershop.`)
    this.name = 'SchemaChanged'
  }
}

/**
 * Applies new migrations: in one transaction on a new database (each waits for the disk), else one by one, to
 * keep progress. Throws `SchemaTooNew` or `SchemaChanged`.
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
/** Sets the migrations of an executable: file contents by name, for each dialect. */
export const embedMigrations = (files: Readonly<Record<Dialect, Files>>): void => {
  embedded = files
}

/** `migrations/` seen from `dist/library` and the sources. Nearest first: a host may have such a folder. */
const folders = ['../../migrations/', '../../../migrations/'].map((path) => new URL(path, import.meta.url))

/** Returns the migration files of a dialect by name. */
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

/** Reads migrations. A line `-- Corrected: CHECKSUM.` names earlier SQL, which some databases ran. */
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
