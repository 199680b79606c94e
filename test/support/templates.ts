import { expect } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { installCatalogue, sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { postcardInput } from './render-fixtures.ts'
import { createTestShop, type TestShop } from './shop.ts'

/** The real renderer, without threads. Test files that use it close it. */
export const renderer = createPdfRenderer({ workers: 0 })

export const shopWithCatalogue = async (organisation: { country?: string } = {}): Promise<TestShop> => {
  const shop = await createTestShop({ ports: { renderer }, organisation })
  await installCatalogue(shop.services)
  return shop
}

/** The fixture postcard without its photo, in the zones of the sample A6. */
export const printable = {
  ...postcardInput,
  pages: postcardInput.pages.map((page) => ({
    ...page,
    elements: page.elements.filter((element) => element.type !== 'image'),
  })),
}

/** Creates a template of the printable postcard. Fails unless the answer is 201. */
export const create = async (shop: TestShop, more: Record<string, unknown> = {}) => {
  const response = await shop.call('templates.create', {
    body: { name: 'Welcome', productSpecificationId: sampleIds.a6, document: printable, ...more },
  })
  expect(response).toMatchObject({ status: 201 })
  return response.body as { id: string; productSpecificationId: string; draft: { revision: number } }
}
