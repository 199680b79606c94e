import { printedValue, readWritten, type TemplateVariable } from '#lettershop/template'
import type { components } from '../../api/types.gen.ts'

export type ItemFields = components['schemas']['ItemFields']

/** The result of parsing a typed merge field value. */
export interface Typed {
  /** The parsed value; undefined if the text is invalid or ambiguous. */
  value: string | undefined
  /** How a parsed value is printed; undefined for text fields, and without a value. */
  printed: string | undefined
  /** Possible readings of an ambiguous text, as printed; otherwise empty. */
  several: string[]
}

/** Types of merge fields whose values are parsed: all but text and URLs. */
export type TypedKind = Exclude<TemplateVariable['type'], 'text' | 'url'>

const isRead = (variable: TemplateVariable | undefined): variable is TemplateVariable & { type: TypedKind } =>
  variable !== undefined && variable.type !== 'text' && variable.type !== 'url'

const unprinted = (value: string | undefined): Typed => ({ value, printed: undefined, several: [] })

/** Parses merge field values typed in the letter's or the user's language, and formats them as printed. */
export class TypedFields {
  readonly #locale: string
  readonly #variables: Readonly<Record<string, TemplateVariable>>
  readonly #languages: readonly string[]

  constructor({ locale, variables }: ItemFields, language: string) {
    this.#locale = locale
    this.#variables = Object.fromEntries(
      Object.entries(variables).map(([name, one]) => [
        name,
        { type: 'text', sample: '', maxLength: 200, ...one },
      ]),
    )
    this.#languages = [...new Set([locale, language])]
  }

  /** Returns a field's type; undefined for text, URLs and unknown fields. */
  kindOf(name: string): TypedKind | undefined {
    const variable = this.#variables[name]
    return isRead(variable) ? variable.type : undefined
  }

  /** Returns the label that the template gives a field; undefined without one. */
  labelOf(name: string): string | undefined {
    return this.#variables[name]?.label
  }

  /** Returns the text for an input: as printed if that parses to the same value, otherwise the value. */
  displayText(name: string, value: string): string {
    const variable = this.#variables[name]
    if (!isRead(variable)) return value
    const printed = printedValue(variable, this.#locale, value)
    const read = readWritten(variable, printed, this.#languages)
    return read.length === 1 && read[0] === value ? printed : value
  }

  read(name: string, text: string): Typed {
    const variable = this.#variables[name]
    if (!isRead(variable)) return unprinted(text)
    if (text.trim() === '') return unprinted('')
    const [value, ...others] = readWritten(variable, text, this.#languages)
    if (value === undefined) return unprinted(undefined)
    const locale = this.#locale
    if (others.length > 0) {
      const named = variable.type === 'date' ? { ...variable, format: 'long' as const } : variable
      const several = [value, ...others].map((one) => printedValue(named, locale, one))
      return { ...unprinted(undefined), several }
    }
    return { value, printed: printedValue(variable, locale, value), several: [] }
  }

  /** Returns an example of a parsed field's value, as printed. */
  exampleOf(name: string): string {
    const variable = this.#variables[name]!
    const locale = this.#locale
    if (variable.type === 'date') {
      return printedValue({ ...variable, format: variable.format ?? 'long' }, locale, '2026-02-27')
    }
    const digits = variable.type === 'integer' ? 0 : (variable.decimals ?? 2)
    const example = digits === 0 ? '48' : `48.${'75'.padEnd(digits, '0').slice(0, digits)}`
    const number = readWritten(variable, example, [])[0] ?? '48'
    return printedValue(variable, locale, number)
  }
}
