import { describe, expect, test } from 'vitest'
import { allInvoiceTexts, invoiceLanguage } from '../../../src/core/features/billing/invoice-words.ts'
import { drawInvoice } from '../../../src/core/features/billing/paper/invoice.ts'
import type { InvoiceRow } from '../../../src/core/model/billing.ts'
import { elementBox } from '../../../src/core/template/geometry.ts'
import { nameSeller, operate, pay } from '../../support/billing.ts'
import { line, sampleInvoice } from '../../support/invoices.ts'
import { createTestShop } from '../../support/shop.ts'

const textsIn = await allInvoiceTexts()
const draw = (invoice: InvoiceRow, original?: InvoiceRow) =>
  drawInvoice(textsIn(invoiceLanguage(invoice)), invoice, original)
const textsOf = (...args: Parameters<typeof draw>) => Object.values(draw(...args).data)

describe('an invoice on paper', () => {
  test('contains everything that the law requires', () => {
    const texts = textsOf(sampleInvoice()).join('\n')
    for (const expected of [
      'Invoice 2026-000042',
      '2026-04-01',
      '2026-04-15',
      '2026-03-01 to 2026-03-31',
      'VAT no. NL123456789B01',
      'Company no. 12345678',
      'Keizersgracht 1',
      'Kaas & Co <Noord> B.V.',
      'Damrak 12',
      'PO 7',
      'Window letter C5, world',
      '1.99',
      '597.00',
      '-255.00',
      '21%',
      '2,567.00',
      '539.07',
      '3,106.07',
      'Please transfer EUR 3,106.07 to NL91ABNA0417164300 by 2026-04-15, naming 2026-000042.',
      'Page 1 of 1',
    ]) {
      expect(texts).toContain(expected)
    }
    expect(texts).not.toContain('Not a tax document')
  })

  test('names the cost centre of a line below it, in its language', () => {
    const [first, ...others] = sampleInvoice().lines
    const lines = [{ ...first!, billingGroup: 'Marketing' }, ...others]
    expect(textsOf(sampleInvoice({ lines }))).toContain('Cost centre: Marketing')
    expect(textsOf(sampleInvoice({ lines, language: 'nl' }))).toContain('Kostenplaats: Marketing')
    const longest = [{ ...first!, billingGroup: 'M'.repeat(64) }]
    const { document } = draw(sampleInvoice({ lines: longest }))
    const one = draw(sampleInvoice({ lines: [first!] })).document
    const heights = [document, one].map(({ pages }) => pages[0]!.elements.length)
    expect(heights[0]).toBe(heights[1]! + 1)
  })

  test.each([
    ['EU_REVERSE_CHARGE', 'Reverse charge (btw verlegd)'],
    ['NON_EU', 'Outside the scope of EU VAT'],
  ] as const)('%s is stated', (vatTreatment, words) => {
    const invoice = sampleInvoice({ vatTreatment, vatRate: 0, vatCents: 0 })
    expect(textsOf(invoice).join('\n')).toContain(words)
  })

  test('names the invoice that a credit note credits, and the reason', () => {
    const note = sampleInvoice({
      kind: 'CREDIT_NOTE',
      source: 'CREDIT',
      number: 'CN2026-000001',
      reason: 'Misprint',
    })
    const texts = textsOf(note, sampleInvoice())
    expect(texts).toContain('Credit note CN2026-000001')
    expect(texts).toContain('Invoice 2026-000042 of 2026-04-01')
    expect(texts.join('\n')).toContain('Reason: Misprint')
  })

  test('is marked as no tax document while no seller is configured', () => {
    const seller = { ...sampleInvoice().seller, vatNumber: null }
    expect(textsOf(sampleInvoice({ seller })).join('\n')).toContain('Not a tax document')
  })

  test.each([1, 20, 21, 22, 23, 24, 60, 300])('distributes %i lines over its pages, each once', (count) => {
    const lines = Array.from({ length: count }, (_, n) =>
      line(`Line ${n}${n % 3 === 0 ? ' with a description of two lines on paper' : ''}`, 1, n),
    )
    const { document, sheet, data } = draw(sampleInvoice({ lines }))
    const texts = Object.values(data)
    for (const { description } of lines) expect(texts.filter((text) => text === description)).toHaveLength(1)
    expect(texts).toContain(`Page ${document.pages.length} of ${document.pages.length}`)
    for (const [index, page] of document.pages.entries()) {
      const boxes = page.elements.flatMap((element) =>
        element.type === 'text' ? [elementBox(element, sheet, index + 1)!] : [],
      )
      for (const { x, y, w, h } of boxes) {
        expect([x >= 5, y >= 5, x + w <= 205, y + h <= 292], `${x} ${y} ${w} ${h}`).toEqual([
          true,
          true,
          true,
          true,
        ])
      }
      for (const [at, a] of boxes.entries()) {
        for (const b of boxes.slice(at + 1)) {
          const apart =
            a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01
          expect(apart, JSON.stringify([a, b])).toBe(true)
        }
      }
    }
  })

  test('never parses customers’ text as a tag', () => {
    const buyer = { ...sampleInvoice().buyer, name: '{{firstName}} }} {{' }
    const { document, data } = draw(sampleInvoice({ buyer }))
    expect(Object.values(data).join('\n')).toContain('{{firstName}} }} {{')
    for (const element of document.pages[0]!.elements) {
      if (element.type === 'text') expect(element.text).toMatch(/^\{\{t\d+\}\}$/)
    }
  })
})

describe('the PDF of an invoice', () => {
  test('is rendered by a job after the issue and never changes', async () => {
    const shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
    await nameSeller(shop)
    const { id, number, hasPdf } = await pay(shop, 100)
    expect(hasPdf).toBe(false)
    const early = await shop.call('invoices.pdf', { params: { id } })
    expect(early.body).toMatchObject({ status: 409, code: 'invalid_state' })
    await shop.settle()
    expect((await shop.call('invoices.get', { params: { id } })).body.hasPdf).toBe(true)
    const answer = await shop.call('invoices.pdf', { params: { id } })
    expect([answer.status, answer.headers['Content-Type']]).toEqual([200, 'application/pdf'])
    const text = new TextDecoder().decode(answer.body)
    expect(text).toContain(number)
    expect(text).toContain('Betaald op 2026-03-04. U hoeft niets te betalen.')
    const note = await operate(shop, 'invoices.credit', { params: { id }, body: { reason: 'x' } })
    await shop.settle()
    const again = await shop.call('invoices.pdf', { params: { id } })
    expect(again.body).toEqual(answer.body)
    const credited = await shop.call('invoices.pdf', { params: { id: note.id } })
    expect(new TextDecoder().decode(credited.body)).toContain(`Factuur ${number} van 2026-03-04`)
    expect(shop.logged).toEqual([])
  })

  test('belongs to the organisation', async () => {
    const shop = await createTestShop()
    const { id } = await pay(shop, 100)
    await shop.settle()
    const { keys } = await shop.another()
    for (const operation of ['invoices.pdf', 'invoices.ubl']) {
      expect((await shop.call(operation, { key: keys.live, params: { id } })).status).toBe(404)
      const key = await shop.key('live', ['items.read'])
      expect((await shop.call(operation, { key, params: { id } })).body.code).toBe('insufficient_scope')
    }
  })
})
