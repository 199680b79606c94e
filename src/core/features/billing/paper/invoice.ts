import type { InvoiceLine, InvoiceRow } from '../../../model/billing.ts'
import type { TemplateDocument, TemplateElement } from '../../../template/document.ts'
import type { Sheet } from '../../../template/sheet.ts'
import { printedLines } from '../../ledger/profile.ts'
import { isKnown } from '../../ledger/seller.ts'
import {
  formatAmount,
  type InvoiceTexts,
  invoiceLanguage,
  legalTerms,
  settlement,
  titleOf,
  vatStatement,
} from '../invoice-words.ts'

/** A4 in mm, without bleed and postal zone: invoices are read on screens and printed in offices. */
const a4 = { w: 210, h: 297 } as const
const margin = { left: 20, right: 15, bottom: 16 } as const
const right = a4.w - margin.right

const safe = 5

export const sheetOf = (pages: number): Sheet => ({
  trim: { ...a4 },
  bleed: 0,
  safe,
  plex: 'simplex',
  pages: { min: 1, max: pages },
  zones: [],
  colourProfile: 'FOGRA39',
})

export interface TextStyle {
  size?: number
  bold?: boolean
  align?: 'left' | 'right'
  color?: 'black' | 'grey'
}

/** Text is passed as data, so that none of it is parsed as a tag. */
interface Page {
  text(box: { x: number; y: number; w: number; h: number }, text: string, style?: TextStyle): void
  rule(y: number, strong?: boolean): void
}

/** Every text of the document is a merge field. */
interface Drawing {
  document: TemplateDocument
  sheet: Sheet
  data: Record<string, string>
}

class Drawer {
  readonly #locale: string
  readonly #pages: TemplateElement[][] = []
  readonly #data: Record<string, string> = {}

  constructor(locale: string) {
    this.#locale = locale
  }

  get pageCount(): number {
    return this.#pages.length
  }

  /** Adds a page. Earlier pages can still be changed, for content known only at the end. */
  page(): Page {
    const elements: TemplateElement[] = []
    this.#pages.push(elements)
    return this.#on(elements)
  }

  eachPage(draw: (page: Page, number: number) => void): void {
    for (const [index, elements] of this.#pages.entries()) draw(this.#on(elements), index + 1)
  }

  finish(): Drawing {
    const pages = this.#pages.map((elements) => ({ side: 'front' as const, elements }))
    const names = Object.keys(this.#data)
    return {
      document: {
        schema: 1,
        trim: { ...a4 },
        bleed: 0,
        safe,
        fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }],
        locale: this.#locale,
        colors: { grey: { cmyk: [0, 0, 0, 60] } },
        variables: Object.fromEntries(
          names.map((name) => [name, { type: 'text' as const, maxLength: 2000, sample: '' }]),
        ),
        pages,
      },
      sheet: sheetOf(pages.length),
      data: this.#data,
    }
  }

  #on(elements: TemplateElement[]): Page {
    return {
      text: (box, text, { size = 9, bold = false, align = 'left', color = 'black' } = {}) => {
        if (text === '') return
        const name = `t${Object.keys(this.#data).length}`
        this.#data[name] = text
        elements.push({
          type: 'text',
          ...box,
          font: bold ? 'noto-sans-bold' : 'noto-sans',
          size,
          lineHeight: 1.25,
          text: `{{${name}}}`,
          color,
          align,
          verticalAlign: 'top',
          // Clips a long name, so that it does not prevent the invoice.
          overflow: 'clip',
        })
      },
      rule: (y, strong = false) => {
        const line = { x1: margin.left, y1: y, x2: right, y2: y }
        elements.push({ type: 'line', ...line, stroke: 'black', strokeWidth: strong ? 0.35 : 0.15 })
      },
    }
  }
}

/** Left edge and width in mm. */
const columns = {
  description: { x: margin.left, w: 84 },
  quantity: { x: 106, w: 18 },
  unitPrice: { x: 126, w: 24 },
  vat: { x: 152, w: 13 },
  amount: { x: 167, w: right - 167 },
} as const

