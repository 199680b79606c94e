import type { TemplateDocument, TemplateElement } from '../../../template/document.ts'
import type { Sheet } from '../../../template/sheet.ts'

/** A4 in mm. Invoices are read on screens and printed in offices, so there is no bleed and no postal zone. */
export const a4 = { w: 210, h: 297 } as const
export const margin = { left: 20, right: 15, bottom: 16 } as const
export const right = a4.w - margin.right

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

/** A page that is being drawn. Text goes into the drawing's data, so that none of it is parsed as a tag. */
export interface Page {
  text(box: { x: number; y: number; w: number; h: number }, text: string, style?: TextStyle): void
  rule(y: number, strong?: boolean): void
}

/** The input of the renderer: a document whose every text is a merge field, and the texts. */
export interface Drawing {
  document: TemplateDocument
  sheet: Sheet
  data: Record<string, string>
}

export class Drawer {
  readonly #locale: string
  readonly #pages: TemplateElement[][] = []
  readonly #data: Record<string, string> = {}

  constructor(locale: string) {
    this.#locale = locale
  }

  get pageCount(): number {
    return this.#pages.length
  }

  /** Begins a page. Earlier ones can still be drawn on, for what is known only at the end. */
  page(): Page {
    const elements: TemplateElement[] = []
    this.#pages.push(elements)
    return this.#on(elements)
  }

  /** Calls `draw` for each page, numbered from 1. */
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
          // A name that is too long is clipped, since an invoice must not be held back for it.
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
