import { describe, expect, test } from 'vitest'
import { maxAtOnce, readBadRows } from '../../portal/src/screens/postbatches/bad-rows.ts'

const row = (number: number, ...codes: string[]) => ({
  row: number,
  cells: [],
  problems: codes.map((code) => ({ row: number, column: 'a', code, message: '' })),
})
const inAlready = (number: number) => row(number, 'duplicate_recipient')
const toCorrect = (number: number) => row(number, 'postal_code_invalid')

/** Reads a list of these rows in pages of 200, as the API returns them, and counts the requests. */
const read = async (rows: ReturnType<typeof row>[]) => {
  let requests = 0
  const found = await readBadRows(async (cursor = '0') => {
    requests++
    const from = Number(cursor)
    const to = from + 200
    return { data: rows.slice(from, to), nextCursor: to < rows.length ? String(to) : null }
  })
  return { ...found, requests }
}
const many = (count: number, of: (number: number) => ReturnType<typeof row>, from = 2) =>
  Array.from({ length: count }, (_, index) => of(from + index))

describe('the bad rows of a list', () => {
  test('that are already in the mailing are separated from those to correct', async () => {
    const found = await read([toCorrect(2), inAlready(3), row(4, 'duplicate_recipient', 'city_missing')])
    expect(found.toFix.map((one) => one.row)).toEqual([2])
    expect(found.twice.map((one) => one.row)).toEqual([3, 4])
    expect(found.last).toBe(Number.POSITIVE_INFINITY)
  })

  test('are found behind many that are already in the mailing', async () => {
    const found = await read([...many(351, inAlready), ...many(11, toCorrect, 353)])
    expect(found).toMatchObject({ requests: 2, last: Number.POSITIVE_INFINITY })
    expect(found.toFix).toHaveLength(11)
  })

  test('are read only until enough are found to fill the page', async () => {
    const found = await read(many(3 * maxAtOnce, toCorrect))
    expect(found).toMatchObject({ requests: 1, last: maxAtOnce + 1 })
  })

  test('are read up to a limit if all are already in the mailing', async () => {
    expect(await read(many(5_000, inAlready))).toMatchObject({ requests: 10, toFix: [], last: 2_001 })
  })
})
