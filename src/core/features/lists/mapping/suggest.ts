import { splitStreet } from '../../../address/index.ts'
import type { Suggestion } from '../../../model/imports.ts'
import type { Question } from '../../../model/mapping.ts'
import { columnsOfSource, type Source } from '../../../model/mapping.ts'
import { noTurns, type Turns } from '../../../ports/system.ts'
import type { AddressKind } from './address-kinds.ts'
import { columnNameOf, isCountry, isPostalCodeOf, isUnnamed, longestName } from './column-names.ts'
import { questionsOf } from './column-questions.ts'
import {
  asIfUnnamed,
  type Column,
  extraFieldOf,
  isFilled,
  kindsWithStreet,
  meaningOf,
  otherNumbersBeside,
  type Recognised,
  valuesOf,
} from './columns.ts'
import { nameSource, salutationColumns } from './name-columns.ts'
import {
  type NamePart,
  nameParts,
  splitWords,
  streetKindWords,
  targetWords,
  vagueNumbers,
} from './synonyms.ts'
import { unitQuestions } from './unit-words.ts'
import { countryOf } from './values.ts'

export interface Sample {
  heading: readonly string[]
  /** Empty if only the heading is known. */
  rows: readonly (readonly string[])[]
  /** ISO 3166-1, for rows without a country. */
  country: string
  /** Merge fields of the template. */
  variables: readonly string[]
  required: readonly string[]
  /** True if the template prints a composed salutation. */
  printsSalutation?: boolean
}

/**
 * Suggests a mapping by column names in fifteen languages and the template's merge fields. Values count only
 * for columns with meaningless names. Yields between columns, since a list may have hundreds.
 */
export const suggestMapping = async (
  sample: Sample,
  turns: Turns = noTurns,
): Promise<Suggestion & { questions: Question[] }> => {
  const columns: Column[] = []
  for (const [place, name] of sample.heading.entries()) {
    await turns.rest()
    const first = firstName(name, sample.heading)
    const known = columnNameOf(first)
    // A repeated column name comes after the first, wherever it is.
    const isPlain = known.isPlain && first === name
    columns.push({ name, ...known, isPlain, values: valuesOf(sample.rows, place) })
  }
  asIfUnnamed(columns)
  const kinds = kindsWithStreet(columns)
  const guesses: Guess[] = []
  for (const kind of kinds.length > 0 ? kinds : [undefined]) {
    await turns.rest()
    const guess = new Guess(sample, columns, kind)
    await guess.fill(turns)
    guesses.push(guess)
  }
  const [guess, ...others] = guesses
  const units = unitQuestions(guess!)
  return { ...guess!.result(), questions: [...(await questionsOf(guess!, others, turns)), ...units] }
}

/** Removes the number of a repeated name: `Huisnr (2)`. */
const firstName = (name: string, heading: readonly string[]): string => {
  const [, first] = /^(.+) \(\d{1,3}\)$/.exec(name) ?? []
  return first !== undefined && heading.includes(first) ? first : name
}

/** Fields that addresses of another kind may share. */
const shared = ['recipient.name', 'recipient.companyName', 'recipient.country']

class Guess implements Recognised {
  readonly sample: Sample
  readonly columns: readonly Column[]
  readonly kind: AddressKind | undefined
  readonly fields: Record<string, Source> = {}
  readonly used = new Set<string>()
  readonly parts = new Map<NamePart, Column>()
  readonly otherNumbers: Recognised['otherNumbers']

  constructor(sample: Sample, columns: readonly Column[], kind: AddressKind | undefined) {
    this.sample = sample
    this.kind = kind
    this.columns = columns
    this.otherNumbers = otherNumbersBeside(this)
  }

  async fill(turns: Turns): Promise<void> {
    await this.#byName(turns)
    await turns.rest()
    this.#mergeFields()
    if (this.sample.printsSalutation) this.#salutation()
    for (const column of this.columns) {
      await turns.rest()
      this.#byContent(column)
    }
    this.#splits()
    this.#streetKind()
  }

