import type { WorkbookLimits } from './limits.ts'
import { refused, sheetSentence, tooLarge, workbookSentence } from './refused.ts'
import {
  type Dates,
  type FormattedNumber,
  formattedNumber,
  general,
  isoText,
  type NumberFormat,
  numberText,
  serialOf,
  unescaped,
} from './values.ts'
import type { Texts } from './workbook.ts'
import { type Attributes, readXml, type XmlReader } from './xml.ts'
import type { Archive } from './zip.ts'

export interface SheetContext {
  limits: WorkbookLimits
  texts: Texts
  formats: readonly NumberFormat[]
  dates: Dates
}

/** A row's texts. `formatted` is sparse: it has the numbers whose format shows something else. */
export interface SheetRow {
  cells: string[]
  formatted: (FormattedNumber | undefined)[]
}

/** Statistics of a sheet, including what its rows don't show. */
export interface Seen {
  rowCount: number
  columnCount: number
  hiddenRows: number
  /** Cells with an error such as #N/A, and the first of them. */
  errors: number
  firstError: string
  /** Formulas without a stored result, and the first of them. */
  formulas: number
  firstFormula: string
}

export const emptyStats = (): Seen => ({
  rowCount: 0,
  columnCount: 0,
  hiddenRows: 0,
  errors: 0,
  firstError: '',
  formulas: 0,
  firstFormula: '',
})

/**
 * Yields the rows of a sheet in batches and fills `seen`. Rows missing from the file are yielded empty, so
 * that row numbers match the spreadsheet. Throws `WorkbookRefused` and `SheetTooLarge`.
 */
export async function* rowsOf(
  archive: Archive,
  part: string,
  context: SheetContext,
  seen: Seen,
): AsyncGenerator<SheetRow[]> {
  const sheet = new Sheet(context, seen)
  for await (const _ of readXml(part, archive.read(part), sheet, context.limits.depth)) {
    const rows = sheet.take()
    if (rows.length > 0) yield rows
  }
}

class Sheet implements XmlReader {
  readonly #context: SheetContext
  readonly #seen: Seen
  #rows: SheetRow[] = []
  #row = 0
  #isHidden = false
  #cells: string[] = []
  #formatted: SheetRow['formatted'] = []
  #rowLength = 0
  #column = 0
  #cell: Attributes = {}
  #value = ''
  #hasValue = false
  #hasFormula = false
  #isText = false
  #phonetic = 0

  constructor(context: SheetContext, seen: Seen) {
    this.#context = context
    this.#seen = seen
  }

  take(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.#openRow(attributes)
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'f') this.#hasFormula = true
    else if (name === 'rPh') this.#phonetic++
    else if (name === 'v' || (name === 't' && this.#phonetic === 0)) {
      this.#isText = true
      this.#hasValue = true
    }
  }

  text(text: string): void {
    if (!this.#isText) return
    this.#value += text
    if (this.#value.length > this.#context.limits.cellLength) {
      throw this.#cellTooLong()
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#phonetic--
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
  }

  #openRow({ r, hidden }: Attributes): void {
    const row = r === undefined ? this.#row + 1 : Number(r)
    if (!Number.isInteger(row) || row <= this.#row)
      throw refused(workbookSentence('xlsx_damaged.row', { row: String(r).slice(0, 20) }))
    this.#row = row
    this.#isHidden = /^(?:1|true)$/.test(hidden ?? '')
    this.#cells = []
    this.#formatted = []
    this.#rowLength = 0
    this.#column = 0
  }

  #openCell(attributes: Attributes): void {
    this.#column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r)
    this.#cell = attributes
    this.#value = ''
    this.#hasValue = false
    this.#hasFormula = false
  }

  #closeCell(): void {
    const { limits } = this.#context
    if (this.#hasFormula && !this.#hasValue) {
      this.#seen.firstFormula ||= this.#place
      this.#seen.formulas++
    }
    // An empty `v` is an empty cell of any type; as index of a shared string it would be read as 0.
    const text = this.#value.trim() === '' ? '' : this.#textOf(this.#cell.t ?? 'n', this.#value)
    if (text.trim() === '') return
    if (this.#column > limits.columns)
      throw tooLarge(sheetSentence('sheet_fault.columns', { limit: limits.columns }))
    this.#rowLength += text.length
    if (this.#rowLength > limits.rowLength) {
      throw tooLarge(sheetSentence('sheet_fault.row', { row: this.#row, limit: limits.rowLength }))
    }
    while (this.#cells.length < this.#column - 1) this.#cells.push('')
    this.#cells[this.#column - 1] = text
    const formatted = this.#formattedNumber()
    if (formatted) this.#formatted[this.#column - 1] = formatted
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return
    const { rows } = this.#context.limits
    if (this.#row > rows) throw tooLarge(sheetSentence('sheet_fault.rows', { limit: rows }))
    if (this.#isHidden) this.#seen.hiddenRows++
    while (this.#seen.rowCount < this.#row - 1) {
      this.#rows.push({ cells: [], formatted: [] })
      this.#seen.rowCount++
    }
    this.#rows.push({ cells: this.#cells, formatted: this.#formatted })
    this.#seen.rowCount = this.#row
    this.#seen.columnCount = Math.max(this.#seen.columnCount, this.#cells.length)
  }

  #textOf(type: string, value: string): string {
    switch (type) {
      case 's': {
        const text = this.#context.texts.at(Number(value))
        if (text === undefined)
          throw refused(workbookSentence('xlsx_damaged.text_missing', { cell: this.#place }))
        if (text.length > this.#context.limits.cellLength) {
          throw this.#cellTooLong()
        }
        return text
      }
      case 'b':
        return /^(?:1|true)$/i.test(value.trim()) ? 'TRUE' : 'FALSE'
      case 'e':
        this.#seen.firstError ||= `${this.#place} (${value})`
        this.#seen.errors++
        return value
      case 'd':
        return isoText(value)
      case 'str':
      case 'inlineStr':
        return unescaped(value)
      default:
        return numberText(value, this.#format, this.#context.dates)
    }
  }

  get #format(): NumberFormat {
    return this.#context.formats[Number(this.#cell.s ?? 0)] ?? general
  }

  #formattedNumber(): FormattedNumber | undefined {
    const type = this.#cell.t ?? 'n'
    if (type === 'n') return formattedNumber(this.#value, this.#format, this.#context.dates)
    const serial = type === 'd' ? serialOf(this.#value) : undefined
    return serial === undefined ? undefined : formattedNumber(serial, this.#format, { is1904: false })
  }

  get #place(): string {
    return `${lettersOf(this.#column)}${this.#row}`
  }

  #cellTooLong() {
    const limit = this.#context.limits.cellLength
    return tooLarge(sheetSentence('sheet_fault.cell', { cell: this.#place, limit }))
  }
}

/** `AB12` → 28 */
const columnOf = (place: string): number => {
  const [, letters] = /^([A-Z]{1,3})\d{1,7}$/.exec(place) ?? []
  if (letters === undefined)
    throw refused(workbookSentence('xlsx_damaged.place', { place: place.slice(0, 20) }))
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

const lettersOf = (column: number): string => {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}
