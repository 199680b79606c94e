import { expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createImportShop } from '../../support/imports.ts'
import { zoe } from '../../support/recipients.ts'

const card = {
  ...greetingCard('{{firstName}} {{gift | ""}} {{rate | ""}} {{day | ""}}'),
  variables: {
    firstName: { maxLength: 20, sample: 'Zoë' },
    gift: { type: 'money', label: 'Your gift', sample: '12.50' },
    yen: { type: 'money', currency: 'JPY' },
    rate: { type: 'decimal', decimals: 1 },
    day: { type: 'date', format: 'long' },
  },
}

const open = async () => {
  const shop = await createImportShop()
  const { id } = (
    await shop.call('templates.create', {
      body: { name: 'Gift', productSpecificationId: sampleIds.a6, document: card },
    })
  ).body
  const version = await shop.call('templates.publish', { params: { id } })
  expect(version.status).toBeLessThan(300)
  return { shop, templateId: id as string, postflowId: await shop.postflow({ templateId: id }) }
}

test.each<[data: Record<string, unknown>, wrong: string[]]>([
  [{ gift: '12.50', yen: '1200', rate: '-0.5', day: '2026-03-01' }, []],
  [{ gift: 12.5, rate: 3 }, []],
  [{ gift: '12,50' }, ['data.gift']],
  [{ gift: '€ 12' }, ['data.gift']],
  [{ gift: '12.505' }, ['data.gift']],
  [{ gift: 1e21 }, ['data.gift']],
  [{ yen: '12.5' }, ['data.yen']],
  [{ rate: '0.25' }, ['data.rate']],
  [{ rate: '12345678901234' }, ['data.rate']],
  [{ rate: '1234567890123.4' }, []],
  [{ day: '1 maart 2026' }, ['data.day']],
])('an item with %j has these invalid fields: %j', async (data, wrong) => {
  const { shop, postflowId } = await open()
  const { body } = await shop.call('items.validate', {
    body: { postflowId, recipient: zoe, data: { firstName: 'Zoë', ...data } },
  })
  const invalid = body.findings.filter(({ code }: { code: string }) => code === 'variable_invalid')
  expect(invalid.map(({ field }: { field: string }) => field)).toEqual(wrong)
  for (const { message } of invalid) expect(message).toMatch(/point|day/)
})

test('a template describes the format of its numbers', async () => {
  const { shop, templateId } = await open()
  const { body } = await shop.call('templates.fields', { params: { id: templateId } })
  expect(body.properties).toMatchObject({
    gift: { type: 'string', pattern: '^-?[0-9]{1,13}(\\.[0-9]{1,2})?$' },
    yen: { pattern: '^-?[0-9]{1,13}$' },
    rate: { pattern: '^-?[0-9]{1,13}(\\.[0-9]{1,1})?$' },
    day: { format: 'date' },
  })
})

test('a list has them in its own notation', async () => {
  const { shop, templateId } = await open()
  const id = await shop.draft([], { templateId })
  const list = [
    'Naam;Straat;Huisnr;Postcode;Plaats;Bedrag;Korting;Datum',
    'Zoë;Damrak;1;1012 LG;Amsterdam;€ 1.234,50;2,5;1-3-2026',
    'Bo;Damrak;2;1012 LG;Amsterdam;$ 3;2,5;1-3-2026',
  ].join('\r\n')
  const fields = {
    'recipient.name': { column: 'Naam' },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Naam' },
    'data.gift': { column: 'Bedrag' },
    'data.rate': { column: 'Korting' },
    'data.day': { column: 'Datum' },
  }
  const done = await shop.imported(id, list, { mapping: { locale: 'nl', fields } })
  expect(done.problems).toMatchObject([{ row: 3, column: 'Bedrag', code: 'variable_invalid' }])
  const [item] = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
  expect(item!.data).toMatchObject({ gift: '1234.50', rate: '2.5', day: '2026-03-01' })
})

test.each([
  { variables: { ...card.variables, gift: { type: 'money', currency: 'euro' } } },
  { variables: { ...card.variables, rate: { type: 'decimal', decimals: 7 } } },
  { variables: { ...card.variables, rate: { type: 'decimal', decimals: -1 } } },
  { variables: { ...card.variables, day: { type: 'date', format: 'dd-mm' } } },
])('a document with %j is refused', async (change) => {
  const { shop } = await open()
  const { status } = await shop.call('templates.create', {
    body: { name: 'Gift', productSpecificationId: sampleIds.a6, document: { ...card, ...change } },
  })
  expect(status).toBe(422)
})

test('an item reports its merge fields and their language', async () => {
  const { shop, postflowId } = await open()
  const item = await shop.create({ postflowId, data: { firstName: 'Zoë', gift: '12.50' } })
  const { status, body } = await shop.act('items.fields', item.id)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      locale: card.locale,
      variables: {
        gift: { type: 'money', label: 'Your gift' },
        rate: { type: 'decimal', decimals: 1 },
        day: { type: 'date', format: 'long' },
      },
    },
  })
  expect(await shop.act('items.fields', 'itm_00000000000000000000000000')).toMatchObject({ status: 404 })
})
