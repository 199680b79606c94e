import { foldName } from '../../../address/index.ts'
import { namesOrganisation } from '../../../address/salutation/names.ts'
import { languageNamed } from '../../../address/salutation/values.ts'
import { readForm, type SalutationLanguage } from '../../../address/salutation/words.ts'
import { columnsOfSource, type Mapping, type Source } from '../../../model/mapping.ts'
import { columnNameOf, longestName } from './column-names.ts'
import type { Column, Recognised } from './columns.ts'
import { placeOf } from './sources.ts'
import {
  firstNameWords,
  lastNameWords,
  localFirstNames,
  type NamePart,
  nameParts,
  surnamesInFront,
  targetWords,
  words,
} from './synonyms.ts'

/** Maximum name columns compared in every row; a list has two or three. */
export const namedColumns = 5

export const folded = (text: string): string => foldName(text.slice(0, longestName))

/**
 * Returns the source of the recipient's name. A whole name is used alone; else the parts are joined, with
 * initials only without a first name.
 */
export const nameSource = ({ columns: all, kind, parts, fields }: Recognised): Source | undefined => {
  const first = parts.get('first')
  const last = parts.get('last')
  if (!last && !first) return undefined
  const named = all
    .filter((column) => column.kind === kind || column.kind === undefined)
    .filter(({ word }) => targetWords['recipient.name']!.has(word))
    // A name of this kind of address precedes names without a kind.
    .sort((one, other) => Number(other.kind === kind) - Number(one.kind === kind))
    .slice(0, namedColumns)
  const taken = fields['recipient.name']?.column
  const isPart = [first, last].some((column) => column?.kind === kind)
  if (kind !== undefined && !isPart && named.some(({ name, kind: own }) => name === taken && own === kind)) {
    return undefined
  }
  const whole = named.find((column) => isWholeName(column, first, last))
  if (whole) return { column: whole.name }
  const surname = last ?? named.find(({ word }) => lastNameWords.has(word))
  const given = first ?? parts.get('initials') ?? (last && named.find(({ word }) => firstNameWords.has(word)))
  const order = last && surnamesInFront.has(last.word) ? [last, given] : [given, parts.get('infix'), surname]
  const columns = order.flatMap((column) => (column ? [column.name] : []))
  return columns.length === 1 ? { column: columns[0]! } : { columns }
}

/**
 * True if the column includes the first (or last) name, by its values, or by its name if there are no rows.
 */
const isWholeName = (column: Column, first: Column | undefined, last: Column | undefined): boolean => {
  const part = (first ?? last)!
  const pairs = column.values
    .map((value, row) => [folded(value), folded(part.values[row]!)] as const)
    .filter(([name, own]) => name && own)
  // An empty contact column next to first names is no evidence.
  const isEmpty = column.values.length > 0 && column.values.every((value) => value === '')
  if (isEmpty && part.values.some((value) => value !== '')) return false
  const containing = pairs.filter(([name, own]) => ` ${name} `.includes(` ${own} `))
  if (pairs.length > 0) return containing.length * 2 > pairs.length
  if (!first && firstNameWords.has(column.word) && column.word !== 'name') return false
  if (last || !lastNameWords.has(column.word)) return true
  return column.word === 'name' && !localFirstNames.has(part.word)
}

/** Columns of academic titles. Other title words mean forms of address, as `Title` does in English. */
const titles = words('titel titels titulatuur akademischertitel titulo titolo tytul')
const wholes = words(`briefanrede anredebrief anredezeile briefaanhef aanhefbrief aanhefregel lettersalutation
  salutationline greeting greetingline begroeting aanspreking formuledappel saludo intestazionelettera`)
const sexes = words('sex gender geslacht geschlecht sexe genre sexo genero sesso genere plec kon')

/** True for a column of forms of address, such as `Aanhef`. */
const isFormColumn = (name: string): boolean => {
  const { word } = columnNameOf(name)
  return nameParts.title.has(word) && !titles.has(word)
}

