import { foldName, unitNeedsWord } from '../../../address/index.ts'
import type { Question } from '../../../model/mapping.ts'
import { columnsOfSource, type Source } from '../../../model/mapping.ts'
import { questionSentences } from '../sentences.ts'
import type { Recognised } from './columns.ts'
import { type MappedField, textOf } from './fields.ts'
import { wordsOf } from './sources.ts'
import { bare } from './synonyms.ts'
import { countryOf, isBare } from './values.ts'

/** The words printed before a number, with the folded names of their columns. */
const columnsByWord: Readonly<Record<string, string>> = {
  Apt: 'apt apartment apartmentno apartmentnumber aptno aptnr aptnumber aptsuite aptunit aptunitno aptsuiteno suiteapt unitapt',
  Flat: 'flat flatno flatnumber',
  Unit: 'unit unitno unitnumber',
  Suite: 'suite suiteno suitenumber ste',
  Room: 'room roomno roomnumber',
  bus: 'bus busnummer busnr',
  bte: 'boite bte numerodeboite nboite',
  Appartement: 'appartement appartementnummer appartementnr numeroappartement nappartement',
  'Appt.': 'appt apptno nappt',
  kamer: 'kamer kamernummer kamernr',
  Wohnung: 'wohnung whg wohnungsnummer wohnungsnr wohnungnr whgnr',
  Top: 'top topnummer topnr',
  Tür: 'tur turnummer turnr',
  Stiege: 'stiege stiegenummer',
  Piso: 'piso',
  Puerta: 'puerta',
  Escalera: 'escalera',
  Apto: 'apto apartamento',
  int: 'interno',
  scala: 'scala',
  lgh: 'lagenhet lagenhetsnummer lgh lghnr',
  leil: 'leilighet leilighetsnummer',
  lejl: 'lejlighed lejl',
  'm.': 'mieszkanie numermieszkania nrmieszkania',
  'lok.': 'lokal numerlokalu nrlokalu',
  byt: 'byt cislobytu',
  verdieping: 'verdieping',
  Etage: 'etage',
  Floor: 'floor',
}
const wordOfColumn = new Map(
  Object.entries(columnsByWord).flatMap(([word, names]) =>
    names.split(' ').map((name): [string, string] => [name, word]),
  ),
)
const unitFields = ['recipient.houseNumberSuffix', 'recipient.addressLine2']

/** Returns the text with the word before a bare number, if the country requires one. */
const withUnitWord = (
  unitWord: string | undefined,
  { field, text, country }: { field: string; text: string; country: string },
): string => {
  if (unitWord === undefined || !isBare(text)) return text
  const isNeeded = field !== 'recipient.houseNumberSuffix' || unitNeedsWord(country)
  return isNeeded ? `${unitWord} ${text}` : text
}

/**
 * Adds unit words to the recipient's unit numbers. `recipient.country` must be set, since not every country
 * uses them.
 */
export const addUnitWords = (
  recipient: Record<string, unknown>,
  fields: readonly MappedField[],
  cellFor: (one: MappedField) => (place: number) => string,
): void => {
  const country = String(recipient.country)
  for (const one of fields) {
    const { field, source } = one
    const key = field.replace('recipient.', '')
    if (typeof recipient[key] !== 'string') continue
    if (source.unitWords !== undefined && unitFields.includes(field))
      recipient[key] = joinedWithWords(one, country, cellFor(one))
    if (source.unitWord !== undefined)
      recipient[key] = withUnitWord(source.unitWord, { field, text: String(recipient[key]), country })
  }
}

const joinedWithWords = (
  { field, source, places }: MappedField,
  country: string,
  cellAt: (place: number) => string,
): string => {
  const words = wordsOf(source)
  const columns = columnsOfSource(source)
  return textOf(source, places, (place) => {
    const column = columns[places.indexOf(place)]!
    const word = Object.hasOwn(words, column) ? words[column] : undefined
    return withUnitWord(word, { field, text: cellAt(place), country })
  })
}

/** Adds the missing word to columns such as `Apt`, and returns the questions whether to print it. */
export const unitQuestions = (guess: Recognised & { fields: Record<string, Source> }): Question[] =>
  unitFields.flatMap((field) => {
    const source = guess.fields[field]
    const column = guess.columns.find(({ name }) => name === source?.column)
    const unitWord = column && wordOfColumn.get(bare(foldName(column.name)))
    if (!source || !column || unitWord === undefined) return []
    const withWord = { ...source, unitWord }
    const isPrinted = (value: string, row: number) => {
      const country = countryIn(guess, row)
      return withUnitWord(unitWord, { field, text: value, country }) !== value
    }
    const printed = column.values.filter(isPrinted)
    const [value] = printed
    if (value === undefined) return []
    guess.fields[field] = withWord
    return [
      {
        ...questionSentences.sentence('unit_word.column', {
          column: column.name,
          value,
          printed: `${unitWord} ${value}`,
        }),
        column: column.name,
        choices: [
          { choice: 'with_word', fields: { [field]: withWord } },
          { choice: 'number_alone', fields: { [field]: source } },
        ],
        samples: [...new Set(printed)].slice(0, 3),
        required: false,
      },
    ]
  })

const countryIn = ({ fields, columns, sample }: Recognised, row: number): string => {
  const source = fields['recipient.country']
  const own = columns.find(({ name }) => name === source?.column)?.values[row] ?? source?.value ?? ''
  return countryOf(own) ?? sample.country
}
