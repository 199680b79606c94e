import { expect, test } from 'vitest'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const recipient = { ...zoe, name: 'Anna de Vries' }
const dutch = { ...greetingCard('{{salutation}},'), locale: 'nl-NL' }

test.each([
  ['the template’s field', { salutation: { sample: 'Dag' } }, { salutation: 'Mevr.' }, 'Mevr.'],
  ['the composed salutation', {}, { salutation: 'Mevr.' }, 'Geachte mevrouw de Vries'],
])('{{salutation}} prints %s', async (_, variables, data, printed) => {
  const shop = await createItemShop()
  const { status, body } = await shop.call('templates.preview', {
    body: { document: { ...dutch, variables }, productSpecificationId: sampleIds.a6, recipient, data },
  })
  expect({ status, printed: body.piece?.data.salutation }).toEqual({ status: 200, printed })
})

test('an item whose form of address contradicts the sex has a warning', async () => {
  const shop = await createItemShop()
  const template = await shop.call('templates.create', {
    body: { name: 'Dutch', productSpecificationId: sampleIds.a6, document: dutch },
  })
  await shop.call('templates.publish', { params: { id: template.body.id } })
  const postflowId = await shop.postflow({ templateId: template.body.id })
  const clear = await shop.create({ postflowId, recipient, data: { salutation: 'Mevr.', sex: 'v' } })
  const unclear = await shop.create({
    postflowId,
    recipient: { ...recipient, name: 'Kim de Vries' },
    data: { salutation: 'Mevr.', sex: 'm' },
  })
  expect({ clear: clear.findings, unclear: unclear.findings }).toMatchObject({
    clear: [],
    unclear: [{ code: 'salutation_unclear', severity: 'warning', field: 'data.salutation' }],
  })
})

test('a name that may be of one or two recipients has a warning', async () => {
  const shop = await createItemShop()
  const body = { name: 'Dutch', productSpecificationId: sampleIds.a6, document: { ...dutch, variables: {} } }
  const { id } = (await shop.call('templates.create', { body })).body
  await shop.call('templates.publish', { params: { id } })
  const postflowId = await shop.postflow({ templateId: id })
  const named = { ...recipient, name: 'Dhr. J. Bos en A. de Wit' }
  const { findings } = await shop.create({ postflowId, recipient: named, data: {} })
  expect(findings.filter(({ code }: { code: string }) => code === 'salutation_unclear')).toMatchObject([
    {
      message:
        'The name can be read in several ways, so Geachte J. Bos en A. de Wit is printed. Send the whole salutation in the field salutation.',
    },
  ])
})

test('salutation columns are mapped if a template prints a salutation', async () => {
  const heading = ['Aanhef', 'Titel', 'Geslacht', 'Voornaam', 'Tussenvoegsel', 'Achternaam', 'Straat']
  const sample = { heading, rows: [], country: 'NL', variables: [], required: [] }
  const { mapping } = await suggestMapping({ ...sample, printsSalutation: true })
  expect(mapping?.fields).toMatchObject({
    'data.salutation': { column: 'Aanhef' },
    'data.title': { column: 'Titel' },
    'data.sex': { column: 'Geslacht' },
    'data.firstName': { column: 'Voornaam' },
    'data.lastName': { columns: ['Tussenvoegsel', 'Achternaam'] },
  })
})

test('the fields of a composed salutation are optional merge fields of the template', async () => {
  const shop = await createItemShop()
  const body = { name: 'Dutch', productSpecificationId: sampleIds.a6, document: { ...dutch, variables: {} } }
  const { id } = (await shop.call('templates.create', { body })).body
  await shop.call('templates.publish', { params: { id } })
  const fields = (await shop.call('templates.fields', { params: { id } })).body
  expect(Object.keys(fields.properties)).toEqual([
    ...['salutation', 'title', 'sex', 'firstName', 'lastName', 'language'],
  ])
  expect({ required: fields.required, language: fields.properties.language }).toEqual({
    required: [],
    language: { type: 'string', maxLength: 2_000, examples: ['nl'] },
  })
})
