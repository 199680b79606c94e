import { shownValue } from '../../../address/doubtful-values.ts'
import { type Answer, importLimits, type Mapping, type Question } from '../../../model/mapping.ts'
import type { TemplateDocument } from '../../../template/document.ts'
import { printedValues } from '../../../template/field-values.ts'
import { laterQuestion } from '../questions.ts'
import type { FormattedCells } from '../records.ts'
import { listSentences, questionSentences } from '../sentences.ts'
import { cellOf, type Doubt } from './doubts.ts'
import {
  fieldsOf,
  hasTextMark,
  isQuoted,
  type MappedField,
  mayHaveMark,
  textOf,
  type Variables,
  type Writing,
} from './fields.ts'
import {
  isNotationCode,
  type Notation,
  type NotationCode,
  notations,
  readingsOf,
  valueIn,
} from './notation.ts'

/** Returns a doubt about an ambiguous day or number in a column with an unknown notation. */
export const ambiguityOf = (
  { field, source, writing }: MappedField,
  text: string,
  column: string,
): Doubt | undefined => {
  if (!writing || writing.notation || text === '') return undefined
  const { values, isAmbiguous } = readingsOf(text, writing.code, writing.kind)
  if (!isAmbiguous) return undefined
  const [first, second] = values.map((value) => shownValue(value!)) as [string, string]
  const params = { value: shownValue(text), first, second }
  if (text === source.value || text === source.default) {
    return { column, sentence: listSentences.sentence('invalid_value.in_mapping', { field, ...params }) }
  }
  return { column, sentence: questionSentences.sentence(`${writing.code}.value`, params) }
}

/** Returns suggested answers, by which rows are read until the user answers otherwise. */
export const decidedByList = (questions: readonly Question[] | null): Answer[] =>
  (questions ?? []).flatMap(({ code, column, suggested }) =>
    suggested !== undefined && (isNotationCode(code) || code === 'text_mark')
      ? [{ code, column, choice: suggested }]
      : [],
  )

/** `formatted` has the displayed numbers of a workbook. */
export interface SampleRow {
  cells: readonly string[]
  formatted: FormattedCells
}

export const sampleRowsOf = (
  rows: readonly (readonly string[])[],
  formatted: readonly FormattedCells[] = [],
): SampleRow[] => rows.map((cells, index) => ({ cells, formatted: formatted[index] ?? [] }))

/** Collects evidence from a column's values for its notation. */
export class ColumnNotation {
  readonly column: string
  readonly code: NotationCode
  readonly #field: MappedField
  readonly #decisive = new Map<Notation, string>()
  readonly #texts = new Set<string>()

  constructor(field: MappedField, column: string) {
    this.#field = field
    this.column = column
    this.code = field.writing!.code
  }

