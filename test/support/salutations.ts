import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import type { ItemRow } from '../../src/core/model/items.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { greetingCard } from './greeting-card.ts'
import { createPostbatchShop, type PostbatchShop, person } from './postbatches.ts'
import type { TestShop } from './shop.ts'

/** Recipients with three salutations: one for two letters, one for one letter, and an uncertain one. */
const recipients = [
  { ...person(1, { name: 'A. de Vries' }), data: { salutation: 'Mevr.' } },
  { ...person(2, { name: 'B. de Vries' }), data: { salutation: 'Mevrouw' } },
  { ...person(3, { name: 'C. Bos' }), data: { salutation: 'Dhr.' } },
  { ...person(4, { name: 'D. Smit' }), data: { salutation: 'Baron' } },
]
export const vries = 'Geachte mevrouw de Vries'
export const smit = 'Geachte heer/mevrouw Smit'

export interface SalutationShop extends PostbatchShop {
  /** Id of a template whose letters begin with a composed salutation. */
  saluted: string
  /** Creates a validated mailing of that template, and returns its id. */
  mailing(): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  listed(id: string, query?: string): Promise<any>
  /** Returns each salutation, preceded by the number of its items. */
  texts(id: string, query?: string): Promise<string[]>
  correct(id: string, corrections: unknown, call?: object): ReturnType<TestShop['call']>
  itemsOf(postbatchId: string): Promise<ItemRow[]>
}

export const createSalutationShop = async (): Promise<SalutationShop> => {
  const shop = await createPostbatchShop()
  const document = { ...greetingCard('{{salutation}},'), locale: 'nl-NL', variables: {} }
  const body = { name: 'Letter', productSpecificationId: sampleIds.a6, document }
  const { id: saluted } = (await shop.call('templates.create', { body })).body
  await shop.step('templates.publish', saluted)
  const listed: SalutationShop['listed'] = async (id, query = '') =>
    (await shop.call('postbatches.salutations', { params: { id }, query })).body
  return {
    ...shop,
    saluted,
    listed,
    mailing: () => shop.validated(recipients, { templateId: saluted }),
    texts: async (id, query) =>
      (await listed(id, query)).data.map(
        ({ salutation, itemCount }: { salutation: string; itemCount: number }) =>
          `${itemCount} ${salutation}`,
      ),
    correct: (id, corrections, call = {}) =>
      shop.call('postbatches.correctSalutations', { params: { id }, body: { corrections }, ...call }),
    itemsOf: (postbatchId) =>
      shop.services.store.read((rows) =>
        rows.items.find(everyone, { postbatchId }, { order: [{ field: 'id' }] }),
      ),
  }
}
