import { beforeEach, describe, expect, test } from 'vitest'
import { createHolidays } from '../../../src/adapters/holidays/holidays.ts'
import type { File } from '../../support/catalogue.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import type { PortalSession } from '../../support/portal.ts'

let shop: ItemShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createItemShop()
  operator = await shop.portal({ operator: ['catalogue.manage'], email: 'olaf@example.com' })
})

const preview = (body: File) => shop.call('catalogue.previewCalendar', { session: operator, body })
const daily = { cron: '0 10 * * 1-5', timeZone: 'Europe/Amsterdam' }

describe('a previewed calendar', () => {
  test('shows its next ten cutoffs without holidays, in its time zone', async () => {
    const { status, body } = await preview({
      ...daily,
      holidays: [{ country: 'DE', region: 'BY' }],
      closedOn: ['2026-01-08'],
    })
    expect(status).toBe(200)
    expect(body.cutoffs).toHaveLength(10)
    // Monday 5 January; the 6th is Epiphany in Bavaria.
    expect(body.cutoffs.slice(0, 2)).toEqual([
      { at: '2026-01-07T09:00:00.000Z', day: '2026-01-07' },
      { at: '2026-01-09T09:00:00.000Z', day: '2026-01-09' },
    ])
    expect(body.holidays).toContain('2026-01-06')
    expect(body.specifications).toEqual([])
  })

  test('opens on a holiday listed under openOn', async () => {
    const { body } = await preview({
      ...daily,
      holidays: [{ country: 'DE', region: 'BY' }],
      openOn: ['2026-01-06'],
    })
    expect(body.cutoffs[0].day).toBe('2026-01-06')
  })

  test('shows delivery days of its specifications', async () => {
    const { body } = await preview({ ...daily, key: 'weekdays-ten' })
    const { key, handedToCarrierOn, deliveredOn } = body.specifications[0]
    const { file } = (await shop.call('catalogue.get', { session: operator })).body
    const { productionDays, deliveryDays } = file.specifications.find((one: File) => one.key === key)
    expect([productionDays, deliveryDays]).toEqual([1, 2])
    // Closed on Tuesday, handed over on Wednesday, delivered on Friday.
    expect([body.cutoffs[0].day, handedToCarrierOn, deliveredOn]).toEqual([
      '2026-01-06',
      '2026-01-07',
      '2026-01-09',
    ])
  })

  test('is shown without a cutoff if every day is closed', async () => {
    const { status, body } = await preview({ ...daily, cron: '0 10 31 2 *' })
    expect([status, body.cutoffs]).toEqual([200, []])
  })

  test('without closed days ends where holidays are unknown', async () => {
    const { body } = await preview({ ...daily, cron: '0 10 29 2 *' })
    expect(body.cutoffs.map(({ day }: File) => day)).toEqual(['2028-02-29'])
  })

  test('is refused with every error and its place', async () => {
    const { status, body } = await preview({
      cron: '* * * * *',
      timeZone: 'Mars/Base',
      holidays: [{ country: 'NL' }, { country: 'DE', region: 'QQ' }],
    })
    expect(status).toBe(422)
    expect(body.errors.map(({ parameter, code }: File) => [parameter, code])).toEqual([
      ['timeZone', 'time_zone'],
      ['cron', 'cutoff'],
      ['holidays[1].region', 'holidays'],
    ])
  })

  test('requires the scope of the catalogue', async () => {
    const other = await shop.portal({ operator: ['runs.manage'], email: 'rita@example.com' })
    for (const [operation, body] of [
      ['catalogue.previewCalendar', daily],
      ['catalogue.holidayRegions', undefined],
    ] as const)
      expect((await shop.call(operation, { session: other, ...(body ? { body } : {}) })).status).toBe(403)
  })
})

test('every region with known holidays has a name, and every name a region', async () => {
  const { body } = await shop.call('catalogue.holidayRegions', { session: operator })
  const { daysOf } = createHolidays()
  const germany = body.data.find(({ country }: File) => country === 'DE')
  expect(germany.regions).toContainEqual({ region: 'BY', name: 'Bayern' })
  expect(germany.regions).toContainEqual(expect.objectContaining({ region: 'BY/A' }))
  for (const { country, regions } of body.data) {
    expect(await daysOf({ country }, 2026), country).not.toBe(null)
    for (const { region } of regions)
      expect(await daysOf({ country, region }, 2026), `${country}/${region}`).not.toBe(null)
  }
})
