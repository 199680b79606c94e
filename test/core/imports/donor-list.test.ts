import { afterAll, describe, expect } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { donorList, rowOf } from '../../support/donor-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'
import { before } from '../../support/packages.ts'
import { itWithTools, run } from '../../support/tools.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const typography = { font: 'noto-sans', size: 10 }
const letter = {
  ...{ schema: 1, trim: { w: 210, h: 297 }, bleed: 3, safe: 5, locale: 'nl-NL' },
  variables: {
    gift: { type: 'money', sample: '25.00' },
    datum: { type: 'date', format: 'long', sample: '2026-02-27' },
  },
  fonts: [{ id: 'noto-sans' }],
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'address', zone: 'product', ...typography },
        {
          ...{ type: 'text', ...typography, x: 25, y: 110, w: 160, h: 60 },
          text: '{{salutation}},\n\nHartelijk dank voor uw gift van {{gift}} op {{datum}}.',
        },
      ],
    },
  ],
}

/** Imports the list into a mailing by the suggested mapping, plus the one column that it lacks. */
const imported = async () => {
  const shop = await createImportShop({ clock: before, ports: { renderer: pdf } })
  const body = { name: 'Dank', productSpecificationId: sampleIds.c5, document: letter }
  const { id: templateId } = (await shop.call('templates.create', { body })).body
  await shop.step('templates.publish', templateId)
  const id = await shop.draft([], { templateId })
  const query = { kind: 'XLSX', name: 'Donateurs.xlsx' }
  const { body: upload } = await shop.call('uploads.create', { query, bytes: donorList() })
  const { body: begun } = await shop.call('postbatches.createImport', {
    params: { id },
    body: { uploadId: upload.id },
  })
  expect(begun.headingRow).toBe(3)
  expect(begun.suggestion.missingFields).toEqual(['data.datum'])
  const params = { id, importId: begun.id }
  const { mapping } = begun.suggestion
  const fields = { ...mapping.fields, 'data.datum': { column: 'Datum gift' } }
  await shop.call('postbatches.patchImport', { params, body: { mapping: { ...mapping, fields } } })
  await shop.settle()
  return { shop, id, params }
}

type BadRow = { row: number; cells: string[]; problems: { code: string }[] }
const badRows = async (shop: ImportShop, params: Record<string, string>): Promise<BadRow[]> =>
  (await shop.call('postbatches.badRows', { params, query: 'limit=200' })).body.data

