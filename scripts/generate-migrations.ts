/**
 * Writes `src/adapters/sql/migrations.gen.ts` from the frozen SQL in `migrations/`: a module reads the same from
 * source, from dist and inside the executable. `--check` only says whether it is up to date.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const moduleFile = new URL('src/adapters/sql/migrations.gen.ts', root)

export function migrationsModule(): string {
  const folder = new URL('migrations/sqlite/', root)
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const steps = names.sort().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const escaped = sql.replace(/[\\`]|\$\{/g, '\\$&')
    return `  {\n    name: '${name.slice(0, -4)}',\n    checksum: '${checksum}',\n    sql: \`${escaped}\`,\n  },\n`
  })
  return [
    '// Made by `node scripts/generate-migrations.ts` from migrations/. Do not edit.',
    "import type { Migration } from './migrate.ts'",
    '',
    `export const sqliteMigrations: readonly Migration[] = [\n${steps.join('')}]\n`,
  ].join('\n')
}

export const isUpToDate = (): boolean => readFileSync(moduleFile, 'utf8') === migrationsModule()

export const writeMigrationsModule = (): void => writeFileSync(moduleFile, migrationsModule())

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) {
    writeMigrationsModule()
  } else if (!isUpToDate()) {
    console.error(
      'src/adapters/sql/migrations.gen.ts is out of date: run `node scripts/generate-migrations.ts`.',
    )
    process.exitCode = 1
  }
}