/** First line on the first page and on further pages, and the lowest position of a line, in mm. */
const firstPageTop = 141
const nextPageTop = 26
const lowest = 274
/** Height of the totals with the text below them, in mm. */
const totalsHeight = 66
const lineHeight = 4.2
const locales = { en: 'en-GB', nl: 'nl-NL', de: 'de-DE', fr: 'fr-FR' } as const
/** Characters that are sure to fit on one line of the description. */
const descriptionWidth = 46

/** Draws what Directive 2006/112/EC, article 226, and Dutch Wet OB, article 35a, require. */
export const drawInvoice = (
  texts: InvoiceTexts,
  invoice: InvoiceRow,
  original: InvoiceRow | undefined,
): Drawing => {
  const drawer = new Drawer(locales[invoiceLanguage(invoice)])
  let page = drawer.page()
  drawHead(page, texts, invoice)
  drawFacts(page, texts, invoice, original)
  let y = drawColumnHeads(page, texts, firstPageTop)
  const nextPage = () => {
    page = drawer.page()
    page.text({ x: margin.left, y: 12, w: 120, h: 6 }, `${titleOf(texts, invoice)} ${invoice.number}`, {
      bold: true,
    })
    y = drawColumnHeads(page, texts, nextPageTop)
  }
  for (const line of invoice.lines) {
    const height = rowHeight(texts, line)
    if (y + height > lowest) nextPage()
    drawLine(page, texts, line, y)
    y += height
  }
  if (y + totalsHeight > lowest) nextPage()
  drawTotals(page, texts, invoice, y + 2)
  drawer.eachPage((each, number) => drawFoot(each, texts, invoice, `${number}`, `${drawer.pageCount}`))
  return drawer.finish()
}

/** The seller is at the top right, the buyer at the position of an envelope window. */
const drawHead = (page: Page, texts: InvoiceTexts, invoice: InvoiceRow): void => {
  const { seller, buyer } = invoice
  page.text({ x: margin.left, y: 14, w: 95, h: 9 }, seller.name, { size: 16, bold: true })
  const lines = [
    ...printedLines(seller, seller.country),
    ...(seller.email === null ? [] : [seller.email]),
    ...(seller.companyNumber === null ? [] : [texts.companyNumber({ number: seller.companyNumber })]),
    ...(seller.vatNumber === null ? [] : [texts.vatNumber({ number: seller.vatNumber })]),
  ]
  page.text({ x: 125, y: 14, w: right - 125, h: 34 }, lines.join('\n'), { size: 8, align: 'right' })
  if (!isKnown(seller)) {
    page.text({ x: margin.left, y: 25, w: 95, h: 9 }, texts.noSeller, { size: 8, bold: true })
  }
  page.text({ x: margin.left, y: 52, w: 85, h: 36 }, printedLines(buyer, seller.country).join('\n'), {
    size: 10,
  })
}

const drawFacts = (
  page: Page,
  texts: InvoiceTexts,
  invoice: InvoiceRow,
  original: InvoiceRow | undefined,
): void => {
  page.text({ x: margin.left, y: 92, w: 170, h: 9 }, `${titleOf(texts, invoice)} ${invoice.number}`, {
    size: 15,
    bold: true,
  })
  const { buyer, periodFrom, periodTo } = invoice
  const facts: [string, string | null][] = [
    [texts.date, invoice.issueDate],
    [texts.due, invoice.kind === 'INVOICE' && invoice.status !== 'PAID' ? invoice.dueDate : null],
    [
      texts.supplied,
      periodFrom !== null
        ? texts.period({ from: periodFrom, to: periodTo ?? periodFrom })
        : invoice.issueDate,
    ],
    [
      texts.takesBack,
      original ? texts.invoiceOf({ number: original.number, date: original.issueDate }) : null,
    ],
    [texts.yourVatNumber, buyer.vatNumber],
    [texts.yourCompanyNumber, buyer.companyNumber],
    [texts.yourReference, invoice.reference],
    [texts.yourOrder, invoice.orderReference],
  ]
  const shown = facts.filter(([, value]) => value !== null)
  for (const [index, [name, value]] of shown.entries()) {
    const y = 103 + index * lineHeight
    page.text({ x: margin.left, y, w: 32, h: lineHeight }, name, { color: 'grey' })
    page.text({ x: 54, y, w: right - 54, h: lineHeight }, value!)
  }
}

