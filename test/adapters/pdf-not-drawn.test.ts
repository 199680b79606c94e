import { afterAll, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { createIsolatedUntrusted } from '../../src/adapters/pdf/isolated-process/untrusted.ts'
import { PageNotDrawn, rasterisePage } from '../../src/adapters/pdf/raster.ts'
import { brokenJpx } from '../support/broken-jpx.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { drawingOf, ground } from '../support/pdf-drawings.ts'
import { documentOf, pieceOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'

const isolated = createIsolatedUntrusted()
const renderer = createPdfRenderer({ workers: 0 })
afterAll(async () => {
  await isolated.close()
  await renderer.close()
})

const input = () => ({
  ...{ organisationId: 'org_1', sheet: postcardSheet },
  document: documentOf({
    ...postcardInput,
    pages: [
      { side: 'front', elements: [{ type: 'pdf', asset: 'ast_1', page: 1, x: 10, y: 10, w: 60, h: 60 }] },
      postcardInput.pages[1]!,
    ],
  }),
  assets: [{ id: 'ast_1', format: 'pdf' as const, bytes: Uint8Array.from(brokenJpx()) }],
})
const damaged = { severity: 'error', message: expect.stringMatching(/damaged.*Export/) }

it.each([
  ['in this thread', renderer],
  ['in an isolated process', isolated],
])('an image that aborts the engine is a finding %s', async (_, by) => {
  expect(await by.inspect(inspectInput('PDF', brokenJpx()))).toMatchObject({
    findings: [{ code: 'pdf_unsupported', ...damaged }],
  })
  expect(await by.compile(input())).toMatchObject({ findings: [{ code: 'pdf_unsupported', ...damaged }] })
  const options = { page: 1, dpi: 72, findingsMax: 9, pictureBytesMax: 1e6, piece: pieceOf(1) }
  const { findings } = await by.preview({ ...input(), ...options })
  expect(findings[0]).toMatchObject(damaged)
})

it('the engine draws again after aborting', async () => {
  await expect(rasterisePage([brokenJpx()], { page: 1, dpi: 36 })).rejects.toBeInstanceOf(PageNotDrawn)
  expect((await rasterisePage([drawingOf(ground)], { page: 1, dpi: 36 })).widthPx).toBe(100)
})
