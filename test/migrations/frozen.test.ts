import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const migrations = join(import.meta.dirname, '../../migrations')

/** SHA-256 of the released migrations. A new version adds a line for each of its own, and changes none. */
const frozen: Readonly<Record<string, string>> = {
  'postgres/0001_initial.sql': '836d77fc1a3d630e2609288c11cae8517220fd2e76dca41e7d58cc70a1a67019',
  'sqlite/0001_initial.sql': 'a1bc11399de3e683a33e9e892c9571c856e52a2e1db28260ddc62ab630476f3f',
}

const namesOf = (dialect: string): string[] =>
  readdirSync(join(migrations, dialect))
    .filter((name) => name.endsWith('.sql'))
    .sort()

test.each(Object.entries(frozen))('%s is unchanged since versions were released with it', (file, digest) => {
  const sql = readFileSync(join(migrations, file), 'utf8').replaceAll('\r\n', '\n')
  expect(
    createHash('sha256').update(sql).digest('hex'),
    `Data folders were made with migrations/${file}, and would be refused as migrated by other SQL. Take the change back, and ` +
      'write it as the next migration beside it, for both dialects (CONTRIBUTING.md, “Add a migration”).',
  ).toBe(digest)
})

test('both dialects have the same migrations, numbered in order', () => {
  const names = namesOf('sqlite')
  expect(namesOf('postgres')).toEqual(names)
  expect(names.map((name) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]))).toEqual(
    names.map((_, at) => at + 1),
  )
})