/** Returns the top of the first line. */
const drawColumnHeads = (page: Page, texts: InvoiceTexts, top: number): number => {
  const head = (column: { x: number; w: number }, text: string, align: 'left' | 'right' = 'right') =>
    page.text({ ...column, y: top - 6, h: 5 }, text, { size: 8, align, color: 'grey' })
  head(columns.description, texts.description, 'left')
  head(columns.quantity, texts.quantity)
  head(columns.unitPrice, texts.unitPrice)
  head(columns.vat, texts.vat)
  head(columns.amount, texts.amount)
  page.rule(top - 0.5, true)
  return top + 0.5
}

const linesOf = (text: string): number => (text.length > descriptionWidth ? 2 : 1)

const groupText = (texts: InvoiceTexts, { billingGroup }: InvoiceLine): string | undefined =>
  billingGroup ? texts.billingGroup({ name: billingGroup }) : undefined

const rowHeight = (texts: InvoiceTexts, line: InvoiceLine): number => {
  const group = groupText(texts, line)
  return (linesOf(line.description) + (group ? linesOf(group) : 0)) * lineHeight + 1.2
}

const drawLine = (page: Page, texts: InvoiceTexts, line: InvoiceLine, y: number): void => {
  const cell = (column: { x: number; w: number }, text: string) =>
    page.text({ ...column, y, h: lineHeight }, text, { align: 'right' })
  const { description } = line
  const h = linesOf(description) * lineHeight + 1.2
  page.text({ ...columns.description, y, h }, description)
  const group = groupText(texts, line)
  if (group) {
    const below = { ...columns.description, y: y + h - 1.2, h: linesOf(group) * lineHeight + 1.2 }
    page.text(below, group, { color: 'grey' })
  }
  cell(columns.quantity, String(line.quantity))
  cell(columns.unitPrice, formatAmount(texts, line.unitPriceCents))
  cell(columns.vat, `${line.vatRate}%`)
  cell(columns.amount, formatAmount(texts, line.amountCents))
}

const drawTotals = (page: Page, texts: InvoiceTexts, invoice: InvoiceRow, top: number): void => {
  const { currency, vatRate, subtotalCents, vatCents, totalCents } = invoice
  page.rule(top, true)
  const sums: [string, number, boolean][] = [
    [texts.subtotal, subtotalCents, false],
    [texts.vatOf({ rate: `${vatRate}`, amount: formatAmount(texts, subtotalCents) }), vatCents, false],
    [texts.total({ currency }), totalCents, true],
  ]
  let y = top + 2
  for (const [name, cents, bold] of sums) {
    page.text({ x: 100, y, w: 62, h: 5 }, name, { bold, align: 'right' })
    page.text({ x: 163, y, w: right - 163, h: 5 }, formatAmount(texts, cents), { bold, align: 'right' })
    y += 5.2
  }
  const reason = invoice.reason === null ? null : texts.reason({ text: invoice.reason })
  const statements = [reason, vatStatement(texts, invoice), settlement(texts, invoice), legalTerms(invoice)]
  page.text(
    { x: margin.left, y: y + 4, w: right - margin.left, h: 40 },
    statements.filter((text) => text !== null).join('\n'),
  )
}

const drawFoot = (
  page: Page,
  texts: InvoiceTexts,
  { seller }: InvoiceRow,
  number: string,
  pages: string,
): void => {
  const y = a4.h - margin.bottom
  page.rule(y - 2)
  const parts = [
    seller.name,
    seller.companyNumber && texts.companyNumber({ number: seller.companyNumber }),
    seller.vatNumber && texts.vatNumber({ number: seller.vatNumber }),
    seller.iban,
  ]
  page.text({ x: margin.left, y, w: 140, h: 4.5 }, parts.filter(Boolean).join(' · '), {
    size: 7,
    color: 'grey',
  })
  page.text({ x: margin.left, y: y + 4.5, w: right - margin.left, h: 6.4 }, seller.legalNote ?? '', {
    size: 7,
    color: 'grey',
  })
  page.text({ x: right - 30, y, w: 30, h: 4.5 }, texts.page({ number, pages }), {
    size: 7,
    align: 'right',
    color: 'grey',
  })
}
