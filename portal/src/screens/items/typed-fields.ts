import type { TemplateVariable } from '../../../../src/core/template/document.ts'
import { printedValue } from '../../../../src/core/template/field-values.ts'
import { readWritten } from '../../../../src/core/template/written-values.ts'
import type { components } from '../../api/types.gen.ts'

export type ItemFields = components['schemas']['ItemFields']

/** What a person typed into a merge field, and what it means. */
export interface Typed {
  /** Undefined where it is not known what is meant. */
  value: string | undefined
  /** How it is printed; undefined where it is printed as it is typed. */
  printed: string | undefined
  /** What it may mean, where it may mean several things. */
  several: string[]
}

/** The types of merge fields that are not plain text. */
export type TypedKind = Exclude<TemplateVariable['type'], 'text' | 'url'>

const isRead = (variable: TemplateVariable | undefined): variable is TemplateVariable & { type: TypedKind } =>
  variable !== undefined && variable.type !== 'text' && variable.type !== 'url'

const unprinted = (value: string | undefined): Typed => ({ value, printed: undefined, several: [] })

/** Merge fields as a person reads and writes them, in the language of the letter or their own. */
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

  /** The type of a field that is not plain text. */
  kindOf(name: string): TypedKind | undefined {
    const variable = this.#variables[name]
    return isRead(variable) ? variable.type : undefined
  }

  /** A value as a field shows it first: as it is printed, where that is read as the same value. */
  shown(name: string, value: string): string {
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

  /** How a value of this field is written. */
  exampleOf(name: string): string {
    const variable = this.#variables[name]!
    const locale = this.#locale
    if (variable.type === 'date') {
      return printedValue({ ...variable, format: variable.format ?? 'long' }, locale, '2026-02-27')
    }
    const digits = variable.type === 'integer' ? 0 : (variable.decimals ?? 2)
    const wanted = digits === 0 ? '48' : `48.${'75'.padEnd(digits, '0').slice(0, digits)}`
    const number = readWritten(variable, wanted, [])[0] ?? '48'
    return printedValue(variable, locale, number)
  }
}
