import { describe, expect, test } from 'vitest'
import { allOf, readUpTo } from '../../portal/src/api/all.ts'

/** A list with this many rows, paginated like a server's. */
const listOf =
  (count: number, requested: (string | undefined)[] = []) =>
  async ({ limit, cursor }: { limit: number; cursor: string | undefined }) => {
    requested.push(cursor)
    const from = Number(cursor ?? 0)
    const data = Array.from({ length: Math.min(limit, count - from) }, (_, index) => from + index)
    const next = from + data.length
    return { data, nextCursor: next < count ? `${next}` : null }
  }

describe('a paginated list', () => {
  test.each([0, 1, 200, 201, 1_001])('has all of its %i rows, each once and in order', async (count) => {
    expect(await allOf(listOf(count))).toEqual(Array.from({ length: count }, (_, index) => index))
  })

  test.each([
    [600, 1_000, { read: 600, isComplete: true }],
    [1_000, 1_000, { read: 1_000, isComplete: true }],
    [1_001, 1_000, { read: 1_000, isComplete: false }],
    [5_000, 300, { read: 400, isComplete: false }],
  ])('of %i rows up to %i says whether these are all', async (count, most, expected) => {
    const { rows, isComplete } = await readUpTo(most, listOf(count))
    expect({ read: rows.length, isComplete }).toEqual(expected)
  })

  test('requests each page once, after the previous one', async () => {
    const requested: (string | undefined)[] = []
    await allOf(listOf(450, requested))
    expect(requested).toEqual([undefined, '200', '400'])
  })
})
