import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppliedMigration, MigrationTarget } from '../sql/migrations.ts'
import { makeFolder, syncFile, syncFolder } from '../system/files.ts'
import type { SqliteConnection } from './connection.ts'

/** The migration target of an SQLite file. */
export const migrationTarget = (connection: SqliteConnection, snapshotFolder: string): MigrationTarget => ({
  async applied() {
    const known = connection.query(`select 1 from sqlite_schema where name = 'schema_migrations'`)
    if (known.length === 0) return []
    const applied = connection.query('select name, checksum from schema_migrations order by name')
    return applied as unknown as AppliedMigration[]
  },

  async snapshot(before) {
    await makeFolder(snapshotFolder, 0o700)
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
    const path = join(snapshotFolder, `before-${before}-${stamp}.sqlite`)
    const temporary = `${path}.${randomUUID()}.tmp`
    try {
      connection.copyTo(temporary)
      // SQLite doesn't sync the copy.
      await syncFile(temporary)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await syncFolder(snapshotFolder)
    return path
  },

  async apply(migrations) {
    connection.begin('immediate')
    try {
      connection.exec(`
          create table if not exists schema_migrations (
            name text primary key not null,
            checksum text not null,
            applied_at integer not null
          ) strict`)
      for (const { name, checksum, sql } of migrations) {
        connection.exec(sql)
        connection.execute('insert into schema_migrations values (?, ?, ?)', name, checksum, Date.now())
      }
      connection.commit()
    } catch (error) {
      connection.rollback()
      throw error
    }
  },
})
