import type { TemplateVariable } from '../../../../src/core/template/document.ts'
import { printedValue } from '../../../../src/core/template/field-values.ts'
import { readWritten } from '../../../../src/core/template/written-values.ts'
import type { components } from '../../api/types.gen.ts'

export type ItemFields = components['schemas']['ItemFields']

/** A typed merge field value and its meaning. */
export interface Typed {
  /** Undefined if the meaning is unknown. */
  value: string | undefined
  /** The printed text; undefined if it is printed as typed. */
  printed: string | undefined
  /** Possible meanings of an ambiguous value. */
  several: string[]
}

/** Types of merge fields other than text. */
export type TypedKind = Exclude<TemplateVariable['type'], 'text' | 'url'>

const isRead = (variable: TemplateVariable | undefined): variable is TemplateVariable & { type: TypedKind } =>
  variable !== undefined && variable.type !== 'text' && variable.type !== 'url'

const unprinted = (value: string | undefined): Typed => ({ value, printed: undefined, several: [] })

/** Reads and writes merge fields in the letter's or the user's language. */
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

  /** Returns the type of a field other than text. */
  kindOf(name: string): TypedKind | undefined {
    const variable = this.#variables[name]
    return isRead(variable) ? variable.type : undefined
  }

  /** Returns the initial text of a value: as printed, if that reads as the same value. */
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

  /** Returns an example value. */
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
