import { describe, expect, test } from 'vitest'
import { isDeceasedName } from '../../../src/core/address/no-mail.ts'
import { mailColumnOf, refusesMailIn } from '../../../src/core/features/lists/mapping/no-mail.ts'
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

describe('a remark in an unprinted column', () => {
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
  ])('refuses mail: %s', (remark) => {
    expect(refusesMailIn(remark, 'remarks')).toBe(true)
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
  ])('does not refuse mail: %s', (remark) => {
    expect(refusesMailIn(remark, 'remarks')).toBe(false)
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
  ])('in the column %s: %s refuses mail: %s', (column, value, refuses) => {
    expect(refusesMailIn(value, mailColumnOf(column))).toBe(refuses)
  })

  test.each<[string, boolean]>([
    ['Jan Jansen †', true],
    ['Fam. Jansen (overleden)', true],
    ['Jan Doodeman', false],
    ['Diederik Overleder', false],
  ])('in a name: %s', (name, isDeceased) => {
    expect(isDeceasedName(name)).toBe(isDeceased)
  })
})

describe('similar remarks', () => {
  test.each<[language: string, refusing: string, other: string]>([
    ['nl', 'ovl', 'regio OVL'],
    ['nl', 'Ovl. 12/03/2025', 'prov. OVL'],
    ['nl', 'ovl 2024', 'OVL/WVL'],
    ['nl', 'mevr. is ovl', 'verhuisd naar Gent, OVL'],
    ['nl', 'overleden, regio OVL', 'Antwerpen en OVL'],
    ['nl', 'overl. mei 2024', 'in overleg'],
    ['nl', 'geen post, wel e-mail', 'geen e-mail, wel post'],
    ['nl', 'geen post alleen e-mail', 'geen post code bekend'],
    ['nl', 'niet meer aanschrijven', 'niet bellen'],
    ['nl', 'niet mailen', 'niet benaderen per telefoon'],
    ['nl', 'afgemeld', 'afgemeld voor de nieuwsbrief'],
    ['nl', 'uitgeschreven 2024', 'factuur uitgeschreven'],
    ['nl', 'onbestelbaar', 'e-mail onbestelbaar'],
    ['nl', 'overleden, e-mail van dochter bekend', 'overlegt met e-mail'],
    ['en', 'no mail', 'no e-mail'],
    ['en', 'no post please', 'no post code'],
    ['en', 'no letters', 'no letter box'],
    ['en', 'do not mail, email only', 'do not contact by phone'],
    ['en', 'do not contact by post or phone', 'do not send e-mail'],
    ['en', 'unsubscribed', 'unsubscribed from the newsletter'],
    ['en', 'returned to sender', 'e-mail undeliverable'],
    ['en', 'opted out', 'e-mail address opted out'],
    ['en', 'Robinson list', 'contact: Mrs Robinson'],
    ['de', 'keine Post', 'keine Postleitzahl'],
    ['de', 'nicht anschreiben', 'nicht per E-Mail anschreiben'],
    ['de', 'abgemeldet', 'vom Newsletter abgemeldet'],
    ['de', 'keine Briefe, bitte keine Post', 'keine E-Mail'],
    ['de', 'verstorben 2024', 'verspricht mehr'],
    ['fr', 'pas de courrier', 'pas de courriel'],
    ['fr', 'ne plus écrire', 'ne plus contacter par téléphone'],
    ['fr', 'décès le 3/4/2024', 'assurance décès'],
    ['fr', 'décédés', 'décidés'],
    ['fr', 'désabonné', 'désabonné de la newsletter'],
    ['es', 'sin correo postal', 'sin correo electrónico'],
    ['es', 'no enviar', 'no enviar correo electrónico'],
    ['es', 'no enviar cartas por correo', 'no contactar por teléfono'],
    ['es', 'falleció en 2023', 'felicitó en 2023'],
    ['es', 'fallecida', 'Mar Muerto'],
    ['it', 'nessuna posta', 'nessuna posta elettronica'],
    ['it', 'non inviare', 'non inviare e-mail'],
    ['it', 'deceduto', 'decidere'],
    ['pl', 'brak poczty', 'brak poczty elektronicznej'],
    ['pl', 'nie żyje', 'nie ma telefonu'],
    ['pl', 'nie wysyłać', 'nie wysyłać e-maili'],
    ['da', 'ingen post', 'ingen e-post'],
    ['da', 'afdød', 'afdeling'],
    ['da', 'død 2024', 'Dødehavet'],
    ['sv', 'avliden', 'avliggande'],
    ['sv', 'är död', 'Döda havet'],
    ['sv', 'inga brev', 'inga e-postbrev'],
    ['sv', 'ingen reklam', 'ingen e-post'],
  ])('%s: %s refuses mail, %s does not', (_language, refusing, other) => {
    expect([refusesMailIn(refusing, 'remarks'), refusesMailIn(other, 'remarks')]).toEqual([true, false])
  })

  test.each([
    ['Provincie', 'OVL', false],
    ['Prov.', 'ovl', false],
    ['Regio', 'OVL', false],
    ['Opmerking', 'OVL', true],
    ['State', 'deceased', true],
  ])('in the column %s: %s', (column, value, refuses) => {
    expect(refusesMailIn(value, mailColumnOf(column))).toBe(refuses)
  })

  test.each([
    ['Geen post (wel e-mail)', true],
    ['Sin correo electrónico', false],
    ['Sin correo', true],
    ['E-mail: do not contact', false],
    ['Bellen niet toegestaan', false],
    ['Post opt-out', true],
  ])('the column %s', (column, refuses) => {
    expect(mailColumnOf(column) === 'refuses').toBe(refuses)
  })

  test.each([
    ['Jan Jansen (ovl)', true],
    ['Jan Jansen ovl', true],
    ['Jan Jansen, ovl. 2024', true],
    ['JAN JANSEN OVL', true],
    ['Unizo OVL', false],
    ['Gezinsbond Ovl', false],
    ['KVLV OVL', false],
  ])('the name %s', (name, isDeceased) => {
    expect(isDeceasedName(name)).toBe(isDeceased)
  })
})

