import type { Source } from '../../../model/mapping.ts'
import { columnNameOf } from './column-names.ts'
import type { Column } from './columns.ts'
import { type NamePart, nameParts, words } from './synonyms.ts'

/** Columns of academic titles; the other words for titles mean forms of address, as `Title` does in English. */
const titles = words('titel titels titulatuur akademischertitel titulo titolo tytul')
/** Columns of whole salutations, as a letter begins. */
const wholes = words(`briefanrede anredebrief anredezeile briefaanhef aanhefbrief aanhefregel lettersalutation
  salutationline greeting greetingline begroeting aanspreking formuledappel saludo intestazionelettera`)
const sexes = words('sex gender geslacht geschlecht sexe genre sexo genero sesso genere plec kon')

/** Whether a column is named like one of forms of address, such as `Aanhef`. */
export const isFormColumn = (name: string): boolean => {
  const { word } = columnNameOf(name)
  return nameParts.title.has(word) && !titles.has(word)
}

/** The columns of a list that salutations are composed from, by merge field. */
export const salutationColumns = (
  columns: readonly Column[],
  parts: ReadonlyMap<NamePart, Column>,
): [string, Source][] => {
  const whole = columns.find(({ word }) => wholes.has(word))
  const form = columns.find(({ word }) => nameParts.title.has(word) && !titles.has(word))
  const academic = columns.find(({ word }) => titles.has(word))
  const salutation = whole ?? form
  // Beside whole salutations a form of address counts where a row has none.
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
