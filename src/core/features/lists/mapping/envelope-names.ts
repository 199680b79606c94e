import { namesOrganisation } from '../../../address/salutation-names.ts'
import { languageNamed } from '../../../address/salutation-values.ts'
import { readForm, type SalutationLanguage } from '../../../address/salutation-words.ts'
import { columnsOfSource, type Mapping } from '../../../model/mapping.ts'
import { columnNameOf } from './column-names.ts'
import { placeOf } from './column-places.ts'
import { isFormColumn } from './salutation-columns.ts'
import { nameParts } from './synonyms.ts'

/** A form of address that is not printed before a name, and the column that it is in. */
export interface UnusedForm {
  place: number
  text: string
}

/**
 * Finds forms of address that the mapping uses in the letter and not in the name, in rows whose name is a surname
 * alone: the envelope of a couple or a family would say `Bakker`. Undefined where the list has no such column.
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

/** Whether a name is a surname alone. Where one column holds whole names, only one word is certain to be one. */
const isSurname = (name: string, isSplit: boolean): boolean => {
  if (name === '' || initials.test(name) || namesOrganisation(name)) return false
  return isSplit || !/\s/.test(name.replace(particles, '').trim())
}
