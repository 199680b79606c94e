/** A workbook, or one sheet of it, is not read. The message is a sentence for the person who sent it. */
export class WorkbookRefused extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'WorkbookRefused'
    this.code = code
  }
}

export type RefusalCode =
  | 'xlsx_damaged'
  | 'xlsx_encrypted'
  | 'xlsx_macros'
  | 'xlsx_unsupported'
  | 'file_too_complex'
  | 'sheet_too_large'

export const damaged = (what: string): WorkbookRefused =>
  new WorkbookRefused('xlsx_damaged', `The workbook is damaged or incomplete: ${what}.`)

export const tooComplex = (what: string): WorkbookRefused => new WorkbookRefused('file_too_complex', what)
