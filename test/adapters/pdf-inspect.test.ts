import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { InspectInput } from '../../src/core/ports/inspection.ts'
import { platformFonts } from '../../src/typesetting/fonts/platform.ts'
import * as hostile from '../support/hostile-files.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { pdfOf } from '../support/pdf-files.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const inspect = (kind: InspectInput['kind'], bytes: Uint8Array) => renderer.inspect(inspectInput(kind, bytes))
const codes = async (kind: InspectInput['kind'], bytes: Uint8Array) =>
  (await inspect(kind, bytes)).findings.map(({ severity, code }) => `${severity} ${code}`)

describe('a PDF', () => {
  const page = (extra = '') => pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]${extra}>>`])

  it.each([
    ['of one page', page(), []],
    [
      'of three pages',
      pdfOf(Array.from({ length: 3 }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>')),
      ['warning pdf_pages'],
    ],
    [
      'of fifty-one pages',
      pdfOf(Array.from({ length: 51 }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>')),
      ['error pdf_pages'],
    ],
    ['without pages', pdfOf([]), ['error pdf_unsupported']],
    ['without a size', pdfOf(['<</Type/Page/Parent 2 0 R>>']), ['error pdf_unsupported']],
    [
      'with one page that cannot be printed',
      pdfOf(['<</Type/Page/Parent 2 0 R>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>']),
      ['warning pdf_unsupported', 'warning pdf_pages'],
    ],
    [
      'that is encrypted',
      pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'], { trailer: '/Encrypt<</Filter/Standard>>' }),
      ['error pdf_encrypted'],
    ],
    [
      'with JavaScript on opening',
      pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'], {
        catalogue: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>',
      }),
      ['error pdf_active_content'],
    ],
    [
      'with JavaScript under an escaped name',
      page('/AA<</O<</S/J#61vaScript>>>>'),
      ['error pdf_active_content'],
    ],
    ['that starts a program', page('/A<</S/Launch/F(cmd.exe)>>'), ['error pdf_active_content']],
    [
      'with embedded files',
      pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'], { catalogue: '/Names<</EmbeddedFiles<<>>>>' }),
      ['error pdf_active_content'],
    ],
    ['that is truncated', page().subarray(0, -30), ['error pdf_unsupported']],
    ['with a cyclic page tree', pdfOf(['<</Type/Pages/Kids[2 0 R]>>']), ['error pdf_unsupported']],
    [
      'with a font that is not embedded',
      page('/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'),
      ['error pdf_unsupported', 'error pdf_font_missing'],
    ],
  ])('%s', async (_what, bytes, expected) => {
    const { findings } = await inspect('PDF', bytes)
    expect([...new Set(findings.map(({ severity, code }) => `${severity} ${code}`))]).toEqual(expected)
  })

  it('lists every missing font once', async () => {
    const fonts = (...names: readonly string[]) =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<<${names
        .map((name, index) => `/F${index}<</Type/Font/Subtype/TrueType/BaseFont/${name}>>`)
        .join('')}>>>>>>`
    const { findings } = await inspect('PDF', pdfOf([fonts('Arial', 'Georgia'), fonts('Arial')]))
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Page 1 cannot be printed: the fonts Arial, Georgia are not embedded\./),
      expect.stringMatching(/^Page 2 cannot be printed: the font Arial is not embedded\./),
      expect.stringMatching(/^The font "Arial" is not embedded in the PDF\./),
      expect.stringMatching(/^The font "Georgia" is not embedded in the PDF\./),
      'It has 2 pages. An element shows the page that it refers to.',
    ])
  })
})

