import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspectPdf } from '../../src/adapters/pdf/inspect/pdf.ts'
import { drawingOf, formOf, ground, streamOf } from '../support/pdf-drawings.ts'

const field = (more: string, form = '', objects: readonly string[] = []) =>
  drawingOf(ground, {
    catalogue: `/AcroForm<</Fields[]${form}>>`,
    page: `/Annots[<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/F 4/Rect[10 10 90 30]${more}>>]`,
    more: objects,
  })
const mark = (kind: string) =>
  drawingOf(ground, { page: `/Annots[<</Type/Annot/Subtype/${kind}/F 4/Rect[10 10 90 30]>>]` })
const picture = (dict: string) =>
  drawingOf('/X Do', {
    page: '/Resources<</XObject<</X 5 0 R>>>>',
    more: [streamOf('0', `/Type/XObject${dict}`)],
  })
const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const again = /(?:Export it again|Export the PDF again|Print it to a new PDF|export it again)/
const loop = readFileSync(join(import.meta.dirname, '../fixtures/inputs/pdf/length-loop.pdf'))

describe('a PDF that would print differently is refused with a reason and a remedy', () => {
  it.each<[string, Buffer, RegExp]>([
    ['with a stream that is its own length', loop, /references form a cycle\./],
    ['with a filled field without an appearance', field('/V(Anna)'), /form field "name" is filled in/],
    ['with a checked box without an appearance', field('/FT/Btn/V/Yes'), /form field "name" is filled in/],
    [
      'with a filled field whose empty appearance is to be regenerated',
      field('/V(Anna)/AP<</N 5 0 R>>', '/NeedAppearances true', [formOf('/Tx BMC EMC')]),
      /form field "name" is filled in/,
    ],
    ['with a text box without an appearance', mark('FreeText'), /an annotation of type FreeText/],
    ['with a stamp without an appearance', mark('Stamp'), /an annotation of type Stamp/],
    [
      'with a field in a font that isn’t embedded',
      field('/V(Anna)/AP<</N 5 0 R>>', '', [
        formOf('/Tx BMC BT /H 12 Tf (Anna) Tj ET EMC', '/BBox[0 0 80 20]/Resources<</Font<</H 6 0 R>>>>'),
        helvetica,
      ]),
      /the font Helvetica is not embedded/,
    ],
    [
      'with text in a font that isn’t embedded',
      drawingOf('BT /H 12 Tf (Anna) Tj ET', { page: '/Resources<</Font<</H 5 0 R>>>>', more: [helvetica] }),
      /the font Helvetica is not embedded/,
    ],
    [
      'with an XFA form',
      drawingOf(ground, { catalogue: '/AcroForm<</Fields[]/XFA 5 0 R>>', more: [streamOf('<xdp/>')] }),
      /an XFA form/,
    ],
    [
      'with a filter that content never has',
      drawingOf(streamOf('x', '/Filter/DCTDecode')),
      /unsupported filter DCTDecode/,
    ],
    [
      'with an image in another file',
      picture('/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/F(logo.raw)'),
      /content is in another file/,
    ],
    ['with a PostScript program', picture('/Subtype/PS'), /PostScript program/],
    ['with invalid hexadecimal digits', drawingOf(streamOf('zz>', '/Filter/AHx')), /stream is damaged/],
    ['with truncated ASCII85', drawingOf(streamOf('s8W-!s~>', '/Filter/A85')), /stream is damaged/],
  ])('%s', async (_, bytes, reason) => {
    const { findings } = await inspectPdf(bytes)
    expect(findings[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(reason) })
    expect(findings[0]!.message).toMatch(again)
    expect(findings[0]!.message).not.toMatch(/undefined|Maximum call|TypeError|RangeError|\.\./)
  })

  it('warns that fields to be regenerated may be out of date', async () => {
    const bytes = field('/V(Anna)/AP<</N 5 0 R>>', '/NeedAppearances true', [
      formOf('BT /D 12 Tf (A) Tj ET', '/BBox[0 0 80 20]/Resources<</Font<</D 6 0 R>>>>'),
      '<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>>>',
    ])
    expect((await inspectPdf(bytes)).findings).toMatchObject([
      { severity: 'warning', code: 'pdf_fields_unsure', page: 1, params: { fields: 'name' } },
    ])
  })
})
