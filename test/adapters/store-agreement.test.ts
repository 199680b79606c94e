import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { ListQuery, Scalar, SortBy, Where } from '../../src/core/kernel/query.ts'
import { everyone, type Scope, type Writer } from '../../src/core/ports/store.ts'
import { newDatabase } from '../support/postgres/database.ts'
import {
  type SampleRow,
  sampleConditions,
  sampleInMemory,
  sampleInPostgres,
  sampleInSqlite,
  sampleNotes,
  sampleRows,
  sampleScope,
  sampleSort,
} from '../support/sample-table.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { rows: inSqlite, connection } = await sampleInSqlite(join(temporaryFolder(), 'samples.sqlite'))
const { rows: inPostgres, close } = await sampleInPostgres(await newDatabase())
afterAll(async () => {
  connection.rollback()
  connection.close()
  await close()
})

const dialects = [
  ['SQLite', inSqlite],
  ['PostgreSQL', inPostgres],
] as const

/** Fills memory and a database with the same rows. */
const filled = async (
  sql: Writer<SampleRow>,
  rows: readonly SampleRow[],
): Promise<[Writer<SampleRow>, Writer<SampleRow>]> => {
  const inMemory = sampleInMemory()
  await sql.remove(everyone, [])
  await inMemory.insertMany(rows)
  await sql.insertMany(rows)
  return [inMemory, sql]
}

/** All pages in order, each with its count. */
const walk = async (
  store: Writer<SampleRow>,
  scope: Scope,
  query: ListQuery<SampleRow>,
): Promise<SampleRow[][]> => {
  const pages: SampleRow[][] = []
  let after: ListQuery<SampleRow>['after']
  for (;;) {
    const page = await store.list(scope, { ...query, ...(after && { after }) })
    pages.push(page.rows)
    expect(page.totalCount).toBe(await store.count(scope, query.where))
    const last = page.rows.at(-1)
    if (!page.hasMore || !last) return pages
    after = { values: query.sort.map(({ field }) => last[field as keyof SampleRow] as Scalar), id: last.id }
  }
}

const orderOf = (order: readonly SortBy<SampleRow>[]) => ({ order })

it.each(dialects)('memory and %s return the same pages with each row once', async (_name, database) => {
  const cases = fc.asyncProperty(
    sampleRows,
    sampleScope,
    sampleConditions,
    sampleSort,
    fc.integer({ min: 1, max: 7 }),
    async (rows, { organisationId, mode }, where, sort, limit) => {
      const scope: Scope = { organisationId, ...(mode && { mode }) }
      const [memory, sql] = await filled(database, rows)
      const query: ListQuery<SampleRow> = { where, sort, limit, total: true }
      const pages = await walk(memory, scope, query)
      expect(await walk(sql, scope, query)).toEqual(pages)
      const all = await sql.find(scope, where, orderOf(sort))
      expect(pages.flat()).toEqual(all)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(await memory.find(scope, where)).toEqual(await sql.find(scope, where))
      const among = { ...orderOf(sort), limit, among: 2 * limit }
      expect(await sql.find(scope, where, among)).toEqual(await memory.find(scope, where, among))
      const tally = { by: 'label', order: sort, limit } as const
      expect(new Map([...(await sql.tally(scope, where, tally))].sort())).toEqual(
        new Map([...(await memory.tally(scope, where, tally))].sort()),
      )
    },
  )
  await fc.assert(cases, { numRuns: 400 })
})

it.each(dialects)('memory and %s hold the same rows after the same changes', async (_name, database) => {
  const patch = fc.record(
    {
      label: fc.constantFrom('a', 'É', '😀'),
      note: fc.constantFrom(null, 'b', 'É'),
      count: fc.constantFrom(0, 9),
      rank: fc.constantFrom(null, 4),
      flag: fc.boolean(),
      notes: sampleNotes,
    },
    { requiredKeys: [] },
  )
  const change = fc.oneof(
    fc.record({ where: sampleConditions, patch }),
    fc.record({ where: sampleConditions, patch: fc.constant(undefined) }),
  )
  const apply = (store: Writer<SampleRow>, where: Where<SampleRow>, set: Partial<SampleRow> | undefined) =>
    set ? store.updateWhere(everyone, where, set) : store.remove(everyone, where)
  const cases = fc.asyncProperty(
    sampleRows,
    fc.array(change, { maxLength: 5 }),
    sampleConditions,
    sampleSort,
    async (rows, changes, where, sort) => {
      const [memory, sql] = await filled(database, rows)
      for (const { where: met, patch: set } of changes) {
        // The query first makes memory build the indexes that the change must maintain.
        await memory.find(everyone, met, orderOf(sort))
        expect(await apply(memory, met, set)).toBe(await apply(sql, met, set))
      }
      expect(await memory.find(everyone, where, orderOf(sort))).toEqual(
        await sql.find(everyone, where, orderOf(sort)),
      )
      expect(await memory.find(everyone, {})).toEqual(await sql.find(everyone, {}))
    },
  )
  await fc.assert(cases, { numRuns: 200 })
})
