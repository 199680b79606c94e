import { describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { createMailShop } from '../../support/mail.ts'

const friday = '2026-01-09T08:00:00Z'

const calendar = async (query: Record<string, string | number> = {}) => {
  const shop = await createMailShop({ clock: friday })
  const item = await shop.post()
  const answer = await shop.call('runs.calendar', { query })
  return { item, answer, entries: answer.body.data as Record<string, unknown>[] }
}

describe('the calendar of runs', () => {
  test('shows the coming cutoffs, with the run that exists for one', async () => {
    const { item, entries } = await calendar({ days: 4, productSpecificationId: sampleIds.a6 })
    expect(entries.map(({ cutoffAt, day, itemCount }) => [cutoffAt, day, itemCount])).toEqual([
      ['2026-01-09T09:00:00.000Z', '2026-01-09', 1],
      ['2026-01-12T09:00:00.000Z', '2026-01-12', 0],
    ])
    expect(entries[0]).toMatchObject({ runId: item.runId, runStatus: 'OPEN', timeZone: 'Europe/Amsterdam' })
    expect(entries[1]).toMatchObject({ runId: null, runStatus: null })
  })

  test('defaults to thirty days of everything that can be ordered, in order', async () => {
    const { entries } = await calendar()
    const times = entries.map(({ cutoffAt }) => cutoffAt)
    expect(times).toEqual([...times].sort())
    expect(new Set(entries.map(({ productSpecificationId }) => productSpecificationId)).size).toBeGreaterThan(
      1,
    )
    expect(times.at(-1)! < '2026-02-08').toBe(true)
  })

  test('starts at a later day if requested', async () => {
    const { entries } = await calendar({ from: '2026-04-03', days: 5, productSpecificationId: sampleIds.a6 })
    // The weekend and Easter Monday have no cutoff.
    expect(entries.map(({ day }) => day)).toEqual(['2026-04-03', '2026-04-07'])
  })

  test.each([
    ['a Monday', '2026-01-12', '2026-01-13', '2026-01-15'],
    ['a Thursday, with a weekend before delivery', '2026-01-15', '2026-01-16', '2026-01-20'],
    [
      'a Friday, with a weekend before the hand-over to the carrier',
      '2026-01-09',
      '2026-01-12',
      '2026-01-14',
    ],
    ['the Thursday before Easter, with Easter Monday', '2026-04-02', '2026-04-03', '2026-04-08'],
  ])('plans from %s in working days', async (_when, day, handedToCarrierOn, deliveredOn) => {
    const { entries } = await calendar({ from: day, days: 1, productSpecificationId: sampleIds.a6 })
    expect(entries).toMatchObject([{ day, handedToCarrierOn, deliveredOn }])
  })

  test('matches the schedule of a test run, and every run once the carrier has it', async () => {
    const shop = await createMailShop({ clock: friday })
    const { runId } = await shop.post({ mode: 'test' })
    const statusOn = async (day: string) => {
      await shop.advanceTestClock(`${day}T12:00:00Z`)
      return (await shop.call('runs.get', { key: shop.keys.test, params: { id: runId! } })).body.status
    }
    expect(await statusOn('2026-01-09')).toBe('HANDED_TO_PRINTER')
    expect(await statusOn('2026-01-11')).toBe('HANDED_TO_PRINTER')
    expect(await statusOn('2026-01-12')).toBe('HANDED_TO_CARRIER')
    expect(await statusOn('2026-01-13')).toBe('HANDED_TO_CARRIER')
    expect(await statusOn('2026-01-14')).toBe('COMPLETED')
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
