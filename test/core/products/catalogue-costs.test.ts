import { beforeEach, describe, expect, test } from 'vitest'
import { type File, importChanged } from '../../support/catalogue.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop()
})

const say = (...list: File[]) =>
  importChanged(shop.services, (file) => {
    file.costs = list.map((cost, n) => ({ key: `cost-${n}`, name: `Cost ${n}`, ...cost }))
  })

describe('a catalogue with costs', () => {
  const faults = async (...list: File[]) =>
    (await say(...list).catch((error) => error as { errors: File[] })) as unknown as File

  test.each<[string, File[], string]>([
    [
      'a stock of clicks',
      [{ kind: 'CLICKS', stock: 'silk-300', centsPerThousand: 1 }],
      'costs[0].stock cost',
    ],
    [
      'an unknown stock',
      [{ kind: 'SHEETS', stock: 'silk-30', centsPerThousand: 1 }],
      'costs[0].stock catalogue_reference',
    ],
    [
      'an unknown printer',
      [{ kind: 'CLICKS', printer: 'attic', centsPerThousand: 1 }],
      'costs[0].printer catalogue_reference',
    ],
    [
      'a repeated cost',
      [
        { kind: 'CLICKS', centsPerThousand: 1 },
        { kind: 'CLICKS', centsPerThousand: 2 },
      ],
      'costs[1] cost',
    ],
  ])('is refused for %s', async (_what, list, expected) => {
    const refused = await faults(...list)
    expect(refused.errors.map(({ parameter, code }: File) => `${parameter} ${code}`)).toEqual([expected])
  })

  test('is exported unchanged, and a file without costs keeps them', async () => {
    const cost = { key: 'cost-0', name: 'Cost 0', kind: 'SHEETS', stock: 'silk-300', centsPerThousand: 4_000 }
    await say(cost)
    const { imported } = await importChanged(shop.services, (file) => delete file.costs)
    const session = await shop.portal({ operator: ['catalogue.manage'] })
    const { body } = await shop.call('catalogue.listCosts', { session })
    expect(body.data).toEqual([cost])
    expect(imported).toBeGreaterThan(0)
  })

  test('creates no new version of a specification', async () => {
    const { changes } = await say({ kind: 'SHEETS', centsPerThousand: 4_000 })
    expect(changes.map(({ message }) => message)).toEqual(['New cost: cost-0.'])
  })
})