/** What each letter contains, read from the list manually: address, greeting, amount and day. */
const letters = `
Jan de Vries / Dorpsstraat 12 / 1012 LG AMSTERDAM | heer de Vries | € 25,00 op 1 januari 2026
Marieke van den Berg / Keizersgracht 118-2 / 1015 CX AMSTERDAM | mevrouw van den Berg | € 12,50 op 2 januari 2026
Zoë Bakker / Prinsengracht 263 hs / 1016 GV AMSTERDAM | mevrouw Bakker | € 1.250,00 op 3 januari 2026
Pieter Müller / Hoofdstraat 3 bis / 2511 CB DEN HAAG | doctor Müller | € 34,25 op 4 januari 2026
Fatima van der Linden / Lange Poten 10A / 2511 CL DEN HAAG | mevrouw van der Linden | € 41,50 op 5 januari 2026
Dhr. en mevr. Yılmaz / Damrak 1-3 / 1012 LG AMSTERDAM | heer en mevrouw Yılmaz | € 48,75 op 6 januari 2026
Fam. de Groot / Plein 1944 5 / 6511 JC NIJMEGEN | familie de Groot | € 56,00 op 7 januari 2026
Søren van 't Hoff / Burg. de Zeeuwstraat 77 II / 3011 AB ROTTERDAM | heer van 't Hoff | € 63,25 op 8 januari 2026
Łukasz Nowak / 2e Kruisstraat 4 / 3511 AB UTRECHT | heer/mevrouw Nowak | € 70,50 op 9 januari 2026
José García / Laan van Meerdervoort 1204 / 2563 AA DEN HAAG | mevrouw García | € 77,75 op 10 januari 2026
Kees Smit / Kerkstraat 7 1e etage / 1017 GC AMSTERDAM | heer Smit | € 15,00 op 11 januari 2026
Ingrid ten Brink / Kerkstraat 7 2e etage / 1017 GC AMSTERDAM | mevrouw ten Brink | € 16,00 op 12 januari 2026
Bram Bos / Kerkstraat 12-14 / 1017 GC AMSTERDAM | heer Bos | € 17,00 op 13 januari 2026
Anna Visser / Stationsweg 21 / 9711 LM GRONINGEN | mevrouw Visser | € 18,00 op 14 januari 2026
Henk de Boer / Stationsweg 27 / 9711 LM GRONINGEN | heer de Boer | € 21,00 op 17 januari 2026
Els Peeters / Stationsweg 29 / 9711 LM GRONINGEN | mevrouw Peeters | € 22,00 op 18 januari 2026
Null / Stationsweg 31 / 9711 LM GRONINGEN | heer/mevrouw Null | € 23,00 op 19 januari 2026
Renée Åkesson / Stationsweg 33 / 9711 LM GRONINGEN | mevrouw Åkesson | € 24,00 op 20 januari 2026
Marc Dubois / rue Haute 12 bte 3 / 1000 BRUXELLES / BELGIUM | heer Dubois | € 50,00 op 21 januari 2026
Lieve Claes / Kerkstraat 8 bus 2 / 2000 ANTWERPEN / BELGIUM | mevrouw Claes | € 51,00 op 22 januari 2026
Sabine Schröder / Bahnhofstraße 12-14 / 10115 BERLIN / GERMANY | doctor Schröder | € 75,00 op 23 januari 2026
Uwe Groß / Hauptstraße 5a / 50667 KÖLN / GERMANY | heer Groß | € 76,00 op 24 januari 2026
Bakkerij Jansen B.V. / Industrieweg 44 / 3542 AD UTRECHT | heer/mevrouw | € 250,00 op 25 januari 2026
Jan de Vries / Dorpsstraat 12 / 1012 LG AMSTERDAM | heer de Vries | € 99,00 op 31 januari 2026
Eva Mol / Marktplein 1 / 5211 JX 'S-HERTOGENBOSCH | mevrouw Mol | € 26,00 op 26 januari 2026
Tom Kok / Marktplein 3 / 5211 JX 'S-HERTOGENBOSCH | heer Kok | € 27,00 op 27 januari 2026
Lotte Vos / Marktplein 5 / 5211 JX 'S-HERTOGENBOSCH | mevrouw Vos | € 28,00 op 28 januari 2026
Gijs Prins / Marktplein 7 / 5211 JX 'S-HERTOGENBOSCH | heer Prins | € 29,00 op 29 januari 2026
Fam. Kuipers / Marktplein 9 / 5211 JX 'S-HERTOGENBOSCH | familie Kuipers | € 30,00 op 30 januari 2026
Nel Hendriks / Postbus 123 / 9700 AC GRONINGEN | mevrouw Hendriks | € 31,00 op 1 februari 2026
Piet Hendriks / Marktplein 13 / 5211 JX 'S-HERTOGENBOSCH | heer Hendriks | € 32,00 op 2 februari 2026
Ria Hendriks / Marktplein 13 / 5211 JX 'S-HERTOGENBOSCH | mevrouw Hendriks | € 33,00 op 3 februari 2026
Ab Wit / Molenweg 1 hoog / 8011 CW ZWOLLE | heer Wit | € 34,00 op 4 februari 2026
Bea Zwart / Molenweg 3 / 8011 CW ZWOLLE | mevrouw Zwart | € 35,00 op 5 februari 2026
Cor Groen / Molenweg 5 / 8011 CW ZWOLLE | heer Groen | € 36,00 op 6 februari 2026
Dina Blauw / Molenweg 7 / 8011 CW ZWOLLE | mevrouw Blauw | € 37,00 op 7 februari 2026
Evert Rood / Molenweg 9 / 8011 CW ZWOLLE | heer Rood | € 38,00 op 8 februari 2026
Fenna Geel / Molenweg 11 / 8011 CW ZWOLLE | mevrouw Geel | € 39,00 op 9 februari 2026
Gert Paars / Molenweg 13 / 8011 CW ZWOLLE | heer Paars | € 40,00 op 10 februari 2026
Hilda Bruin / Molenweg 15 / 8011 CW ZWOLLE | mevrouw Bruin | € 41,00 op 11 februari 2026
Ivo Grijs / Molenweg 17 / 8011 CW ZWOLLE | heer Grijs | € 42,00 op 12 februari 2026
Joke Oranje / Molenweg 19 / 8011 CW ZWOLLE | mevrouw Oranje | € 43,00 op 13 februari 2026
Karel van Dam / Molenweg 21 / 8011 CW ZWOLLE | heer van Dam | € 44,00 op 14 februari 2026
Lies van der Meer / Molenweg 23 / 8011 CW ZWOLLE | mevrouw van der Meer | € 45,00 op 15 februari 2026
Max Roos / Molenweg 25 / 8011 CW ZWOLLE | heer Roos | € 46,00 op 16 februari 2026
Noor Lelie / Molenweg 27 / 8011 CW ZWOLLE | mevrouw Lelie | € 47,00 op 17 februari 2026
Otto Tulp / Molenweg 29 / 8011 CW ZWOLLE | heer Tulp | € 48,00 op 18 februari 2026
Petra Iris / Molenweg 31 / 8011 CW ZWOLLE | mevrouw Iris | € 49,00 op 19 februari 2026
Quinten Eik / Molenweg 33 / 8011 CW ZWOLLE | heer Eik | € 50,00 op 20 februari 2026
Roos Beuk / Molenweg 35 / 8011 CW ZWOLLE | mevrouw Beuk | € 51,00 op 21 februari 2026
Sjaak Es / Molenweg 37 / 8011 CW ZWOLLE | heer Es | € 52,00 op 22 februari 2026
Tine Linde / Molenweg 39 / 8011 CW ZWOLLE | mevrouw Linde | € 53,00 op 23 februari 2026
Udo Berk / Molenweg 41 / 8011 CW ZWOLLE | heer Berk | € 54,00 op 24 februari 2026
Vera Wilg / Molenweg 43 / 8011 CW ZWOLLE | mevrouw Wilg | € 55,00 op 25 februari 2026
Wim Iep / Molenweg 45 / 8011 CW ZWOLLE | heer Iep | € 56,00 op 26 februari 2026
Xenia Esdoorn / Molenweg 47 / 8011 CW ZWOLLE | mevrouw Esdoorn | € 57,00 op 27 februari 2026
Yoeri Den / Molenweg 49 / 8011 CW ZWOLLE | heer Den | € 58,00 op 28 februari 2026
Zita Spar / Molenweg 51 / 8011 CW ZWOLLE | mevrouw Spar | € 59,00 op 1 maart 2026`
  .trim()
  .split('\n')

