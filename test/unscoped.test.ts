import { describe, expect, test } from 'vitest'
import { filesBelow, read } from './support/source-files.ts'
import { unscoped, unscopedIn } from './support/unscoped.ts'

describe('statements on tables of organisations', () => {
  test('name the organisation, except for those on the list', () => {
    const advice =
      'Name the organisation: a row is a scope, organisationOf(job) is, and { organisationIds } names several. Where nobody can know it, write the statement into test/support/unscoped.ts with the reason.'
    const found = ['src', 'bin'].flatMap((folder) =>
      filesBelow(folder)
        .filter((file) => !file.startsWith('src/adapters/'))
        .map((file) => ({ file, statements: unscopedIn(file, read(file)) })),
    )
    const wrong = found.flatMap(({ file, statements }) => {
      const listed = unscoped[file]?.statements ?? 0
      if (statements.length === listed) return []
      const lines = statements.map(({ line, asks }) => `${file}:${line} ${asks}`)
      return [`${file} has ${statements.length}, and the list ${listed}. ${advice}`, ...lines]
    })
    expect(wrong).toEqual([])
    expect(Object.keys(unscoped).filter((file) => !found.some((one) => one.file === file))).toEqual([])
  })

  test('are few without one', () => {
    const all = Object.values(unscoped).reduce((sum, { statements }) => sum + statements, 0)
    expect(all).toBeLessThanOrEqual(66)
  })

  test.each([
    ['a table of organisations', 'rows.items.get(everyone, id)', 1],
    ['one that is written to', 'await transaction.rows.runs\n  .update(everyone, id, {})', 1],
    ['a table that the text does not name', 'writer.find(everyone, {})', 1],
    ['a scope that is passed on', 'const found = look(rows, everyone)', 1],
    ['a scope in a variable', 'const scope = isOperator ? everyone : own', 1],
    [
      'two at once',
      'f(rows.items.find(everyone, {}), rows.jobs.find(everyone, {}), rows.runs.find(everyone, {}))',
      2,
    ],
    ['a table without organisations', 'rows.users.get(everyone, id)', 0],
    ['an organisation', 'rows.items.get({ organisationId }, id)', 0],
    [
      'a comparison, a type and an import',
      `import { everyone } from 'x'\ntype S = typeof everyone\nf(s === everyone)`,
      0,
    ],
  ])('%s is recognised', (_what, source, count) => {
    expect(unscopedIn('src/sample.ts', source)).toHaveLength(count)
  })
})
