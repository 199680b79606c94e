import { foldName, type Recipient, splitStreet } from '../../../address/index.ts'
import { partsOf, postalCodeOf } from '../../../address/normalise.ts'
import type { Suggestion } from '../../../model/imports.ts'
import type { Source } from '../../../model/mapping.ts'
import { plainCell } from '../../../ports/csv.ts'
import { noTurns, type Turns } from '../../../ports/turns.ts'
import { type ColumnName, columnNameOf, longestName } from './column-names.ts'
import {
  bare,
  lastNameWords,
  localFirstNames,
  type NamePart,
  nameParts,
  splitWords,
  targetWords,
} from './synonyms.ts'
import { countryOf } from './values.ts'

export interface Sample {
  heading: readonly string[]
  /** Some rows of the file; empty where only its heading is known. */
  rows: readonly (readonly string[])[]
  /** The country (ISO 3166-1) of rows that name none. */
  country: string
  /** The template's merge fields. */
  variables: readonly string[]
  required: readonly string[]
}

/**
 * Suggests a mapping: by column names in four languages, by the template's merge fields, and for the
 * remaining columns by their values. Gives others their turn between columns, since a list may have hundreds,
 * with many characters to fold.
 */
export const suggestMapping = async (sample: Sample, turns: Turns = noTurns): Promise<Suggestion> => {
  const names = new Map<string, ColumnName>()
  for (const column of sample.heading) {
    await turns.rest()
    names.set(column, columnNameOf(column))
  }
  const guess = new Guess(sample, names)
  guess.byName()
  await turns.rest()
  guess.mergeFields()
  for (const column of sample.heading) {
    await turns.rest()
    guess.byContent(column)
  }
  guess.splits()
  return guess.result()
}

/** How many columns with names are considered: a list has two or three, and each is compared in every row. */
export const namedColumns = 5

const folded = (text: string): string => foldName(text.slice(0, longestName))

/** The folded name of each field. */
const fieldNames = new Map(Object.keys(targetWords).map((field) => [field, bare(foldName(field))]))

class Guess {
  readonly #sample: Sample
  readonly #places: ReadonlyMap<string, number>
  readonly #fields: Record<string, Source> = {}
  readonly #used = new Set<string>()
  readonly #names: ReadonlyMap<string, ColumnName>

  constructor(sample: Sample, names: ReadonlyMap<string, ColumnName>) {
    this.#sample = sample
    this.#places = new Map(sample.heading.map((column, place) => [column, place]))
    this.#names = names
  }

