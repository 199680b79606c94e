import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { createXml } from '../../src/adapters/xml/xml.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { ciiOf } from '../../src/core/features/billing/electronic/cii.ts'
import { textsOf } from '../../src/core/features/billing/invoice-words.ts'
import { invoicePdf } from '../../src/core/features/billing/paper/render.ts'
import type { InvoiceRow } from '../../src/core/model/billing.ts'
import type { Renderer } from '../../src/core/ports/renderer.ts'
import { line, sampleInvoice } from '../support/invoices.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

describe('an invoice', () => {
  const folder = temporaryFolder()
  let renderer: Renderer
  beforeAll(() => {
    renderer = createPdfRenderer({ workers: 0 })
  })
  afterAll(() => renderer.close())
  const draw = (changes: Partial<InvoiceRow>) =>
    invoicePdf({ renderer, xml: createXml() } as unknown as Services, sampleInvoice(changes), undefined)

  it('has the same bytes every time', async () => {
    const [first, second] = [await draw({}), await draw({})]
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
    expect(Buffer.from(first.subarray(0, 5)).toString()).toBe('%PDF-')
  })

  it('is drawn for a name missing from all fonts, with a question mark for each character', async () => {
    const buyer = { ...sampleInvoice().buyer, name: '\u682a\u5f0f Ko\u0308ln \u{1F600}' }
    expect((await draw({ buyer })).length).toBeGreaterThan(10_000)
  })

  itWithTools(['pdftotext', 'qpdf'], 'has the text that was issued on all pages', async () => {
    const lines = Array.from({ length: 80 }, (_, n) => line(`Product ${n}`, n, 100))
    const buyer = { ...sampleInvoice().buyer, name: 'Zo\u00eb {{firstName}} \u0141\u00f3d\u017a' }
    const pdf = await draw({ lines, buyer })
    const path = join(folder, 'invoice.pdf')
    writeFileSync(path, pdf)
    run('qpdf', ['--check', path])
    const text = run('pdftotext', ['-layout', path, '-'])
    expect(text).toContain('Zo\u00eb {{firstName}} \u0141\u00f3d\u017a')
    expect(text).toMatch(/Product 79 +79 +1\.00 +21% +79\.00/)
    expect(text).toMatch(/Total EUR +3,106\.07/)
    expect(text).toContain('Page 3 of 3')
  })

  itWithTools(['qpdf', 'pdfinfo'], 'is a PDF/A-3 with its electronic form attached', async () => {
    const path = join(folder, 'archived.pdf')
    writeFileSync(path, await draw({ language: 'de' }))
    run('qpdf', ['--check', path])
    const invoice = sampleInvoice({ language: 'de' })
    expect(run('qpdf', ['--show-attachment=factur-x.xml', path])).toBe(
      await createXml().write(ciiOf(await textsOf(invoice), invoice, undefined)),
    )
    const xmp = run('pdfinfo', ['-meta', path])
    for (const element of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
    ]) {
      expect(xmp).toContain(element)
    }
    expect(xmp).not.toContain('PDF/X')
    const objects = run('qpdf', ['--qdf', '--object-streams=disable', path, '-'])
    expect(objects).toMatch(/\/AFRelationship \/Alternative/)
    expect(objects).toMatch(/\/S \/GTS_PDFA1/)
    expect(objects).toMatch(/\/AF \[/)
    expect(objects).toMatch(/\/Lang \(de-DE\)/)
  })

  itWithTools(
    ['pdfinfo', 'qpdf'],
    'has no attachment without a seller, because the standard has no such invoice',
    async () => {
      const path = join(folder, 'nobody.pdf')
      writeFileSync(path, await draw({ seller: { ...sampleInvoice().seller, vatNumber: null } }))
      expect(run('qpdf', ['--list-attachments', path])).toContain('no embedded files')
    },
  )
})