  meaningOf(column: Column): string | undefined {
    return meaningOf(column, this)
  }

  /** True for `Nummer` next to `Huisnummer`. */
  #isOtherNumber({ word, kind }: Column): boolean {
    return (
      vagueNumbers.has(word) &&
      this.columns.some(
        (other) =>
          other.kind === kind &&
          targetWords['recipient.houseNumber']!.has(other.word) &&
          !vagueNumbers.has(other.word),
      )
    )
  }

  async #byName(turns: Turns): Promise<void> {
    // Columns of this kind of address precede others, and plain names precede compounds.
    const own = this.columns.filter(({ kind }) => kind === this.kind)
    const general = this.kind === undefined ? [] : this.columns.filter(({ kind }) => kind === undefined)
    for (const group of [own, general]) {
      // A whole name of this address precedes parts of a name of no address.
      const isNamed = this.fields['recipient.name'] !== undefined
      for (const column of new Set([...group.filter(({ isPlain }) => isPlain), ...group])) {
        await turns.rest()
        this.#takeByName(column, { isGeneral: group === general, isNamed })
      }
    }
    const source = nameSource(this)
    if (!source) return
    for (const column of this.fields['recipient.name'] ? columnsOfSource(this.fields['recipient.name']) : [])
      this.used.delete(column)
    delete this.fields['recipient.name']
    this.#take('recipient.name', source)
  }

  #takeByName(column: Column, { isGeneral, isNamed }: { isGeneral: boolean; isNamed: boolean }): void {
    const { name, word } = column
    const meaning = this.meaningOf(column)
    if (!isGeneral) {
      if (splitWords.streetAndNumber.has(word))
        this.#take('recipient.street', { column: name, split: 'streetAndNumber' })
      if (splitWords.postalCodeAndCity.has(word))
        this.#take('recipient.postalCode', { column: name, split: 'postalCodeAndCity' })
    }
    if (meaning === undefined || this.#isOtherNumber(column)) return
    if (meaning in nameParts) {
      const part = meaning as NamePart
      if (!this.parts.has(part) && !(isGeneral && isNamed)) this.parts.set(part, column)
      return
    }
    if (!isGeneral || shared.includes(meaning) || !meaning.startsWith('recipient.'))
      this.#take(meaning, { column: name })
  }

  /** Maps merge fields to columns with the same name or a synonym. */
  #mergeFields(): void {
    for (const variable of this.sample.variables) {
      const name = columnNameOf(variable).word
      const alike = Object.values({ ...nameParts, ...targetWords }).filter((group) => group.has(name))
      const column = this.columns.find(({ word }) => word === name || alike.some((group) => group.has(word)))
      // A column may fill both a merge field and part of the address.
      if (column) this.fields[`data.${variable}`] = { column: column.name }
      if (column) this.used.add(column.name)
    }
  }

  /** Maps the columns that compose salutations. The letter's language is that of its template. */
  #salutation(): void {
    for (const [name, source] of salutationColumns(this.columns, this.parts)) {
      this.fields[`data.${name}`] ??= source
      for (const column of columnsOfSource(source)) this.used.add(column)
    }
  }

  /** Recognises a column with a meaningless name by its values. */
  #byContent(column: Column): void {
    if (this.used.has(column.name) || !isUnnamed(column.name) || extraFieldOf(column)) return
    const values = column.values.filter((value) => value !== '')
    if (values.length === 0) return
    const mostly = (is: (value: string) => boolean) => {
      let others = 0
      return values.every((value) => is(value) || ++others <= values.length * 0.2)
    }
    if (mostly((value) => this.#isPostalCode(value)))
      this.#take('recipient.postalCode', { column: column.name })
    else if (mostly(isCountry) && this.#agreesWithPostalCodes(column)) {
      this.#take('recipient.country', { column: column.name })
    } else if (mostly((value) => /^\d{1,5}$/.test(value)) && this.fields['recipient.street']) {
      this.#take('recipient.houseNumber', { column: column.name })
    }
  }

  /** True if each postal code is valid in the country that this column names in its row. */
  #agreesWithPostalCodes({ values }: Column): boolean {
    const postalCodes = this.#columnOf('recipient.postalCode')?.values
    if (!postalCodes) return false
    return values.every((value, row) => {
      const country = countryOf(value)
      const postalCode = postalCodes[row]!
      if (value === '' || postalCode === '') return true
      return country !== undefined && isPostalCodeOf(postalCode, country)
    })
  }

  /**
   * Splits a street that contains numbers and has no number column, and a postal code that contains cities if
   * there is no city. Drops a number column that is redundant or about something else.
   */
  #splits(): void {
    const street = this.fields['recipient.street']
    const number = this.fields['recipient.houseNumber']
    const numbers = this.#columnOf('recipient.houseNumber')
    if (street?.column && number && numbers) {
      const hasNumbers = this.#holdsNumbers(street)
      // Next to streets with numbers, a separate number column is a different number or a repetition.
      const isOther = street.split
        ? hasNumbers || !isFilled(this.#columnOf('recipient.street')!)
        : vagueNumbers.has(numbers.word) && hasNumbers
      if (isOther) {
        delete this.fields['recipient.houseNumber']
        this.used.delete(numbers.name)
      }
    }
    if (street?.column && !this.fields['recipient.houseNumber'] && this.#holdsNumbers(street)) {
      this.fields['recipient.street'] = { ...street, split: 'streetAndNumber' }
    }
    const code = this.fields['recipient.postalCode']
    if (code?.column && !this.fields['recipient.city']) {
      const { values } = this.#columnOf('recipient.postalCode')!
      if (values.some((value) => /^\S*\d\S*\s.*\p{L}{3}/u.test(value)))
        this.fields['recipient.postalCode'] = { ...code, split: 'postalCodeAndCity' }
    }
  }

  /** Puts the kind of street before its name: `Calle` and `Mayor`. */
  #streetKind(): void {
    const { column, ...street } = this.fields['recipient.street'] ?? {}
    const kind = this.columns.find((one) => streetKindWords.has(one.word) && one.kind === this.kind)
    if (column === undefined || !kind || this.used.has(kind.name)) return
    this.fields['recipient.street'] = { ...street, columns: [kind.name, column] }
    this.used.add(kind.name)
  }

  result(): Suggestion {
    const has = (field: string) => this.fields[field] !== undefined
    const missing = ['recipient.street', 'recipient.city'].filter(
      (field) => !has(field) && !(field === 'recipient.city' && this.fields['recipient.postalCode']?.split),
    )
    if (!has('recipient.name') && !has('recipient.companyName')) missing.unshift('recipient.name')
    missing.push(...this.sample.required.map((name) => `data.${name}`).filter((field) => !has(field)))
    return {
      mapping: Object.keys(this.fields).length > 0 ? { fields: this.fields } : null,
      unusedColumns: this.sample.heading.filter((column) => !this.used.has(column)),
      missingFields: missing,
    }
  }

  /** Maps a field. Does nothing if it has a source, or if a column is already used. */
  #take(field: string, source: Source): void {
    const columns = columnsOfSource(source)
    if (this.fields[field] || columns.some((column) => this.used.has(column))) return
    this.fields[field] = source
    for (const column of columns) this.used.add(column)
  }

  #columnOf(field: string): Column | undefined {
    const name = this.fields[field]?.column
    return this.columns.find((column) => column.name === name)
  }

  #holdsNumbers({ column }: Source): boolean {
    const { values } = this.columns.find(({ name }) => name === column)!
    return values.some((value) => value !== '' && splitStreet(value, this.sample.country) !== undefined)
  }

  #isPostalCode(postalCode: string): boolean {
    if (!/\d/.test(postalCode) || postalCode.length < 4 || postalCode.length > longestName) return false
    return isPostalCodeOf(postalCode, this.sample.country)
  }
}