describe('a PDF that takes too much work to read', () => {
  const leaf = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'
  const complex = /^error file_too_complex: /
  it.each<[string, () => Uint8Array, RegExp | undefined]>([
    ['with a stream of 95 MB, referenced 60 times', () => hostile.contentBomb(95, 60), complex],
    ['with a stream of just over 32 MB, referenced once', () => hostile.contentBomb(33, 1), complex],
    ['with a stream of 31 MB, referenced once', () => hostile.contentBomb(31, 1), undefined],
    ['with a stream of 31 MB, referenced twice', () => hostile.contentBomb(31, 2), complex],
    ['with nine pages of 31 MB each', () => hostile.sharedContent(31, 9), complex],
    ['with eight pages of 31 MB each', () => hostile.sharedContent(31, 8), /^warning pdf_pages: /],
    ['with a stream of one byte, referenced 16,000 times', () => hostile.contentBomb(0, 16_000), complex],
    ['with a stream of one byte, referenced 1,000 times', () => hostile.contentBomb(0, 1_000), undefined],
    ['with a stream deflated four times', () => hostile.filterChain(4, 1), undefined],
    ['with a stream deflated five times', () => hostile.filterChain(5, 1), complex],
    ['with a stream deflated three times to 95 MB', () => hostile.filterChain(3, 95), complex],
    [
      'whose cross-reference table has two billion entries of zero bytes',
      () => hostile.crossReferenceStream('/W[0 0 0]/Index[0 2000000000]/Size 2000000000'),
      /^error pdf_unsupported: Its cross-reference stream is damaged/,
    ],
    [
      'whose cross-reference table has two billion entries',
      () => hostile.crossReferenceStream('/W[1 1 1]/Index[0 2000000000]/Size 2000000000'),
      complex,
    ],
    [
      'whose cross-reference table has two billion entries by its size',
      () => hostile.crossReferenceStream('/W[1 1 1]/Size 2000000000'),
      complex,
    ],
    [
      'whose cross-reference table has wide fields',
      () => hostile.crossReferenceStream('/W[1 900000000 1]/Size 9'),
      /^error pdf_unsupported: Its cross-reference stream is damaged/,
    ],
    [
      'whose cross-reference table goes backwards',
      () => hostile.crossReferenceStream('/W[1 1 1]/Index[0 -5]/Size 9'),
      /^error pdf_unsupported: Its cross-reference stream is damaged/,
    ],
    [
      'whose cross-reference table has rows of zero bytes',
      () => hostile.crossReferenceStream('/W[1 1 1]/Size 1/DecodeParms<</Predictor 12/Columns -1>>'),
      /^error pdf_unsupported: A stream uses an unusual predictor/,
    ],
    [
      'whose cross-reference table has endless rows',
      () =>
        hostile.crossReferenceStream('/W[1 1 1]/Size 1/DecodeParms<</Predictor 12/Columns 999999999999>>'),
      /^error pdf_unsupported: It has no catalogue/,
    ],
    ['with doubling branches without leaves', () => hostile.doublingTree(45, '<</Kids[]>>'), complex],
    ['with doubling branches', () => hostile.doublingTree(45, leaf), /^error pdf_unsupported: .* 1000 pages/],
    [
      'with branches 5,000 levels deep',
      () => hostile.deepTree(5000),
      /^error pdf_unsupported: Its page tree/,
    ],
    ['with a chain of 19,000 references', () => hostile.longChain(19_000), undefined],
    ['with a chain of 20,001 references', () => hostile.longChain(20_001), complex],
    [
      'with 20,000 references to one object',
      () => hostile.sameObjectOften(19_000, 10_000),
      /^error pdf_unsupported: Page 1 cannot be printed: an object is not where the cross-reference table says/,
    ],
    ['with an object of 900,000 numbers', () => hostile.numbers(900_000), undefined],
    ['with an object of 1,100,000 numbers', () => hostile.numbers(1_100_000), complex],
    ['with 2,200,000 characters of dictionaries on a page', () => hostile.numbers(900_000, '12'), complex],
    [
      'nested 5,000 levels deep',
      () => hostile.nested(5_000),
      /^error pdf_unsupported: It is nested too deeply/,
    ],
  ])(
    '%s',
    async (_what, make, expected) => {
      const { findings } = await inspect('PDF', make())
      const found = findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)
      expect(found).toEqual(expected ? [expect.stringMatching(expected)] : [])
    },
    60_000,
  )
})

describe('a font', () => {
  const path = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  )
  const font = readFileSync(path)
  const withRights = (fsType: number) => {
    const changed = Buffer.from(font)
    const count = changed.readUInt16BE(4)
    for (let entry = 12; entry < 12 + count * 16; entry += 16) {
      if (changed.toString('latin1', entry, entry + 4) === 'OS/2') {
        changed.writeUInt16BE(fsType, changed.readUInt32BE(entry + 8) + 8)
      }
    }
    return changed
  }
  const without = (table: string) => {
    const changed = Buffer.from(font)
    changed.write('XXXX', changed.indexOf(table, 12, 'latin1'), 'latin1')
    return changed
  }

  it.each([
    ['that may be embedded', font, []],
    ['for printing and viewing', withRights(0x0004), []],
    ['that may be edited', withRights(0x0008), []],
    ['whose licence forbids embedding', withRights(0x0002), ['error font_not_embeddable']],
    ['that may not be subset', withRights(0x0104), ['error font_not_embeddable']],
    ['that allows bitmaps only', withRights(0x0200), ['error font_not_embeddable']],
    ['without outlines', without('glyf'), ['error font_not_embeddable']],
    ['with 200,000 characters', hostile.fontOfCharacters(font, 200_000), []],
    ['with 200,001 characters', hostile.fontOfCharacters(font, 200_001), ['error file_too_complex']],
    ['without characters', without('cmap'), ['error font_damaged']],
    ['that is truncated', font.subarray(0, 100_000), ['error font_damaged']],
    ['of eight bytes', font.subarray(0, 8), ['error font_damaged']],
    [
      'with zeros after its directory',
      Buffer.concat([font.subarray(0, 400), Buffer.alloc(font.length - 400)]),
      ['error font_damaged'],
    ],
  ])('%s', async (_what, bytes, expected) => {
    expect(await codes('FONT', bytes)).toEqual(expected)
  })

  it.each(platformFonts)('of the platform covers its listed scripts: $id', async ({ id, scripts }) => {
    expect((await inspect('FONT', (await renderer.platformAsset(id))!)).scripts).toEqual(scripts)
  })

  it('is read the same after WebAssembly’s memory has grown', async () => {
    for (let time = 0; time < 60; time++) expect(await codes('FONT', font)).toEqual([])
  })
})
