import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { operatorActor } from '../../../src/core/engine/audit/actor.ts'
import { checkFile, importChecked } from '../../../src/core/features/products/catalogue/import.ts'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import de from '../../../src/core/features/products/samples/de.json' with { type: 'json' }
import us from '../../../src/core/features/products/samples/us.json' with { type: 'json' }
import { seedOrganisation } from '../../../src/core/features/seed/seed.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop } from '../../support/shop.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const createShopOf = async (file: unknown) => {
  const shop = await createTestShop({ ports: { renderer } })
  await installCatalogue(shop.services)
  const checked = await checkFile(shop.services, file)
  await importChecked(shop.services, checked, operatorActor)
  return shop
}

describe('seeding an organisation of a shop with its own catalogue', () => {
  test('adds designs for the products offered, and reports which were left out and why', async () => {
    const specifications = de.specifications.map((one) =>
      one.key === 'postcard-a5' ? { ...one, archived: true } : one,
    )
    const { services, organisation } = await createShopOf({ ...de, specifications })
    const seeded = await seedOrganisation(services, organisation.id)
    const [postflows, offered] = await services.store.read(async (rows) => [
      await rows.postflows.find(everyone, {}),
      new Map((await rows.specifications.find(everyone, { active: true })).map(({ id, key }) => [id, key])),
    ])
    const put = postflows.map(({ name, mode, specificationId }) => [name, mode, offered.get(specificationId)])
    expect(put.sort()).toEqual([
      ['Offer letter', 'live', 'letter-dl-simplex'],
      ['Offer letter', 'test', 'letter-dl-simplex'],
      ['Welcome card', 'live', 'postcard-a6'],
      ['Welcome card', 'test', 'postcard-a6'],
    ])
    expect(seeded.leftOut).toEqual([
      {
        name: 'Dinner invitation',
        reason: 'No available product has pages of 210 × 148 mm with a bleed of 3 mm and 2 pages per piece.',
      },
    ])
  })

  test('is refused if no product has pages of the required sizes', async () => {
    const { services, organisation } = await createShopOf(us)
    await expect(seedOrganisation(services, organisation.id)).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining(
        'No sample design fits the available products. Welcome card: No available',
      ),
    })
    expect(await services.store.read((rows) => rows.postflows.count(everyone, {}))).toBe(0)
  })
})
