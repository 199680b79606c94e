import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { greetingCard } from './greeting-card.ts'
import { createImportShop, type ImportShop } from './imports.ts'
import type { ItemShopOptions } from './items.ts'

const card = {
  ...greetingCard('{{firstName}} {{gift | ""}} {{rate | ""}} {{number | ""}} {{day | ""}}'),
  locale: 'en',
  variables: {
    firstName: { maxLength: 20, sample: 'Zoë' },
    gift: { type: 'money', sample: '12.50' },
    rate: { type: 'decimal' },
    number: { type: 'integer' },
    day: { type: 'date', format: 'long' },
  },
}
/** A shop with a published template that prints a gift, a rate, a number and a day. */
export const openGiftShop = async (options: ItemShopOptions = {}) => {
  const shop = await createImportShop(options)
  const { body } = await shop.call('templates.create', {
    body: { name: 'Gift', productSpecificationId: sampleIds.a6, document: card },
  })
  const published = await shop.call('templates.publish', { params: { id: body.id } })
  if (published.status >= 300) throw new Error('The gift template was not published.')
  return { shop, templateId: body.id as string, draft: () => shop.draft([], { templateId: body.id }) }
}

export const giftHeading = 'Name;Street;Number;Postcode;City'
/** Returns a CSV list with an additional column and one row for each of its values. */
export const giftList = (column: string, values: readonly string[]) =>
  [
    `${giftHeading};${column}`,
    ...values.map((value, n) => `Zoë;Damrak;${n + 1};1012 LG;Amsterdam;"${value}"`),
    '',
  ].join('\r\n')
export const giftFields = (field: string, column: string) => ({
  'recipient.name': { column: 'Name' },
  'recipient.street': { column: 'Street' },
  'recipient.houseNumber': { column: 'Number' },
  'recipient.postalCode': { column: 'Postcode' },
  'recipient.city': { column: 'City' },
  'data.firstName': { column: 'Name' },
  [`data.${field}`]: { column },
})
export const giftValues = async (shop: ImportShop, postbatchId: string, field: string) =>
  (await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }))).map(
    ({ data }) => data[field],
  )
