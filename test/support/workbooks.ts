import { strToU8, type Zippable, zipSync } from 'fflate'

export type Cell = string | number | boolean | null | { xml: string }
export interface SheetSpec {
  name: string
  rows: readonly (readonly Cell[])[]
  state?: 'hidden' | 'veryHidden'
}
export interface WorkbookSpec {
  sheets: readonly SheetSpec[]
  /** True if cells refer to shared texts, as in Excel; false if they contain their texts. */
  isShared?: boolean
  is1904?: boolean
  /** Number formats of the cell styles from 1 on: ids of built-in formats, or format codes. */
  formats?: readonly (number | string)[]
  /** Parts that replace or join the generated ones; undefined removes a part. */
  parts?: Readonly<Record<string, string | Uint8Array | undefined>>
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

export const letters = (column: number): string =>
  column > 26
    ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)

/** Returns the parts of a workbook, as written by Excel, by path. */
export const workbookParts = ({
  sheets,
  isShared = true,
  is1904 = false,
  formats = [],
  parts = {},
}: WorkbookSpec): Record<string, string | Uint8Array> => {
  const shared = new Map<string, number>()
  const cellOf = (cell: Cell, place: string): string => {
    if (cell === null) return ''
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${place}"`)
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`
    const text = `<t xml:space="preserve">${escaped(cell)}</t>`
    if (!isShared) return `<c r="${place}" t="inlineStr"><is>${text}</is></c>`
    if (!shared.has(cell)) shared.set(cell, shared.size)
    return `<c r="${place}" t="s"><v>${shared.get(cell)}</v></c>`
  }
  const sheetXml = ({ rows }: SheetSpec) =>
    `${head}<worksheet xmlns="${main}"><sheetData>${rows
      .map((cells, row) =>
        cells.length === 0
          ? ''
          : `<row r="${row + 1}">${cells.map((cell, index) => cellOf(cell, `${letters(index + 1)}${row + 1}`)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`
  const sheetParts = Object.fromEntries(
    sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
  )
  const codes = formats.flatMap((format, index) =>
    typeof format === 'string' ? [[164 + index, format]] : [],
  )
  const ids = [0, ...formats.map((format, index) => (typeof format === 'string' ? 164 + index : format))]
  const made: Record<string, string | Uint8Array | undefined> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}">${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rIdTexts" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${codes
      .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(String(code))}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${ids
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...sheetParts,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${[...shared.keys()]
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join('')}</sst>`,
    ...parts,
  }
  return Object.fromEntries(
    Object.entries(made).filter((entry): entry is [string, string | Uint8Array] => entry[1] !== undefined),
  )
}

export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ) as Zippable,
    { level },
  )

export const workbook = (spec: WorkbookSpec): Uint8Array => zipOf(workbookParts(spec))

/** Returns a workbook of one sheet. */
export const workbookOf = (rows: SheetSpec['rows'], spec: Partial<WorkbookSpec> = {}): Uint8Array =>
  workbook({ sheets: [{ name: 'Blad1', rows }], ...spec })
