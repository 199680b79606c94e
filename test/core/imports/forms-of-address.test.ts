import { beforeEach, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'
import { zoe } from '../../support/recipients.ts'

let shop: ImportShop
let templateId: string
beforeEach(async () => {
  shop = await createImportShop()
  const variables = { aanhef: { sample: 'Mevrouw de Vries' } }
  const document = { ...greetingCard('{{aanhef}},'), locale: 'nl-NL', variables }
  const body = { name: 'Letter', productSpecificationId: sampleIds.a6, document }
  templateId = (await shop.call('templates.create', { body })).body.id
  await shop.step('templates.publish', templateId)
})

const listWith = (...forms: string[]) =>
  [
    'Aanhef;Naam;Straat;Huisnr;Postcode;Plaats',
    ...forms.map((form, n) => `${form};A. de Vries;Damrak;${n + 1};1012 LG;Amsterdam`),
    '',
  ].join('\r\n')
const mapping = {
  fields: {
    'recipient.name': { column: 'Naam' },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.aanhef': { column: 'Aanhef' },
  },
}
const imported = async (content: string, choices: Record<string, unknown> = {}) =>
  shop.imported(await shop.draft([], { templateId }), content, { mapping, ...choices })
const question = {
  code: 'form_of_address',
  column: 'Aanhef',
  samples: ['Dhr.', 'Mevr.'],
  choices: [{ choice: 'print' }, { choice: 'return' }],
  required: false,
}

describe('a column of forms of address printed as the letter’s salutation', () => {
  test('has its rows rejected, with one question for the column', async () => {
    const one = await imported(listWith('Dhr.', 'Mevr.', 'Geachte mevrouw de Vries'))
    expect(one).toMatchObject({ createdCount: 1, failedCount: 2, questions: [question] })
    expect(one.problems[0]).toMatchObject({ row: 2, column: 'Aanhef', code: 'form_of_address' })
  })

  test('is printed after the answer “print”, with a warning on the items', async () => {
    const answers = [{ code: 'form_of_address', column: 'Aanhef', choice: 'print' }]
    const one = await imported(listWith('Dhr.', 'Mevr.'), { answers })
    expect(one).toMatchObject({ createdCount: 2, failedCount: 0 })
    const { data } = (await shop.call('items.list', { query: `filter[postbatchId]=${one.postbatchId}` })).body
    expect(data[0].findings).toMatchObject([
      { code: 'form_of_address', severity: 'warning', field: 'data.aanhef' },
    ])
  })

  test('raises the question before the import if the columns are suggested', async () => {
    const id = await shop.draft([], { templateId })
    const { body } = await shop.begin(id, listWith('Dhr.', 'Mevr.'), {})
    expect(body.questions).toMatchObject([question])
  })

  test('is imported if the row confirms it', async () => {
    const list = listWith('Dhr.')
      .replace('Plaats', 'Plaats;addressOverride')
      .replace('Amsterdam', 'Amsterdam;ja')
    expect(await imported(list)).toMatchObject({ createdCount: 1, failedCount: 0 })
  })
})

test('an item whose salutation is only a form of address has a warning, unless confirmed', async () => {
  const postflowId = await shop.postflow({ templateId })
  const item = { postflowId, recipient: zoe, data: { aanhef: 'Dhr.' } }
  const [plain, confirmed] = [
    await shop.create(item),
    await shop.create({ ...item, recipient: { ...zoe, houseNumber: '9' }, addressOverride: true }),
  ]
  expect({ plain: plain.findings, confirmed: confirmed.findings }).toMatchObject({
    plain: [{ code: 'form_of_address', severity: 'warning', field: 'data.aanhef' }],
    confirmed: [],
  })
})