/** Returns the texts of the letters in a file. Other pages are empty backs. */
const lettersOf = (bytes: Uint8Array): string[] =>
  run('pdftotext', ['-raw', '-', '-'], bytes)
    .replaceAll('\u00A0', ' ')
    .split('\f')
    .filter((page) => page.trim() !== '')
    .map((page) => {
      const lines = page.trim().split('\n')
      const sender = lines.findIndex((line) => line.startsWith('Kaas & Co · '))
      const [greeting, text] = lines.slice(sender + 1)
      const amountAndDay = /^Hartelijk dank voor uw gift van (.*)\.$/.exec(text ?? '')?.[1]
      return [
        lines.slice(0, sender).join(' / '),
        greeting?.replace(/^Geachte (.*),$/, '$1'),
        amountAndDay,
      ].join(' | ')
    })

describe('a typical office’s list of donors', () => {
  itWithTools(
    ['pdftotext'],
    'is imported, corrected, approved and printed without a wrong letter',
    async () => {
      const { shop, id, params } = await imported()
      const bad = await badRows(shop, params)
      expect(bad.map(({ row, problems }) => `${row} ${problems[0]!.code}`)).toEqual([
        `${rowOf('R06')} surname_alone`,
        `${rowOf('R07')} surname_alone`,
        `${rowOf('R15')} no_mail`,
        `${rowOf('R16')} no_mail`,
        `${rowOf('R19')} placeholder`,
        `${rowOf('R26')} repeated_recipient`,
        `${rowOf('R28')} placeholder`,
        `${rowOf('R29')} placeholder`,
        `${rowOf('R31')} surname_alone`,
        `${rowOf('R59')} postal_code_invalid`,
        '64 recipient_name_missing',
      ])
      const { questions } = await shop.readImport(id, params.importId)
      expect(
        questions.map(({ code, column }: { code: string; column: string }) => `${code} ${column}`),
      ).toEqual([
        'heading_row null',
        'surname_alone Aanhef',
        'no_mail Opmerkingen',
        'placeholder Achternaam',
        'placeholder Straat',
        'placeholder Postcode',
        'repeated_recipient null',
      ])
      const cellsOf = (row: number) => bad.find((one) => one.row === row)!.cells
      const corrected = (number: string, change: (cells: string[]) => string[], more: object = {}) => {
        const row = rowOf(number)
        return { row, cells: change(cellsOf(row)), ...more }
      }
      const asIs = (cells: string[]) => cells
      const nothing = (cells: string[]) => cells.map(() => '')
      const rows = [
        ...['R06', 'R07', 'R31'].map((number) => corrected(number, asIs, { withFormOfAddress: true })),
        ...['R15', 'R16'].map((number) => corrected(number, nothing)),
        corrected('R19', asIs, { asGiven: true }),
        corrected('R26', asIs, { repeat: 'ALL' }),
        corrected('R28', (cells) => cells.with(7, 'Marktplein')),
        corrected('R29', (cells) => cells.with(9, '5211 JX')),
        corrected('R59', (cells) => cells.with(9, '8011 CW')),
        { row: 64, cells: nothing(cellsOf(64)) },
      ]
      const response = await shop.call('postbatches.mendImport', { params, body: { rows } })
      expect(response).toMatchObject({
        status: 200,
        body: { createdCount: 58, failedCount: 0, leftOutCount: 3 },
      })
      expect(response.body.questions.map(({ code }: { code: string }) => code)).toEqual(['heading_row'])

      await shop.step('postbatches.validate', id)
      expect((await shop.call('postbatches.quote', { params: { id } })).body.quantity).toBe(58)
      await shop.step('postbatches.approve', id)
      await shop.advance('2026-01-20T09:00:00Z')
      const runs = await shop.services.store.read((tables) =>
        tables.runs.find({ organisationId: shop.organisation.id }, {}),
      )
      const key = await shop.key('live', ['runs.manage'])
      const files = await Promise.all(
        runs.map(async (one) => (await shop.call('runs.officePdf', { key, params: { id: one.id } })).body),
      )
      expect(files.flatMap(lettersOf).toSorted()).toEqual(letters.toSorted())
    },
  )
})
