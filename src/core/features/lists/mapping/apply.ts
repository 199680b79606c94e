import { isUnit, type Recipient, recipientName, splitStreet } from '../../../address/index.ts'
import { partsOf, postalCodeOf } from '../../../address/normalise.ts'
import type { Answer } from '../../../model/mapping.ts'
import { columnsOfSource, type Mapping, type Source } from '../../../model/mapping.ts'
import { formsAlone, type Letter } from '../../../template/salutation-lines.ts'
import type { FormattedCells } from '../records.ts'
import { cellOf, DecidedCells, type Doubt } from './doubts.ts'
import { fieldsOf, type MappedField, mayHaveMark, printedCell, textOf, type Variables } from './fields.ts'
import { unusedFormsOf } from './name-columns.ts'
import { mailColumnOf } from './no-mail.ts'
import { addUnitWords } from './unit-words.ts'
import { ambiguityOf } from './value-questions.ts'
import { truthOf } from './values.ts'

export interface Reader {
  /**
   * Returns an API request body, to be validated. `formatted`: the displayed numbers of a workbook, which
   * text merge fields print; other fields use the number.
   */
  read(cells: readonly string[], formatted?: FormattedCells, decided?: RowDecision): Record<string, unknown>
  /**
   * Returns cells with which `read` gives the same result without `formatted`. Columns used both for text
   * merge fields and for other fields keep their numbers.
   */
  printed(cells: readonly string[], formatted: FormattedCells): string[]
  /** Undecided doubtful values of the row. */
  doubtsOf(cells: readonly string[], decided?: RowDecision): Doubt[]
  /** Ambiguous days and numbers in columns with an unknown notation. */
  ambiguousIn(cells: readonly string[], formatted?: FormattedCells): Doubt[]
  columnOf(field: string): string
}

export interface RowDecision {
  /** Prints the form of address before a lone surname. */
  withFormOfAddress?: boolean | undefined
}

export interface ReaderOptions {
  heading: readonly string[]
  /** ISO 3166-1, for rows without a country. */
  country: string
  variables: Variables
  answers?: readonly Answer[] | null
  /** Answers derived from the values. */
  decided?: readonly Answer[] | undefined
  /** Set if rows whose letter would start with a form of address without a name are returned. */
  letter?: Letter | undefined
}

export const createReader = (mapping: Mapping, options: ReaderOptions): Reader => {
  const { heading, country, variables, answers = null, letter } = options
  const fields = fieldsOf(mapping, { heading, variables, answers, decided: options.decided })
  const decided = new DecidedCells(heading, answers, options.decided)
  const noMail = noMailColumns(fields, heading)
  const unusedForm = unusedFormsOf(mapping, heading, letter?.locale)
  const formIn = (name: unknown, cells: readonly string[]) =>
    unusedForm?.(String(name ?? ''), (place) => decided.textOf('recipient.name', place, cells))
  return {
    read(cells, formatted = [], { withFormOfAddress = false } = {}) {
      const row: Row = { recipient: { country }, data: {}, metadata: {} }
      const found: Record<string, string> = {}
      const cellFor = cellsFor(decided, cells, formatted)
      for (const one of fields) {
        const { field, source, places, convert } = one
        const text = textOf(source, places, cellFor(one))
        if (text === '') continue
        found[field] = text
        put(row, field, isNumberOfWorkbook(one, formatted) ? text : convert(text))
      }
      addUnitWords(row.recipient, fields, cellFor)
      for (const { field, source } of fields) {
        if (source.split && found[field] !== undefined) splitField(row.recipient, source.split, found[field])
      }
      const form = formIn(row.recipient.name, cells)
      if (form && (withFormOfAddress || decided.hasFormBefore(form.place))) {
        row.recipient.name = `${form.text} ${row.recipient.name}`
      }
      return { ...row, metadata: Object.keys(row.metadata).length > 0 ? row.metadata : null }
    },
    printed: (cells, formatted) =>
      cells.map((cell, place) => {
        const shown = formatted[place]
        return shown === undefined ? cell : printedCell(fields, place, { cell, shown })
      }),
    doubtsOf(cells, ofRow = {}) {
      if (isOverridden(fields, cells)) return []
      const doubts = doubtsInCells(fields, noMail, decided, cells)
      if (unusedForm || (letter && letter.lines.length > 0)) {
        const row = this.read(cells, [], ofRow)
        if (letter) doubts.push(...formsIn(row, letter, mapping, decided))
        const { name } = row.recipient as { name?: string }
        const form = formIn(name, cells)
        const alone = form && decided.surnameIn(form.place, name!, form.text)
        if (alone) doubts.push(alone)
      }
      return doubts.filter((doubt, index) => doubts.findIndex((other) => isSameDoubt(other, doubt)) === index)
    },
    ambiguousIn: (cells, formatted = []) =>
      fields.flatMap((one) => {
        if (isNumberOfWorkbook(one, formatted)) return []
        const { field, source, places } = one
        const text = textOf(source, places, (place) => decided.textOf(field, place, cells))
        return ambiguityOf(one, text, columnOf(mapping, field)) ?? []
      }),
    columnOf: (field) => columnOf(mapping, field),
  }
}

const cellsFor =
  (decided: DecidedCells, cells: readonly string[], formatted: FormattedCells) =>
  ({ field, takes }: MappedField) =>
  (place: number): string =>
    (takes === 'text' ? formatted[place] : undefined) ?? decided.textOf(field, place, cells)

