import { describe, expect, test, vi } from 'vitest'
import { createHolidays } from '../../../src/adapters/holidays/holidays.ts'
import type { CatalogueCheck } from '../../../src/core/engine/catalogue-part.ts'
import { dutchHolidays } from '../../../src/core/features/products/catalogue/first-catalogue.ts'
import { reportKeptCutoffs } from '../../../src/core/features/products/catalogue/parts/calendars.ts'
import { incrementRevision } from '../../../src/core/features/products/current-catalogue.ts'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { checkChanged, type File, fileOf, importChanged } from '../../support/catalogue.ts'
import { createItemShop } from '../../support/items.ts'

describe('the holidays of', () => {
  const { daysOf } = createHolidays()
  test.each([
    ['a country', { country: 'FR' }, '2026-07-14', true],
    ['a country, without its observances', { country: 'NL' }, '2026-12-05', false],
    [
      'a country, including its bank holidays',
      { country: 'NL', types: ['public', 'bank'] },
      '2026-12-31',
      true,
    ],
    ['a region of a country', { country: 'DE', region: 'BY' }, '2026-01-06', true],
    ['another region of it', { country: 'DE', region: 'BE' }, '2026-01-06', false],
    ['a subregion', { country: 'DE', region: 'BY/A' }, '2026-08-08', true],
    ['the United States', { country: 'US' }, '2026-11-26', true],
    ['a later year', { country: 'CH', region: 'ZH' }, '2031-08-01', true],
  ])('%s are known', async (_what, source, day, isHoliday) => {
    expect((await daysOf(source, Number(day.slice(0, 4))))!.includes(day)).toBe(isHoliday)
  })

  test.each([{ country: 'XX' }, { country: 'DE', region: 'QQ' }, { country: 'constructor' }])(
    '%j are not known',
    async (source) => {
      expect(await daysOf(source, 2026)).toBe(null)
    },
  )

  test('the Netherlands equal those of the sample printers, with Liberation Day every fifth year', async () => {
    const years = await Promise.all([2025, 2026, 2027, 2028].map((year) => daysOf({ country: 'NL' }, year)))
    const isWeekday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay())
    const known = [...years.flatMap((days) => days!), '2025-05-05'].filter(isWeekday)
    expect(known.sort()).toEqual(dutchHolidays.filter(isWeekday))
  })
})

