import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Migration } from './migrate.ts'

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