const isPrinted = ({ field }: MappedField): boolean => /^(?:recipient|data)\./.test(field)

/** Returns the undecided doubts about a row's cells, including requests for no mail. */
const doubtsInCells = (
  fields: readonly MappedField[],
  { names, remarks }: ReturnType<typeof noMailColumns>,
  decided: DecidedCells,
  cells: readonly string[],
): Doubt[] => [
  ...fields.flatMap(({ field, places }) =>
    places.flatMap((place) => decided.doubtIn(field, place, cells) ?? []),
  ),
  ...fields
    .filter(mayHaveMark)
    .flatMap(({ places }) => places.flatMap((place) => decided.markIn(place, cells) ?? [])),
  ...fields
    .filter(isPrinted)
    .flatMap(({ places }) => places.flatMap((place) => decided.linesIn(place, cells) ?? [])),
  ...names.flatMap((places) => decided.noMailInName(places, cells) ?? []),
  ...remarks.flatMap((remark) => decided.remarkIn(remark, cells) ?? []),
]

/** True for a workbook's number, which has a decimal point in every language. */
const isNumberOfWorkbook = ({ takes, places }: MappedField, formatted: FormattedCells): boolean =>
  takes === 'number' && places.length === 1 && formatted[places[0]!] !== undefined

/** True if the row overrides doubts about its address. */
const isOverridden = (fields: readonly MappedField[], cells: readonly string[]): boolean => {
  const override = fields.find(({ field }) => field === 'addressOverride')
  return (
    override !== undefined &&
    truthOf(textOf(override.source, override.places, (place) => cellOf(cells, place))) === true
  )
}

const isSameDoubt = (one: Doubt, other: Doubt): boolean =>
  one.column === other.column && one.sentence.code === other.sentence.code

/** Returns a doubt for each column printed as a form of address without a name. */
const formsIn = (
  { recipient, data }: Record<string, unknown>,
  letter: Letter,
  { fields }: Mapping,
  decided: DecidedCells,
): Doubt[] => {
  const values = { recipientName: recipientName(recipient as Recipient), ...(data as Record<string, string>) }
  return formsAlone(letter, values).flatMap(({ variable, text }) => {
    const source = fields[variable === 'recipientName' ? 'recipient.name' : `data.${variable}`]
    const [column] = source ? columnsOfSource(source) : []
    return column === undefined ? [] : (decided.formIn(column, text) ?? [])
  })
}

/** Returns the columns that may ask for no mail: names, and all columns outside the address. */
const noMailColumns = (fields: readonly MappedField[], heading: readonly string[]) => {
  const ofAddress = fields.filter(({ field }) => field.startsWith('recipient.'))
  const printed = new Set(ofAddress.flatMap(({ places }) => places))
  return {
    names: ofAddress.flatMap(({ field, places }) =>
      field === 'recipient.name' && places.length > 0 ? [places] : [],
    ),
    remarks: heading.flatMap((column, place) =>
      printed.has(place) || column === rowColumn || column === problemColumn
        ? []
        : [{ place, says: mailColumnOf(column) }],
    ),
  }
}

/** Columns of `errors.csv`, ignored in a corrected file. */
export const rowColumn = 'lettershop_row'
export const problemColumn = 'lettershop_problem'

interface Row {
  recipient: Record<string, unknown>
  data: Record<string, unknown>
  metadata: Record<string, unknown>
  reference?: unknown
  billingGroup?: unknown
  addressOverride?: unknown
}

const put = (row: Row, field: string, value: unknown): void => {
  const dot = field.indexOf('.')
  if (dot < 0) row[field as 'reference'] = value
  else row[field.slice(0, dot) as 'data'][field.slice(dot + 1)] = value
}

/** Splits street and number, or postal code and city. Separate columns take precedence. */
const splitField = (recipient: Row['recipient'], split: NonNullable<Source['split']>, text: string): void => {
  const country = String(recipient.country)
  if (split === 'streetAndNumber') {
    // `Gebouw 3` is a whole line; its number does not belong to a street in another column.
    if (isUnit(text)) return
    const divided = splitStreet(text, country)
    // The street keeps its number unless the separate column agrees.
    const agrees = (field: 'houseNumber' | 'houseNumberSuffix') =>
      recipient[field] === undefined || recipient[field] === divided?.[field]
    if (agrees('houseNumber') && agrees('houseNumberSuffix')) Object.assign(recipient, divided)
    return
  }
  const words = text.split(' ')
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const postalCode = words.slice(0, count).join(' ')
    const valid = /\d/.test(postalCode) && postalCodeOf(partsOf({ postalCode, country } as Recipient))
    if (!valid) continue
    recipient.postalCode = postalCode
    recipient.city ??= words.slice(count).join(' ')
    return
  }
}

/** The field whose split fills each of these fields. */
const splitFrom: Readonly<Record<string, string>> = {
  'recipient.houseNumber': 'recipient.street',
  'recipient.houseNumberSuffix': 'recipient.street',
  'recipient.city': 'recipient.postalCode',
}

const columnOf = ({ fields }: Mapping, field: string): string => {
  const own =
    field === 'recipient' ? (fields['recipient.name'] ?? fields['recipient.companyName']) : fields[field]
  const from = splitFrom[field]
  const source = own ?? (from === undefined ? undefined : fields[from]?.split && fields[from])
  const columns = source ? columnsOfSource(source) : []
  return columns.length > 0 ? columns.join(' + ') : field.replace(/^(?:recipient|data|metadata)\./, '')
}
