import { beforeEach, describe, expect, test } from 'vitest'
import { checkRollups } from '../../../src/core/features/analytics/check.ts'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

let shop: ItemShop
const scope = () => ({ organisationId: shop.organisation.id, mode: 'live' as const })
const check = (correct = false) => checkRollups(shop.services, scope(), { correct })
const days = () => shop.services.store.read((rows) => rows.analyticsDays.find(scope(), {}))
const spoil = async (change: 'count' | 'remove' | 'invent') => {
  const [day] = await days()
  await shop.services.store.write(async (rows) => {
    if (change === 'count') await rows.analyticsDays.update(everyone, day!.id, { created: 99, scans: 0 })
    if (change === 'remove') await rows.analyticsDays.remove(everyone, { id: day!.id })
    if (change === 'invent') {
      const id = day!.id.replace(day!.day, '2020-01-01')
      await rows.analyticsDays.insert({ ...day!, id, day: '2020-01-01' })
    }
  })
}

beforeEach(async () => {
  shop = await createItemShop({ clock: '2026-01-05T09:00:00Z' })
  for (const day of ['05', '06', '07']) {
    await shop.advance(`2026-01-${day}T10:00:00Z`)
    const { tracking } = await shop.create()
    for (let scan = 0; scan < 2; scan++) await recordScan(shop.services, tracking.code)
  }
})

describe('the rollups of an organisation', () => {
  test('equal a recount', async () => {
    expect(await check()).toEqual({
      ...scope(),
      outcome: 'equal',
      itemCount: 3,
      dayCount: 6,
      differences: [],
    })
  })

  test.each(['count', 'remove', 'invent'] as const)(
    'that are wrong (%s) are reported and corrected',
    async (change) => {
      const right = await days()
      await spoil(change)
      const found = await check()
      expect(found.outcome).toBe('different')
      expect(found.differences).toHaveLength(1)
      expect(await check(true)).toMatchObject({ outcome: 'corrected', differences: found.differences })
      expect(await check()).toMatchObject({ outcome: 'equal' })
      const nonZero = (await days()).filter((day) => day.day !== '2020-01-01')
      expect(nonZero).toEqual(right)
    },
  )

  test('report the counter and its difference', async () => {
    await spoil('count')
    expect((await check()).differences).toEqual([
      {
        grain: 'organisation',
        subjectId: shop.organisation.id,
        day: '2026-01-05',
        deltas: { created: -98, scans: 2 },
      },
    ])
  })

  test('are neither compared nor corrected while data changes', async () => {
    await spoil('count')
    const { services } = shop
    let counted = 0
    const restless = {
      ...services,
      store: {
        ...services.store,
        write: services.store.write.bind(services.store),
        async read<T>(body: Parameters<typeof services.store.read<T>>[0]) {
          if (counted++ % 4 === 2) await shop.create()
          return services.store.read(body)
        },
      },
    }
    const busy = await checkRollups(restless, scope(), { correct: true })
    expect(busy.outcome).toBe('busy')
    expect((await check()).differences).toHaveLength(1)
  })

  /** Returns services that run a change between the reads of the first count and the comparison. */
  const changingDuringCount = (change: () => Promise<unknown>) => {
    const { store } = shop.services
    let reads = 0
    return {
      ...shop.services,
      store: {
        ...store,
        write: store.write.bind(store),
        async read<T>(body: Parameters<typeof store.read<T>>[0]) {
          if (++reads === 3) await change()
          return store.read(body)
        },
      },
    }
  }

  test('are counted again if they move to another time zone during a count', async () => {
    const restless = changingDuringCount(async () => {
      await shop.call('organisation.patch', { body: { timeZone: 'Pacific/Kiritimati' } })
      await shop.settle()
    })
    expect((await checkRollups(restless, scope(), { correct: true })).outcome).toBe('equal')
    expect(await check()).toMatchObject({ outcome: 'equal' })
  })

  test('are counted again if test data is deleted during a count', async () => {
    const key = shop.keys.test
    await shop.create({ postflowId: await shop.postflow({}, key) }, key)
    const restless = changingDuringCount(async () => {
      await shop.call('organisation.deleteTestData', { key })
      await shop.settle()
    })
    const inTest = { ...scope(), mode: 'test' as const }
    const found = await checkRollups(restless, inTest, { correct: true })
    expect(found).toMatchObject({ outcome: 'equal', itemCount: 0, dayCount: 0 })
  })

  test('are skipped while they move to another time zone', async () => {
    await shop.call('organisation.patch', { body: { timeZone: 'Asia/Tokyo' } })
    expect(await check(true)).toMatchObject({ outcome: 'busy' })
    await shop.settle()
    expect(await check()).toMatchObject({ outcome: 'equal' })
  })
})
