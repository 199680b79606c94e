import { describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/catalogue.ts'
import { createMailShop } from '../../support/mail.ts'

const friday = '2026-01-09T08:00:00Z'

const calendar = async (query: Record<string, string | number> = {}) => {
  const shop = await createMailShop({ clock: friday })
  const item = await shop.post()
  const answer = await shop.call('runs.calendar', { query })
  return { item, answer, entries: answer.body.data as Record<string, unknown>[] }
}

describe('the calendar of runs', () => {
  test('shows the cutoffs to come, with the run that was made for one', async () => {
    const { item, entries } = await calendar({ days: 4, productSpecificationId: sampleIds.a6 })
    expect(entries.map(({ cutoffAt, day, itemCount }) => [cutoffAt, day, itemCount])).toEqual([
      ['2026-01-09T09:00:00.000Z', '2026-01-09', 1],
      ['2026-01-12T09:00:00.000Z', '2026-01-12', 0],
    ])
    expect(entries[0]).toMatchObject({ runId: item.runId, runStatus: 'OPEN', timeZone: 'Europe/Amsterdam' })
    expect(entries[1]).toMatchObject({ runId: null, runStatus: null })
  })

  test('by default shows thirty days of everything that can be ordered, in order', async () => {
    const { entries } = await calendar()
    const times = entries.map(({ cutoffAt }) => cutoffAt)
    expect(times).toEqual([...times].sort())
    expect(new Set(entries.map(({ productSpecificationId }) => productSpecificationId)).size).toBeGreaterThan(
      1,
    )
    expect(times.at(-1)! < '2026-02-08').toBe(true)
  })

  test('begins at a day to come', async () => {
    const { entries } = await calendar({ from: '2026-04-03', days: 5, productSpecificationId: sampleIds.a6 })
    // Easter Monday has none.
    expect(entries.map(({ day }) => day)).toEqual(['2026-04-03', '2026-04-07'])
  })

  test.each([
    [{ days: 1 }, 200],
    [{ days: 92 }, 200],
    [{ days: 0 }, 422],
    [{ days: 93 }, 422],
    [{ days: 'x' }, 422],
    [{ from: '2027-01-10' }, 200],
    [{ from: '2027-01-11' }, 422],
    [{ from: '9999-12-31' }, 422],
    [{ from: '0001-01-01' }, 200],
    [{ from: '2026-02-30' }, 422],
    [{ to: '2026-02-03' }, 422],
  ])('%j answers %i', async (query, status) => {
    expect((await calendar(query as Record<string, string>)).answer.status).toBe(status)
  })
})
