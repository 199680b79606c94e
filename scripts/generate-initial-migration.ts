/**
 * Rewrites the first migration from the table descriptions in `src/core/tables.ts`, and the module that carries
 * it. Only while nothing has been released: afterwards 0001 is frozen and a change is a migration of its own.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { sqliteSchema } from '../src/adapters/sql/ddl.ts'
import type { Table } from '../src/core/columns.ts'
import { tables } from '../src/core/tables.ts'
import { writeMigrationsModule } from './generate-migrations.ts'

const folder = new URL('../migrations/sqlite/', import.meta.url)
const FIRST = '0001_initial.sql'

const later = readdirSync(folder).filter((name) => name.endsWith('.sql') && name !== FIRST)
if (later.length > 0) {
  console.error(`0001 is frozen: ${later.join(', ')} stand on it. Write the next migration by hand.`)
  process.exit(1)
}
writeFileSync(new URL(FIRST, folder), sqliteSchema(Object.values(tables) as unknown as Table[]))
writeMigrationsModule()
