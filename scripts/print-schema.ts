/**
 * Prints the SQL of the tables in `src/core/model`, from which you write the next migration:
 * `node scripts/print-schema.ts sqlite|postgres [table …]`.
 */
import { postgresTables, sqliteSchema } from '../src/adapters/sql/ddl.ts'
import type { Table } from '../src/core/kernel/table.ts'
import { tables } from '../src/core/model/index.ts'

const schemas = { sqlite: sqliteSchema, postgres: postgresTables }
const [dialect, ...names] = process.argv.slice(2)
const all = Object.values(tables) as unknown as Table[]
const missing = names.filter((name) => !all.some((table) => table.name === name))
if (dialect === undefined || !Object.hasOwn(schemas, dialect) || missing.length > 0) {
  console.error(
    missing.length > 0
      ? `There is no table ${missing.join(', ')}.`
      : 'node scripts/print-schema.ts sqlite|postgres [table …]',
  )
  process.exit(2)
}
const requested = names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all
process.stdout.write(schemas[dialect as keyof typeof schemas](requested))