describe('a list with refusals', () => {
  test('also checks columns printed by merge fields', async () => {
    const shop = await createImportShop()
    const fields = { ...mapping.fields, 'data.status': { column: 'Status' } }
    const list = listWith('Status', 'Overleden', 'actief')
    const one = await imported(shop, list, { mapping: { fields } })
    expect(one).toMatchObject({ createdCount: 1, problems: [{ column: 'Status', code: 'no_mail' }] })
    const answers = [{ code: 'no_mail', column: 'Status', choice: 'send' }]
    expect(await imported(shop, list, { mapping: { fields }, answers })).toMatchObject({ createdCount: 2 })
  })

  test('checks the whole name, and reports the column', async () => {
    const shop = await createImportShop()
    const list = (first: string, last: string) =>
      `${heading}\r\n${first};${last};Damrak;1;1012 LG;Amsterdam\r\n`
    const problems = async (first: string, last: string) => (await imported(shop, list(first, last))).problems
    expect(await problems('Wijlen', 'Bakker')).toMatchObject([{ column: 'Voornaam', code: 'no_mail' }])
    expect(await problems('Eva', 'Bakker (verhuisd)')).toMatchObject([{ column: 'Achternaam' }])
    expect(await problems('J. van', 'Wijlen')).toEqual([])
  })

  test('checks unmapped columns of deaths and of wishes', async () => {
    const shop = await createImportShop()
    const ofDeath = await imported(shop, listWith('Overlijdensdatum', '12-03-2024', ''))
    expect(ofDeath).toMatchObject({ createdCount: 1, problems: [{ column: 'Overlijdensdatum' }] })
    const ofWish = await imported(shop, listWith('Post', 'nee', 'ja', ''))
    expect(ofWish).toMatchObject({
      createdCount: 2,
      problems: [{ column: 'Post', params: { value: 'nee' } }],
    })
  })

  test('rejects refusing rows, with one question for the column', async () => {
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

  test('imports all rows after the answer “send”', async () => {
    const shop = await createImportShop()
    const answers = [{ code: 'no_mail', column: 'Opm.', choice: 'send' }]
    const one = await imported(shop, listWith('Opm.', 'overleden 2025', ''), { answers })
    expect(one).toMatchObject({ createdCount: 2, failedCount: 0 })
  })

  test('imports rows confirmed by addressOverride', async () => {
    const shop = await createImportShop()
    const list = listWith('Opm.;addressOverride', 'overleden;ja', 'overleden;')
    expect(await imported(shop, list)).toMatchObject({ createdCount: 1, failedCount: 1 })
  })

  test('ignores the messages of errors.csv', async () => {
    const shop = await createImportShop()
    const list = listWith('lettershop_problem', 'Opm.: “overleden” says that nothing is to be sent.')
    expect(await imported(shop, list)).toMatchObject({ createdCount: 1, failedCount: 0 })
  })

  test('reads Belgian provinces as provinces', async () => {
    const shop = await createImportShop()
    const list = listWith('Provincie', 'OVL', 'WVL', 'ANT')
    expect(await imported(shop, list)).toMatchObject({ createdCount: 3, failedCount: 0 })
  })
})
