/**
 * Rewrites the first migration of each dialect from the table descriptions in `src/core/model/index.ts`, and the modules
 * that carry them. Only while nothing has been released: afterwards 0001 is frozen and a change is a migration of its own.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { postgresSchema, sqliteSchema } from '../src/adapters/sql/ddl.ts'
import type { Table } from '../src/core/kernel/table.ts'
import { tables } from '../src/core/model/index.ts'
import { writeMigrationsModules } from './generate-migrations.ts'

const FIRST = '0001_initial.sql'
const described = Object.values(tables) as unknown as Table[]

for (const [dialect, schema] of [
  ['sqlite', sqliteSchema],
  ['postgres', postgresSchema],
] as const) {
  const folder = new URL(`../migrations/${dialect}/`, import.meta.url)
  mkdirSync(folder, { recursive: true })
  const later = readdirSync(folder).filter((name) => name.endsWith('.sql') && name !== FIRST)
  if (later.length > 0) {
    console.error(`0001 is frozen: ${later.join(', ')} stand on it. Write the next migration by hand.`)
    process.exit(1)
  }
  writeFileSync(new URL(FIRST, folder), schema(described))
}
writeMigrationsModules()
