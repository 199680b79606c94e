import { describe, expect, test } from 'vitest'
import { isNoMailColumn, saysDied, saysNoMail } from '../../../src/core/features/lists/mapping/no-mail.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const heading = 'Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats'
const listWith = (column: string, ...remarks: string[]) =>
  [
    `${heading};${column}`,
    ...remarks.map((remark, n) => `Zoë;de Vries;Damrak;${n + 1};1012 LG;Amsterdam;${remark}`),
    '',
  ].join('\r\n')
const mapping = {
  fields: {
    'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Voornaam' },
  },
}

const imported = async (shop: ImportShop, content: string, choices: Record<string, unknown> = {}) =>
  shop.imported(await shop.draft(), content, { mapping, ...choices })

describe('a remark in a column that is not printed', () => {
  test.each([
    'overleden',
    'Overleden 12-3-2025',
    'Mevr. is overl. (dochter belde)',
    '†',
    'deceased',
    'passed away',
    'verstorben 2024',
    'Décédée',
    'fallecido',
    'deceduta',
    'zmarł',
    'afdød',
    'geen post meer',
    'niet aanschrijven',
    'Do not mail!',
    'keine Werbung',
    'bitte nicht mehr anschreiben',
    'ne plus contacter',
    'opted out',
    'uitgeschreven',
    'Retour afzender',
    'unbekannt verzogen',
    'NPAI',
  ])('says that nothing is to be sent: %s', (remark) => {
    expect(saysNoMail(remark, false)).toBe(true)
  })

  test.each([
    '',
    'vaste donateur',
    'VIP',
    'belt liever',
    'geen e-mail',
    'no email',
    'Postbus',
    'stuurt zelf post',
    '2025',
    'ja',
    'Diederik',
    'tot 2026',
  ])('says nothing of the kind: %s', (remark) => {
    expect(saysNoMail(remark, false)).toBe(false)
  })

  test.each<[string, string, boolean]>([
    ['Overleden', 'x', true],
    ['Overleden', '12-03-2024', true],
    ['Overleden', 'nee', false],
    ['Overleden', '-', false],
    ['DoNotMail', 'TRUE', true],
    ['do_not_mail', '0', false],
    ['Geen post', 'ja', true],
    ['E-mail opt-out', 'ja', false],
    ['Opmerking', 'ja', false],
  ])('in the column %s as %s: %s', (column, value, says) => {
    expect(saysNoMail(value, isNoMailColumn(column))).toBe(says)
  })

  test.each<[string, boolean]>([
    ['Jan Jansen †', true],
    ['Fam. Jansen (overleden)', true],
    ['Jan Doodeman', false],
    ['Diederik Overleder', false],
  ])('of a name: %s', (name, says) => {
    expect(saysDied(name)).toBe(says)
  })
})

describe('a list with such remarks', () => {
  test('sends to no one of whom one says so, and asks once for the column', async () => {
    const shop = await createImportShop()
    const one = await imported(shop, listWith('Opm.', 'overleden 2025', 'vaste donateur', 'geen post', ''))
    expect(one).toMatchObject({ status: 'COMPLETED', createdCount: 2, failedCount: 2 })
    expect(one.questions).toMatchObject([
      {
        code: 'no_mail',
        column: 'Opm.',
        samples: ['overleden 2025', 'geen post'],
        choices: [{ choice: 'send' }, { choice: 'return' }],
        required: false,
      },
    ])
    expect(one.problems[0]).toMatchObject({ row: 2, column: 'Opm.', code: 'no_mail' })
  })

  test('sends to all where its owner says so', async () => {
    const shop = await createImportShop()
    const answers = [{ code: 'no_mail', column: 'Opm.', choice: 'send' }]
    const one = await imported(shop, listWith('Opm.', 'overleden 2025', ''), { answers })
    expect(one).toMatchObject({ createdCount: 2, failedCount: 0 })
  })

  test('sends to whom addressOverride confirms', async () => {
    const shop = await createImportShop()
    const list = listWith('Opm.;addressOverride', 'overleden;ja', 'overleden;')
    expect(await imported(shop, list)).toMatchObject({ createdCount: 1, failedCount: 1 })
  })

  test('is not asked for what errors.csv says of its rows', async () => {
    const shop = await createImportShop()
    const list = listWith('lettershop_problem', 'Opm.: “overleden” says that nothing is to be sent.')
    expect(await imported(shop, list)).toMatchObject({ createdCount: 1, failedCount: 0 })
  })
})
