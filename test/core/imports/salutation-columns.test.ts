import { expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createImportShop } from '../../support/imports.ts'

/** A list whose other columns are the same for all rows. */
const listOf = (heading: string, ...rows: string[]) =>
  [
    `${heading};Straat;Huisnr;Postcode;Plaats`,
    ...rows.map((row, n) => `${row};Damrak;${n + 1};1012 LG;Amsterdam`),
    '',
  ].join('\r\n')

test.each<[string, string, string[], string[]]>([
  [
    'nl',
    'Aanhef;Titel;Voorletters;Tussenvoegsel;Achternaam',
    ['Dhr.;dr.;A.;van;Dijk', 'Mevr.;;B.;;Bos'],
    ['Geachte doctor van Dijk', 'Geachte mevrouw Bos'],
  ],
  [
    'nl',
    'Geslacht;Voornaam;Achternaam',
    ['M;Jan;van Dijk', 'V;Anna;Bos'],
    ['Geachte heer van Dijk', 'Geachte mevrouw Bos'],
  ],
  ['nl', 'Naam', ['Dhr. A. van Dijk', 'Fam. Bos'], ['Geachte familie Bos', 'Geachte heer van Dijk']],
  [
    'nl',
    'Briefaanhef;Aanhef;Voornaam;Achternaam',
    ['Beste Jan;Dhr.;Jan;van Dijk', ';Mevr.;Anna;Bos'],
    ['Beste Jan', 'Geachte mevrouw Bos'],
  ],
  [
    'de',
    'Anrede;Titel;Vorname;Nachname',
    ['Herr;Dr.;Peter;Müller', 'Frau;;Anna;Berg'],
    ['Sehr geehrte Frau Berg', 'Sehr geehrter Herr Dr. Müller'],
  ],
  [
    'de',
    'Briefanrede;Anrede;Titel;Vorname;Nachname',
    ['Lieber Peter;Herr;Dr.;Peter;Müller', ';Frau;Dr.;Anna;Berg'],
    ['Lieber Peter', 'Sehr geehrte Frau Dr. Berg'],
  ],
  ['en', 'Title;First Name;Last Name', ['Mr;Peter;Smith', 'Dr;Anna;Berg'], ['Dear Dr Berg', 'Dear Mr Smith']],
  ['en', 'Salutation;Gender;First Name;Last Name', ['Ms;F;Anna;Smith'], ['Dear Ms Smith']],
  ['fr', 'Civilité;Prénom;Nom', ['Mme;Anne;Dupont'], ['Madame']],
])('a list in %s with %s is mapped to salutations', async (locale, heading, rows, salutations) => {
  const shop = await createImportShop()
  const document = { ...greetingCard('{{salutation}},'), locale, variables: {} }
  const body = { name: 'Letter', productSpecificationId: sampleIds.a6, document }
  const { id: templateId } = (await shop.call('templates.create', { body })).body
  await shop.step('templates.publish', templateId)
  const id = await shop.draft([], { templateId })
  const begun = await shop.begin(id, listOf(heading, ...rows), {})
  const { mapping } = begun.body.suggestion
  const params = { id, importId: begun.body.id }
  expect(await shop.call('postbatches.patchImport', { params, body: { mapping } })).toMatchObject({
    status: 200,
  })
  await shop.settle()
  const { data } = (await shop.call('postbatches.salutations', { params: { id } })).body
  expect(data.map(({ salutation }: { salutation: string }) => salutation)).toEqual(salutations)
})