/** The columns that compose salutations, by merge field. */
export const salutationColumns = (
  columns: readonly Column[],
  parts: ReadonlyMap<NamePart, Column>,
): [string, Source][] => {
  const whole = columns.find(({ word }) => wholes.has(word))
  const form = columns.find(({ word }) => nameParts.title.has(word) && !titles.has(word))
  const academic = columns.find(({ word }) => titles.has(word))
  const salutation = whole ?? form
  // Rows without a whole salutation use the form of address.
  const title = sourceOf(whole ? [form, academic] : [academic])
  const sex = columns.find(({ word }) => sexes.has(word))
  const first = parts.get('first')
  const surname = sourceOf(parts.has('last') ? [parts.get('infix'), parts.get('last')] : [])
  const found: [string, Source | undefined][] = [
    ['salutation', salutation && { column: salutation.name }],
    ['title', title],
    ['sex', sex && { column: sex.name }],
    ['firstName', first && { column: first.name }],
    ['lastName', surname],
  ]
  return found.filter((entry): entry is [string, Source] => entry[1] !== undefined)
}

const sourceOf = (columns: readonly (Column | undefined)[]): Source | undefined => {
  const names = columns.flatMap((column) => (column ? [column.name] : []))
  return names.length > 1 ? { columns: names } : names.length === 1 ? { column: names[0]! } : undefined
}

/** A form of address that is not printed before a name. */
export interface UnusedForm {
  place: number
  text: string
}

/**
 * Returns a function that finds a form of address which the letter uses but the name doesn't, in a row with a
 * lone surname: the envelope of a couple or family would show `Bakker`. Undefined if the list has no such
 * column.
 */
export const unusedFormsOf = (
  { fields }: Mapping,
  heading: readonly string[],
  locale: string | undefined,
): ((name: string, textAt: (place: number) => string) => UnusedForm | undefined) | undefined => {
  const source = fields['recipient.name']
  if (!source || source.value !== undefined) return undefined
  const inName = columnsOfSource(source)
  const inLetter = Object.entries(fields).flatMap(([field, one]) =>
    field.startsWith('data.') ? columnsOfSource(one) : [],
  )
  const column = inLetter.find((one) => isFormColumn(one) && !inName.includes(one))
  if (column === undefined) return undefined
  const place = placeOf(heading, column)
  const words = inName.map((one) => ({ place: placeOf(heading, one), word: columnNameOf(one).word }))
  const given = words.filter(({ word }) => nameParts.first.has(word) || nameParts.initials.has(word))
  const isSplit =
    given.length > 0 || words.every(({ word }) => nameParts.last.has(word) || nameParts.infix.has(word))
  const language = locale === undefined ? undefined : languageNamed(locale)
  return (name, textAt) => {
    const text = textAt(place)
    if (text === '' || given.some((one) => textAt(one.place) !== '')) return undefined
    if (!isSurname(name, isSplit) || readForm(name, language, { isName: true }).isKnown) return undefined
    return [language, undefined].some((one) => isForm(text, one)) ? { place, text } : undefined
  }
}

const isForm = (text: string, language: SalutationLanguage | undefined): boolean => {
  const { isKnown, hasOpener, rest } = readForm(text, language)
  return isKnown && !hasOpener && rest === ''
}

const particles =
  /^(?:(?:van|von|vom|der|den|de|het|['’]t|te|ter|ten|zu|zum|zur|la|le|du|des|di|da|del)\s+)+/iu
const initials = /^(?:(?:\p{L}{1,2}\.)+|\p{Lu})\s/u

/** True for a surname. In a column of whole names, only a single word is certain. */
const isSurname = (name: string, isSplit: boolean): boolean => {
  if (name === '' || initials.test(name) || namesOrganisation(name)) return false
  return isSplit || !/\s/.test(name.replace(particles, '').trim())
}
