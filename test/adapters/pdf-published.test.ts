import { expect, it } from 'vitest'
import { compileTemplate } from '../../src/adapters/pdf/compile/compile.ts'
import { decodeLayer, encodeLayer } from '../../src/adapters/pdf/layer.ts'
import type { TemplateDocument } from '../../src/core/template/document.ts'
import { drawingOf, formOf, ground } from '../support/pdf-drawings.ts'
import { documentOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'

/** A stamp, which earlier versions omitted, and text in a font that isn't embedded, which they refused. */
const stamped = drawingOf(ground, {
  page: '/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[90 90 170 130]/AP<</N 5 0 R>>>>]',
  more: [formOf('0 1 1 0 k 0 0 80 80 re f')],
})
const plain = drawingOf(ground)

const document: TemplateDocument = documentOf({
  ...postcardInput,
  pages: [
    { side: 'front', elements: [{ type: 'pdf', asset: 'ast_1', page: 1, x: 10, y: 10, w: 60, h: 60 }] },
    postcardInput.pages[1]!,
  ],
})
const compiled = (bytes: Uint8Array, earlier?: Uint8Array) =>
  compileTemplate({
    ...{ organisationId: 'org_1', document, sheet: postcardSheet },
    assets: [{ id: 'ast_1', format: 'pdf', bytes: Uint8Array.from(bytes) }],
    ...(earlier ? { earlier } : {}),
  })

/** The layer that the previous version made of the stamped page, without the stamp. */
const before = async () => {
  const [old, now] = [await compiled(plain), await compiled(stamped)]
  const layer = decodeLayer(old.layer!)
  const [{ name } = { name: '' }] = decodeLayer(now.layer!).pdfPages
  const pdfPages = layer.pdfPages.map((page) => ({ ...page, name }))
  return encodeLayer({ ...layer, engine: 'lettershop-pdf/1', pdfPages })
}

it('a page published without its annotations keeps none when its layer is made again', async () => {
  const earlier = await before()
  const again = await compiled(stamped, earlier)
  expect(again.findings).toEqual([])
  expect(decodeLayer(again.layer!).pdfPages).toEqual(decodeLayer(earlier).pdfPages)
})

it('a page published now has its annotations, with a warning', async () => {
  const now = await compiled(stamped)
  expect(now.findings.map(({ code }) => code)).toEqual(['pdf_annotations'])
  expect(decodeLayer(now.layer!).pdfPages).not.toEqual(decodeLayer(await before()).pdfPages)
})

it('a layer in an unknown format is not read', async () => {
  const again = await compiled(plain, Uint8Array.from(Buffer.from('lettershop-layer-9')))
  expect(again.layer).toEqual((await compiled(plain)).layer)
})