  get #writing(): Writing {
    return this.#field.writing!
  }

  note({ cells, formatted }: SampleRow): void {
    const { source, places } = this.#field
    // Workbook numbers are unambiguous.
    if (this.code === 'decimal_sign' && places.some((place) => formatted[place] !== undefined)) return
    const text = textOf(source, places, (place) => cellOf(cells, place))
    const { decides, isAmbiguous } = readingsOf(text, this.code, this.#writing.kind)
    if (decides && !this.#decisive.has(decides)) this.#decisive.set(decides, text)
    if (isAmbiguous && this.#texts.size < importLimits.samples) this.#texts.add(text)
  }

  get isUndecided(): boolean {
    return this.#texts.size > 0 && this.#decisive.size === 0
  }

  /** Returns the question about the column's notation; undefined without evidence. */
  question(document: TemplateDocument, country: string): Question | undefined {
    const decided = this.#decisive.size === 1 ? [...this.#decisive][0] : undefined
    if (!decided && this.#texts.size === 0) return undefined
    const texts = [...new Set([...this.#decisive.values(), ...this.#texts])].slice(0, importLimits.samples)
    const params = { column: this.column, value: shownValue(decided?.[1] ?? [...this.#texts][0]!) }
    const sentence = decided
      ? questionSentences.sentence(`${this.code}.${decided[0]}` as `decimal_sign.comma`, params)
      : questionSentences.sentence(`${this.code}.column`, params)
    const { choices, ...question } = laterQuestion(sentence, this.column, texts.map(shownValue))
    const printed = (notation: Notation) => texts.map((text) => this.#printed(text, notation, document))
    const known: readonly string[] = notations[this.code]
    const usual = usualNotation(this.code, country)
    return {
      ...question,
      choices: choices
        .map((one) =>
          known.includes(one.choice) ? { ...one, samples: printed(one.choice as Notation) } : one,
        )
        .toSorted((one, other) => Number(other.choice === usual) - Number(one.choice === usual)),
      required: !decided,
      ...(decided ? { suggested: decided[0] } : {}),
    }
  }

  /** Returns the printed value; empty if it is invalid in this notation. */
  #printed(text: string, notation: Notation, document: TemplateDocument): string {
    const value = valueIn(text, notation, this.#writing.kind)
    if (value === undefined) return ''
    const name = this.#field.field.slice('data.'.length)
    return printedValues(document, { [name]: value })[name]!
  }
}

/** Returns the evidence by column; none if the mapping has a locale, which decides. */
export const notationsOf = (
  mapping: Mapping,
  rows: readonly SampleRow[],
  { heading, document }: { heading: readonly string[]; document: TemplateDocument },
): ColumnNotation[] => {
  if (mapping.locale) return []
  const found = new Map<string, ColumnNotation>()
  for (const field of fieldsOf(mapping, { heading, variables: document.variables })) {
    const column = heading[field.places[0] ?? -1]
    if (!field.writing || column === undefined) continue
    const key = JSON.stringify([field.writing.code, column])
    const notation = found.get(key) ?? new ColumnNotation(field, column)
    found.set(key, notation)
    for (const row of rows) notation.note(row)
  }
  return [...found.values()]
}

/** Returns the usual notation of a country, which is the first choice. */
const usualNotation = (code: NotationCode, country: string): Notation => {
  const locale = countryLocale(country)
  if (code === 'date_order') {
    const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0)
    const placeOf = (type: string) => parts.findIndex((part) => part.type === type)
    return placeOf('month') < placeOf('day') && placeOf('month') < placeOf('year')
      ? 'month_first'
      : 'day_first'
  }
  const sign = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
  return sign?.value === '.' ? 'point' : 'comma'
}

const countryLocale = (country: string): Intl.Locale =>
  new Intl.Locale('und', /^[A-Z]{2}$/.test(country) ? { region: country } : {}).maximize()

/** Minimum number of values for a conclusion. */
const fewest = 2

/**
 * Suggests removing a spreadsheet's leading apostrophes if every filled value has one, at least two, and none
 * is quoted.
 */
export const textMarkQuestions = (
  mapping: Mapping | null,
  { heading, variables }: { heading: readonly string[]; variables: Variables },
  rows: readonly (readonly string[])[],
): Question[] => {
  const fields = mapping ? fieldsOf(mapping, { heading, variables }) : []
  return [...new Set(fields.filter(mayHaveMark).flatMap(({ places }) => places))].flatMap((place) => {
    const texts = rows.map((cells) => cellOf(cells, place)).filter((text) => text !== '')
    const marked = texts.filter(hasTextMark)
    const column = heading[place]
    const isOther = (text: string) => !text.startsWith("'") || isQuoted(text)
    if (column === undefined || marked.length < fewest || texts.some(isOther)) return []
    const value = shownValue(marked[0]!)
    const sentence = questionSentences.sentence('text_mark.every', { column, value })
    return [{ ...laterQuestion(sentence, column, [...new Set(marked.map(shownValue))]), suggested: 'remove' }]
  })
}