describe('a calendar', () => {
  const calendar = (file: File) => file.calendars[0]
  const cases: [string, (file: File) => void, string[]][] = [
    [
      'with an invalid cron expression',
      (file) => (calendar(file).cron = '0 25 * * *'),
      ['/calendars/0/cron'],
    ],
    ['that closes every minute', (file) => (calendar(file).cron = '* * * * *'), ['/calendars/0/cron']],
    ['with a name as a time', (file) => (calendar(file).cron = '@daily'), ['/calendars/0/cron']],
    [
      'that only closes on an impossible day',
      (file) => (calendar(file).cron = '0 10 31 2 *'),
      ['/calendars/0/cron'],
    ],
    [
      'that only closes on holidays',
      (file) => Object.assign(calendar(file), { cron: '0 10 25 12 *', closedOn: [] }),
      ['/calendars/0/cron'],
    ],
    [
      'without a valid time zone',
      (file) => (calendar(file).timeZone = 'Mars/Base'),
      ['/calendars/0/timeZone'],
    ],
    [
      'with an offset as its time zone',
      (file) => (calendar(file).timeZone = '+01:00'),
      ['/calendars/0/timeZone'],
    ],
    [
      'with an impossible day',
      (file) => (calendar(file).closedOn = ['2026-02-30']),
      ['/calendars/0/closedOn/0'],
    ],
    [
      'with holidays of an unknown place',
      (file) => (calendar(file).holidays = [{ country: 'XX' }, { country: 'DE', region: 'QQ' }]),
      ['/calendars/0/holidays/0/country', '/calendars/0/holidays/1/region'],
    ],
  ]
  test.each(cases)('%s is refused', async (_what, change, places) => {
    const { services } = await createItemShop()
    const { findings } = await checkChanged(services, change)
    expect(findings.map(({ path }) => path)).toEqual(places)
  })

  test('that changes moves no scheduled item; later ones follow it', async () => {
    const shop = await createItemShop()
    const early = await shop.create()
    const { changes } = await importChanged(shop.services, (file) => {
      calendar(file).cron = '0 16 * * 1-5'
    })
    expect(changes.map(({ message }) => message)).toContain(
      'The next cutoff of weekdays-ten is 2026-01-05 16:00 instead of 2026-01-06 10:00 in Europe/Amsterdam; scheduled items keep theirs.',
    )
    const late = await shop.create({ recipient: { ...early.recipient, houseNumber: '8' } })
    expect((await shop.act('items.get', early.id)).body.cancellableUntil).toBe(early.cancellableUntil)
    expect(late.cancellableUntil).toBe('2026-01-05T15:00:00.000Z')
    const { data } = (await shop.call('runs.calendar', { query: { days: '2' } })).body
    const runs = data.filter(({ runId }: File) => runId !== null)
    expect(runs.map(({ cutoffAt, itemCount }: File) => [cutoffAt, itemCount])).toEqual([
      ['2026-01-05T15:00:00.000Z', 1],
      ['2026-01-06T09:00:00.000Z', 1],
    ])
  })

  test('that changes reports open runs that keep their cutoff, but none whose cutoff still exists', async () => {
    const shop = await createItemShop()
    await shop.create()
    const { runId } = (await shop.call('runs.calendar')).body.data.find((one: File) => one.runId !== null)
    const kept = async (cron: string) => {
      const { changes } = await checkChanged(shop.services, (file) => (calendar(file).cron = cron))
      return changes.filter(({ message }) => message.includes(runId)).map(({ message }) => message)
    }
    expect(await kept('0 16 * * 1-5')).toEqual([
      `The run ${runId} of postcard-a6 with 1 item still closes at 2026-01-06 10:00 in Europe/Amsterdam.`,
    ])
    expect(await kept('0 10,16 * * 1-5')).toEqual([])
    await importChanged(shop.services, (file) => (calendar(file).cron = '0 16 * * 1-5'))
    // The change that was imported has already reported the run.
    expect(await kept('0 17 * * 1-5')).toEqual([])
  })

  test.each([
    [50, undefined],
    [51, 'And 1 more run keeps its cutoff.'],
  ])('that changes lists fifty runs that keep their cutoff and counts the rest: %i', async (count, more) => {
    const { services } = await createItemShop()
    const file = await fileOf(services)
    const documentOf = (cron: string) => ({
      currency: file.currency,
      parts: { ...file, calendars: [{ ...calendar(file), holidays: [], cron }] },
    })
    const run = { specification: 'postcard-a6', cutoffAt: Date.parse('2026-01-06T09:00:00Z'), itemCount: 1 }
    const runs = Array.from({ length: count }, (_, nth) => ({ ...run, id: `run_${nth}` }))
    const messages: string[] = []
    const facts = { present: documentOf('0 10 * * 1-5'), holidays: {} }
    const change = (_key: string, { message }: { message: string }) => messages.push(message)
    const check = { facts, next: documentOf('0 16 * * 1-5'), change } as unknown as CatalogueCheck
    for (const _ of reportKeptCutoffs(check, runs));
    expect([messages.filter((one) => one.includes('still closes at')).length, messages[50]]).toEqual([
      50,
      more,
    ])
  })

  test('opens on a holiday when its printer works, and closes on its own days', async () => {
    const shop = await createItemShop()
    await importChanged(shop.services, (file) => {
      Object.assign(calendar(file), {
        holidays: [{ country: 'DE', region: 'BY' }],
        openOn: ['2026-01-06'],
        closedOn: ['2026-01-07'],
      })
    })
    const next = async () => {
      const { data } = (await shop.call('products.specifications', { params: { id: sampleIds.letter } })).body
      return data[0].nextCutoffAt
    }
    expect(await next()).toBe('2026-01-06T09:00:00.000Z')
    shop.clock.set(Date.parse('2026-01-06T10:00:00Z'))
    expect(await next()).toBe('2026-01-08T09:00:00.000Z')
  })

  test('loads another year as time passes', async () => {
    const shop = await createItemShop()
    const years = async () => {
      const rows = await shop.services.store.read(async (rows) => ({
        calendar: (await rows.calendars.find(everyone, {}))[0]!,
        card: (await rows.specifications.get(everyone, sampleIds.a6))!,
      }))
      expect(rows.card.cutoff.holidays).toEqual(
        [...new Set([...rows.calendar.days, ...rows.calendar.closedOn])].sort(),
      )
      return [rows.calendar.daysUntil, rows.calendar.days.at(-1)!.slice(0, 4)]
    }
    expect(await years()).toEqual(['2029', '2029'])
    await shop.advance(366 * 24 * 3600 * 1000)
    expect(await years()).toEqual(['2030', '2030'])
  })

  test('retries after a concurrent change of the catalogue, without failing', async () => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const shop = await createItemShop({ ports: { log } })
    const { daysOf } = shop.services.holidays
    vi.spyOn(shop.services.holidays, 'daysOf').mockImplementationOnce(async (...args) => {
      await shop.services.store.write((rows) => incrementRevision(shop.services, rows))
      return daysOf(...args)
    })
    await shop.advance(366 * 24 * 3600 * 1000)
    const [calendar] = await shop.services.store.read((rows) => rows.calendars.find(everyone, {}))
    expect(calendar!.daysUntil).toBe('2030')
    expect(log.error.mock.calls).toEqual([])
  })
})