  #wordOf(column: string): string {
    return this.#names.get(column)!.word
  }

  byName(): void {
    const { heading } = this.#sample
    const parts = new Map<NamePart, string>()
    // Plain columns come before compound ones.
    const plain = heading.filter((column) => this.#names.get(column)!.isPlain)
    for (const column of new Set([...plain, ...heading])) {
      const name = this.#wordOf(column)
      for (const split of ['streetAndNumber', 'postalCodeAndCity'] as const) {
        if (splitWords[split].has(name)) {
          this.#take(split === 'streetAndNumber' ? 'recipient.street' : 'recipient.postalCode', {
            column,
            split,
          })
        }
      }
      const [target] =
        [...fieldNames].find(([field, own]) => targetWords[field]!.has(name) || own === name) ?? []
      if (target) this.#take(target, { column })
      const part = (Object.keys(nameParts) as NamePart[]).find((key) => nameParts[key].has(name))
      if (part && !parts.has(part)) parts.set(part, column)
    }
    this.#fullName(parts)
  }

  /**
   * A column with the whole name is used alone; otherwise the last name is joined with its other parts, and
   * initials count only where there is no first name (decision 145).
   */
  #fullName(parts: ReadonlyMap<NamePart, string>): void {
    const first = parts.get('first')
    const last = parts.get('last')
    if (!last && !first) return
    const named = this.#sample.heading
      .filter((column) => targetWords['recipient.name']!.has(this.#wordOf(column)))
      .slice(0, namedColumns)
    const whole = named.find((column) => this.#isWholeName(column, parts))
    const surname = last ?? named.find((column) => lastNameWords.has(this.#wordOf(column)))
    const given = first ?? parts.get('initials')
    const columns = whole
      ? [whole]
      : [given, parts.get('infix'), surname].filter((column) => column !== undefined)
    for (const column of this.#fields['recipient.name'] ? named : []) this.#used.delete(column)
    delete this.#fields['recipient.name']
    this.#take('recipient.name', columns.length === 1 ? { column: columns[0]! } : { columns })
  }

  /**
   * Whether a column includes the first (or last) name, by its values, or by its name where there are no
   * rows.
   */
  #isWholeName(column: string, parts: ReadonlyMap<NamePart, string>): boolean {
    const { rows } = this.#sample
    const part = (parts.get('first') ?? parts.get('last'))!
    const pairs = rows
      .map((cells) => [column, part].map((name) => folded(plainCell(cells[this.#places.get(name)!] ?? ''))))
      .filter(([name, own]) => name && own)
    const containing = pairs.filter(([name, own]) => ` ${name} `.includes(` ${own} `))
    if (pairs.length > 0) return containing.length * 2 > pairs.length
    const name = this.#wordOf(column)
    if (parts.has('last') || !lastNameWords.has(name)) return true
    return name === 'name' && !localFirstNames.has(this.#wordOf(part))
  }

  /** Matches merge fields to columns with the same name, or with a word for the same part of a name. */
  mergeFields(): void {
    for (const variable of this.#sample.variables) {
      const name = columnNameOf(variable).word
      const alike = Object.values({ ...nameParts, ...targetWords }).filter((group) => group.has(name))
      const column = this.#sample.heading.find((candidate) => {
        const own = this.#wordOf(candidate)
        return own === name || alike.some((group) => group.has(own))
      })
      // A column may fill both a merge field and a part of the address.
      if (column) this.#fields[`data.${variable}`] = { column }
      if (column) this.#used.add(column)
    }
  }

  byContent(column: string): void {
    if (this.#used.has(column)) return
    const values = this.#valuesOf(column)
    if (values.length === 0) return
    const mostly = (is: (value: string) => boolean) => {
      let others = 0
      return values.every((value) => is(value) || ++others <= values.length * 0.2)
    }
    if (mostly((value) => this.#isPostalCode(value))) this.#take('recipient.postalCode', { column })
    else if (mostly((value) => this.#isCountry(value))) {
      this.#take('recipient.country', { column })
    } else if (mostly((value) => /^\d{1,5}$/.test(value)) && this.#fields['recipient.street']) {
      this.#take('recipient.houseNumber', { column })
    }
  }

  /**
   * Splits a street without a column for the number, and a postal code without a city: the other half may be
   * in the same column.
   */
  splits(): void {
    const street = this.#fields['recipient.street']
    const number = this.#fields['recipient.houseNumber']
    if (street?.column && !number && this.#holdsNumbers(street.column)) {
      this.#fields['recipient.street'] = { ...street, split: 'streetAndNumber' }
    }
    // Beside `Straat + nr`, another column called a number is a different one, or a repetition.
    if (
      street?.split &&
      number?.column &&
      (this.#holdsNumbers(street.column!) || !this.#valuesOf(street.column!)[0])
    ) {
      delete this.#fields['recipient.houseNumber']
      this.#used.delete(number.column)
    }
    const code = this.#fields['recipient.postalCode']
    if (code?.column && !this.#fields['recipient.city']) {
      const both = this.#valuesOf(code.column).some((value) => /^\S*\d\S*\s.*\p{L}{3}/u.test(value))
      if (both) this.#fields['recipient.postalCode'] = { ...code, split: 'postalCodeAndCity' }
    }
  }

  result(): Suggestion {
    const has = (field: string) => this.#fields[field] !== undefined
    const missing = ['recipient.street', 'recipient.city'].filter(
      (field) => !has(field) && !(field === 'recipient.city' && this.#fields['recipient.postalCode']?.split),
    )
    if (!has('recipient.name') && !has('recipient.companyName')) missing.unshift('recipient.name')
    missing.push(...this.#sample.required.map((name) => `data.${name}`).filter((field) => !has(field)))
    return {
      mapping: Object.keys(this.#fields).length > 0 ? { fields: this.#fields } : null,
      unusedColumns: this.#sample.heading.filter((column) => !this.#used.has(column)),
      missingFields: missing,
    }
  }

  /** Uses a source for a field that has none yet. */
  #take(field: string, source: Source): void {
    const columns = source.columns ?? [source.column!]
    if (this.#fields[field] || columns.some((column) => this.#used.has(column))) return
    this.#fields[field] = source
    for (const column of columns) this.#used.add(column)
  }

  #valuesOf(column: string): string[] {
    const place = this.#places.get(column)!
    return this.#sample.rows
      .map((cells) => plainCell(cells[place] ?? '').trim())
      .filter((value) => value !== '')
  }

  #holdsNumbers(street: string): boolean {
    const { country } = this.#sample
    return this.#valuesOf(street).some((value) => splitStreet(value, country) !== undefined)
  }

  #isCountry(value: string): boolean {
    return value.length <= longestName && /\p{L}/u.test(value) && countryOf(value) !== undefined
  }

  #isPostalCode(postalCode: string): boolean {
    if (!/\d/.test(postalCode) || postalCode.length < 4 || postalCode.length > longestName) return false
    const { country } = this.#sample
    return postalCodeOf(partsOf({ postalCode, country } as Recipient)) !== undefined
  }
}
