import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROWS_HERE } from '../../src/adapters/sql/filtered-list.ts'
import type { Statement } from '../../src/adapters/sql/statement.ts'
import type { ListQuery, Scalar } from '../../src/core/kernel/query.ts'
import { allOf, contains, gte, lt, oneOf } from '../../src/core/kernel/query.ts'
import { type SampleRow, SampleSession, sampleInMemory, sampleInSqlite } from '../support/sample-table.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Records the statements of a list, and whether each ran in this thread or in the other one. */
class RecordingSession extends SampleSession {
  override readonly rowsHere = ROWS_HERE
  readonly statements: { sql: string; isElsewhere: boolean }[] = []

  override all(statement: Statement, values: readonly unknown[]) {
    this.statements.push({ sql: statement.sql, isElsewhere: false })
    return super.all(statement, values)
  }

  override scan(_table: string, statement: Statement, values: readonly unknown[]) {
    this.statements.push({ sql: statement.sql, isElsewhere: true })
    return super.all(statement, values)
  }
}

let session: RecordingSession | undefined
const { rows: inSqlite, connection } = await sampleInSqlite(
  join(temporaryFolder(), 'samples.sqlite'),
  (of) => (session = new RecordingSession(of)),
)
afterAll(() => {
  connection.rollback()
  connection.close()
})
const inMemory = sampleInMemory()

/** Two and a half times as many rows as this thread reads. */
const count = ROWS_HERE * 2.5
const samples = Array.from({ length: count }, (_, n): SampleRow => {
  // The oldest row and one in the middle have a unique label and note.
  const own = n === 0 || n === count / 2 ? `own ${n}` : undefined
  return {
    ...{ id: `s${String(n).padStart(5, '0')}`, organisationId: 'org_1', mode: 'live' as const },
    ...{ label: own ?? (n % 3 === 0 ? 'third' : 'other'), note: own ?? 'common' },
    ...{ count: n, rank: n % 2, flag: n % 2 === 0, notes: null },
  }
})
await inMemory.insertMany(samples)
await inSqlite.insertMany(samples)

const scope = { organisationId: 'org_1', mode: 'live' } as const
const newestFirst = [{ field: 'count', descending: true }] as const
type Query = Pick<ListQuery<SampleRow>, 'where' | 'after'> & Partial<Pick<ListQuery<SampleRow>, 'sort'>>

const cases: [name: string, query: Query, foundBy: string[], isElsewhere?: boolean][] = [
  ['all rows of a time', { where: { count: gte(40) } }, ['organisationId_mode_count']],
  ['rows between two times', { where: { count: allOf(gte(40), lt(90)) } }, ['organisationId_mode_count']],
  ['the only row with a value', { where: { note: 'own 0' } }, ['note', 'note']],
  [
    'the only row with a value, and a part of a text',
    { where: { note: 'own 0', label: contains('own') } },
    ['note', 'note'],
  ],
  [
    'a value that most rows have',
    { where: { note: 'common' } },
    ['note', 'organisationId_mode_count', 'organisationId_mode_count'],
  ],
  [
    'a part of a text that many rows have',
    { where: { label: contains('thi') } },
    ['organisationId_mode_count', 'organisationId_mode_count'],
  ],
  [
    'the last page of a part of a text',
    { where: { label: contains('thi') }, after: { values: [40], id: 's00040' } },
    ['organisationId_mode_count', 'organisationId_mode_count'],
  ],
  [
    'a part of a text of one late row',
    { where: { label: contains('own 0') } },
    ['organisationId_mode_count', 'organisationId_mode_count'],
    true,
  ],
  ['some ids', { where: { id: oneOf(['s00003', 's00004']) } }, []],
  [
    'a value and an order with mixed directions',
    {
      where: { note: 'common' },
      sort: [
        { field: 'rank', descending: true },
        { field: 'count', descending: false },
      ],
    },
    ['note'],
    true,
  ],
]

it.each(cases)('%s', async (_name, { where, after, sort = newestFirst }, foundBy, isElsewhere = false) => {
  const query: ListQuery<SampleRow> = { where, sort, limit: 50, total: false, ...(after && { after }) }
  session!.statements.length = 0
  const page = await inSqlite.list(scope, query)
  const { statements } = session!
  expect(page).toEqual(await inMemory.list(scope, query))
  const named = statements.flatMap(({ sql }) => /indexed by "samples_(\w+)"/.exec(sql)?.[1] ?? [])
  expect(named.map((name) => name.replaceAll('Sort', ''))).toEqual(foundBy)
  expect(statements.some((statement) => statement.isElsewhere)).toBe(isElsewhere)
})

it('pages are consistent, whichever way finds their rows', async () => {
  const where = { label: contains('o') }
  let after: ListQuery<SampleRow>['after']
  const found: SampleRow[] = []
  for (;;) {
    const query: ListQuery<SampleRow> = {
      where,
      sort: newestFirst,
      limit: 200,
      total: false,
      ...(after && { after }),
    }
    const { rows, hasMore } = await inSqlite.list(scope, query)
    found.push(...rows)
    if (!hasMore) break
    const last = rows.at(-1)!
    after = { values: [last.count as Scalar], id: last.id }
  }
  expect(found).toEqual(await inMemory.find(scope, where, { order: newestFirst }))
})
