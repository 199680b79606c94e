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
