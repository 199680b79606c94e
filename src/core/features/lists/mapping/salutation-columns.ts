import type { Source } from '../../../model/mapping.ts'
import type { Column } from './columns.ts'
import { type NamePart, nameParts } from './synonyms.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
/** Columns of academic titles; the other words for titles mean forms of address, as `Title` does in English. */
const titles = words('titel titels titulatuur akademischertitel titulo titolo tytul')
const sexes = words('sex gender geslacht geschlecht sexe genre sexo genero sesso genere plec kon')

/** The columns of a list that salutations are composed from, by merge field. */
export const salutationColumns = (
  columns: readonly Column[],
  parts: ReadonlyMap<NamePart, Column>,
): [string, Source][] => {
  const salutation = columns.find(({ word }) => nameParts.title.has(word) && !titles.has(word))
  const title = columns.find(({ word }) => titles.has(word))
  const sex = columns.find(({ word }) => sexes.has(word))
  const first = parts.get('first')
  const surname = [parts.get('infix'), parts.get('last')].flatMap((column) => (column ? [column.name] : []))
  const found: [string, Source | undefined][] = [
    ['salutation', salutation && { column: salutation.name }],
    ['title', title && { column: title.name }],
    ['sex', sex && { column: sex.name }],
    ['firstName', first && { column: first.name }],
    [
      'lastName',
      parts.has('last') ? (surname.length === 1 ? { column: surname[0]! } : { columns: surname }) : undefined,
    ],
  ]
  return found.filter((entry): entry is [string, Source] => entry[1] !== undefined)
}
