/**
 * Writes a module for each dialect from the frozen SQL in `migrations/`, because a module can be imported
 * from the sources, from dist and in the executable alike. `--check` only says whether they are up to date.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)

interface Module {
  dialect: 'sqlite' | 'postgres'
  file: URL
  /** Path of the module with the type, relative to the written module. */
  typeFrom: string
}
const modules: readonly Module[] = [
  {
    dialect: 'sqlite',
    file: new URL('src/adapters/sql/migrations.gen.ts', root),
    typeFrom: './migrate.ts',
  },
  {
    dialect: 'postgres',
    file: new URL('src/adapters/postgres/migrations.gen.ts', root),
    typeFrom: '../sql/migrate.ts',
  },
]

export const migrationsModule = ({ dialect, typeFrom }: Module): string => {
  const folder = new URL(`migrations/${dialect}/`, root)
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const steps = names.sort().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const [, earlier] = /^-- Corrected: (\w{64})\.$/m.exec(sql) ?? []
    const lines = earlier ? `    earlier: ['${earlier}'],\n` : ''
    const escaped = sql.replace(/[\\`]|\$\{/g, '\\$&')
    return `  {\n    name: '${name.slice(0, -4)}',\n    checksum: '${checksum}',\n${lines}    sql: \`${escaped}\`,\n  },\n`
  })
  return [
    '// Made by `node scripts/generate-migrations.ts` from migrations/. Do not edit.',
    `import type { Migration } from '${typeFrom}'`,
    '',
    `export const ${dialect}Migrations: readonly Migration[] = [\n${steps.join('')}]\n`,
  ].join('\n')
}

export const isUpToDate = (): boolean =>
  modules.every((module) => readFileSync(module.file, 'utf8') === migrationsModule(module))

export const writeMigrationsModules = (): void => {
  for (const module of modules) writeFileSync(module.file, migrationsModule(module))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) {
    writeMigrationsModules()
  } else if (!isUpToDate()) {
    console.error('The modules of migrations are out of date: run `node scripts/generate-migrations.ts`.')
    process.exitCode = 1
  }
}
