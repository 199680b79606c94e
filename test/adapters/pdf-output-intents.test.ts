import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkFile } from '../../examples/support/check-package.ts'
import { Findings } from '../../examples/support/tools.ts'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { samples } from '../../src/core/features/products/samples/index.ts'
import { collectPart, compilePostcard, partOf } from '../contract/renderer.ts'
import { pieceOf, postcardSheet } from '../support/render-fixtures.ts'
import { sampleOf } from '../support/sample-catalogues.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools } from '../support/tools.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

/** The built-in press profiles; the other one is for screens. */
const shipped = (await renderer.platformAssets())
  .filter(({ kind, id }) => kind === 'ICC_PROFILE' && id !== 'sRGB')
  .map(({ id }) => id)

describe('a piece for each built-in output intent', () => {
  test('exists for every stock of the samples', async () => {
    const files = await Promise.all(samples.map(({ name }) => sampleOf(name)))
    const stocks = files.flatMap((file) => (file as { stocks: { colourProfile: string }[] }).stocks)
    expect(stocks.length).toBeGreaterThan(10)
    for (const { colourProfile } of stocks) expect(shipped).toContain(colourProfile)
  })

  for (const colourProfile of shipped) {
    itWithTools(
      ['qpdf', 'gs', 'pdfinfo', 'pdffonts'],
      `is PDF/X-4 for ${colourProfile}, as packages are`,
      async () => {
        const sheet = { ...postcardSheet, colourProfile, indicia: 'Port payé' }
        const template = { ...(await compilePostcard(renderer)), sheet }
        const { pdf } = await collectPart(renderer, { ...partOf(template, [pieceOf(1), pieceOf(2)]), sheet })
        const file = join(await temporaryFolder(), `${colourProfile}.pdf`)
        writeFileSync(file, pdf)
        const findings = new Findings()
        expect(checkFile(file, findings)).toBe(4)
        findings.assertNone(colourProfile)
        const intent =
          /\/OutputIntents\[<<.*?\/S\/GTS_PDFX\/OutputConditionIdentifier ?\((.*?)\).*?\/DestOutputProfile (\d+) 0 R/.exec(
            pdf.toString('latin1'),
          )
        expect(intent?.[1]).toBe(colourProfile)
        const profile = spawnSync('qpdf', [`--show-object=${intent![2]}`, '--filtered-stream-data', file])
        expect(profile.stdout.equals((await renderer.platformAsset(colourProfile))!)).toBe(true)
      },
    )
  }
})
