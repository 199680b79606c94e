import { compactPostalCode } from '../../../address/index.ts'
import type { Question, QuestionChoice } from '../../../model/mapping.ts'
import { columnsOfSource, importLimits, type Source } from '../../../model/mapping.ts'
import type { Turns } from '../../../ports/system.ts'
import { shownCell } from '../list-column.ts'
import { questionSentences } from '../sentences.ts'
import { isAboutOther, isAnswer, isOtherValue, likelyFieldOf } from './column-names.ts'
import { type Column, extraFieldOf, isFilled, mayBeHouseNumber, type Recognised } from './columns.ts'
import { folded } from './name-columns.ts'
import { withWords, wordsOf } from './sources.ts'
import { contactWords, nameParts, splitWords } from './synonyms.ts'
import { countryOf } from './values.ts'

export const questionsOf = async (
  guess: Recognised,
  others: readonly Recognised[],
  turns: Turns,
): Promise<Question[]> => {
  const questions = severalAddresses(guess, others)
  const left: { column: Column; field: string }[] = []
  for (const column of guess.columns) {
    const isOwn = column.kind === undefined || column.kind === guess.kind
    if (!isOwn || guess.used.has(column.name)) continue
    await turns.rest()
    const field = fieldOf(guess, column)
    const isEmpty = guess.sample.rows.length > 0 && !isFilled(column)
    if (field !== undefined && !isEmpty) left.push({ column, field })
  }
  const printed = left.length > 0 ? printedTexts(guess) : []
  const uncovered: Column[] = []
  for (const { column, field } of left) {
    await turns.rest()
    if (isCovered(guess, column, { field, printed })) continue
    if (uncovered.push(column) > importLimits.askedColumns) continue
    const part = field === 'recipient.name' ? 'name' : 'address'
    questions.push({
      ...questionSentences.sentence(`unused_column.${part}`, { column: column.name }),
      column: column.name,
      choices: isUnknown(guess, column)
        ? choicesForUnknown(guess, column, field)
        : choicesFor(guess, column, field),
      samples: samplesOf(column.values),
      required: true,
    })
  }
  const more = uncovered.slice(importLimits.askedColumns)
  return more.length === 0 ? questions : [...questions, manyColumns(more)]
}

/** Returns one question about all remaining columns. */
const manyColumns = (columns: readonly Column[]): Question => {
  const samples = columns.slice(0, importLimits.samples).map(({ name }) => name)
  return {
    ...questionSentences.sentence('unused_columns', { count: columns.length, columns: samples.join(', ') }),
    column: null,
    choices: [leaveOut],
    samples,
    required: true,
  }
}

/** Returns the field that a column may belong to; undefined if it is neither name nor address. */
const fieldOf = (guess: Recognised, column: Column): string | undefined => {
  const meaning = guess.meaningOf(column)
  if (meaning !== undefined && meaning in nameParts) return 'recipient.name'
  if (meaning !== undefined) return meaning.startsWith('recipient.') ? meaning : extraFieldOf(column)
  if (mayBeHouseNumber(column, guess)) return 'recipient.houseNumber'
  const extra = extraFieldOf(column)
  const filled = column.values.filter((value) => value !== '')
  if (extra !== undefined && filled.length > 0 && filled.every(isAnswer)) return undefined
  return extra ?? likelyField(column) ?? fieldByPlace(guess, column)
}

/** Returns the field that heading and values suggest. */
const likelyField = ({ name, word, values }: Column): string | undefined => {
  const isKnown = splitWords.streetAndNumber.has(word) || splitWords.postalCodeAndCity.has(word)
  const filled = values.filter((value) => value !== '')
  if (isKnown || filled.length === 0) return undefined
  const field = likelyFieldOf(name)
  return filled.every((value) => isOtherValue(value, field)) ? undefined : field
}

const addressFields = ['street', 'houseNumber', 'houseNumberSuffix', 'addressLine2', 'postalCode', 'city']

/** Returns a field for an unknown column between those of the address, to which it probably belongs. */
const fieldByPlace = (guess: Recognised, column: Column): string | undefined => {
  const { columns, fields } = guess
  const places = addressFields.flatMap((field) => {
    const source = fields[`recipient.${field}`]
    return source ? columnsOfSource(source).map((name) => columns.findIndex((one) => one.name === name)) : []
  })
  const place = columns.indexOf(column)
  if (place < Math.min(...places) || place > Math.max(...places)) return undefined
  const field = 'recipient.addressLine2'
  const filled = column.values.filter((value) => value !== '' && !isOtherValue(value, field))
  const isKnown = guess.meaningOf(column) !== undefined || isAboutOther(column.name)
  return isKnown || filled.length === 0 ? undefined : field
}

/** Offers to print a contact, as in `Contactpersoon`, at a company that is in the name column. */
const personAt = (guess: Recognised, column: Column, field: string): QuestionChoice | undefined => {
  const company = guess.fields['recipient.name']
  const isFree = guess.fields['recipient.companyName'] === undefined
  if (field !== 'recipient.name' || !contactWords.has(column.word) || !company?.column || !isFree)
    return undefined
  const fields = { 'recipient.companyName': company, 'recipient.name': { column: column.name } }
  return { choice: 'include', fields }
}

const isUnknown = (guess: Recognised, column: Column): boolean =>
  guess.meaningOf(column) === undefined && extraFieldOf(column) === undefined

interface PrintedTexts {
  raw: ReadonlyMap<string, string>
  /** Folded, by field. */
  fields: ReadonlyMap<string, string>
  /** Folded. */
  all: string
}

const printedTexts = (guess: Recognised): PrintedTexts[] => {
  const columnCalled = new Map(guess.columns.map((column) => [column.name, column]))
  const used = Object.entries(guess.fields)
    .filter(([field]) => field.startsWith('recipient.'))
    .map(
      ([field, source]) => [field, columnsOfSource(source).map((name) => columnCalled.get(name)!)] as const,
    )
  return guess.sample.rows.map((_, row) => {
    const joined = (columns: readonly Column[], of: (text: string) => string) =>
      columns
        .map(({ values }) => of(values[row]!))
        .filter(Boolean)
        .join(' ')
    const fields = used.map(([field, columns]) => [field, joined(columns, folded)] as const)
    return {
      raw: new Map(used.map(([field, columns]) => [field, joined(columns, (text) => text)])),
      fields: new Map(fields),
      all: fields.map(([, text]) => text).join(' '),
    }
  })
}

/** True if the mapping already prints the column's content. */
const isCovered = (
  guess: Recognised,
  column: Column,
  { field, printed }: { field: string; printed: readonly PrintedTexts[] },
): boolean => {
  const meaning = guess.meaningOf(column)
  const source = guess.fields[field]
  // Initials abbreviate a first name, and few countries print a region.
  if (meaning === 'initials' && guess.parts.has('first')) return true
  if (source && field === 'recipient.region') return true
  if (printed.length === 0) {
    const isJoined = ['recipient.houseNumberSuffix', 'recipient.addressLine2'].includes(field)
    return source !== undefined && !isJoined && meaning !== 'title' && extraFieldOf(column) === undefined
  }
  // A flat's number may equal a house's by chance.
  const isUnit = meaning === undefined && field !== 'recipient.name'
  const covers = ({ raw, fields, all }: PrintedTexts, value: string): boolean => {
    if (isSame(field, value, raw.get(field) ?? '')) return true
    const text = folded(value)
    const own = fields.get(field) ?? ''
    if (isUnit && !/\p{L}{3}/u.test(text)) return text === own
    if (text !== '' && own !== '' && ` ${text} `.includes(` ${own} `)) return true
    return ` ${all} `.includes(` ${text} `)
  }
  return column.values.every((value, row) => value === '' || covers(printed[row]!, value))
}

const isSame = (field: string, one: string, other: string): boolean => {
  if (field === 'recipient.country')
    return countryOf(one) !== undefined && countryOf(one) === countryOf(other)
  return field === 'recipient.postalCode' && compactPostalCode(one) === compactPostalCode(other)
}

const leaveOut: QuestionChoice = { choice: 'leave_out', fields: {} }

const choicesFor = (guess: Recognised, column: Column, field: string): QuestionChoice[] => {
  const source = guess.fields[field]
  const person = personAt(guess, column, field)
  if (person) return [person, leaveOut]
  const include = (one: Source): QuestionChoice[] => [
    { choice: 'include', fields: { [field]: source ? withWords(one, wordsOf(source)) : one } },
    leaveOut,
  ]
  const used = source ? columnsOfSource(source) : []
  if (field === 'recipient.street' && source?.column && extraFieldOf(column) === field) {
    const { column: own, ...rest } = source
    return include({ ...rest, columns: inOrderOfStreet(guess, own, column) })
  }
  if (used.length >= importLimits.joinedColumns || source?.split || source?.value !== undefined)
    return [leaveOut]
  // `Name 2` is the second line of the name.
  const isSecondName = field === 'recipient.companyName' && /^name\d$/.test(column.word)
  if (used.length === 0 && isSecondName && !guess.fields['recipient.addressLine2'])
    return [{ choice: 'include', fields: { 'recipient.addressLine2': { column: column.name } } }, leaveOut]
  if (used.length === 0) return include({ column: column.name })
  if (field === 'recipient.name') return includeInName(guess, column, used, include)
  if (field === 'recipient.companyName') return include({ columns: [...used, column.name] })
  if (field === 'recipient.addressLine2') return include({ columns: [...used, column.name], separator: ', ' })
  // Austria writes staircase and flat as `2/5`.
  const separator = guess.sample.country === 'AT' ? { separator: '/' } : {}
  if (field === 'recipient.houseNumberSuffix')
    return include({ columns: [...used, column.name], ...separator })
  if (field === 'recipient.postalCode' && extraFieldOf(column) === field)
    return include({ columns: [...used, column.name], separator: '-' })
  // `CEDEX` follows the city in France.
  if (field === 'recipient.city' && column.word.includes('cedex'))
    return include({ columns: [...used, column.name] })
  return [leaveOut]
}

/**
 * Returns the choices for a column that is only similar to a part. Leaving it out is the default, and the
 * only choice next to a mapped name, in which its position is unknown.
 */
const choicesForUnknown = (guess: Recognised, column: Column, field: string): QuestionChoice[] =>
  field === 'recipient.name' && guess.fields[field]
    ? [leaveOut]
    : [leaveOut, ...choicesFor(guess, column, field).filter(({ choice }) => choice !== leaveOut.choice)]

/**
 * Returns both columns in printed order: `N` before `Main`, `St` and `NW` after it, others as in the list.
 */
const inOrderOfStreet = ({ columns }: Recognised, street: string, part: Column): string[] => {
  const isBefore = columns.indexOf(part) < columns.findIndex(({ name }) => name === street)
  const isBehind = /post|suffix|type/.test(part.word)
  return part.word.includes('pre') || (isBefore && !isBehind) ? [part.name, street] : [street, part.name]
}

/** Adds a column to the name in writing order. A second whole name is left out. */
const includeInName = (
  guess: Recognised,
  column: Column,
  used: readonly string[],
  include: (source: Source) => QuestionChoice[],
): QuestionChoice[] => {
  const order = Object.keys(nameParts)
  const placeOf = (name: string) => {
    const meaning = guess.meaningOf(guess.columns.find((one) => one.name === name)!)
    return meaning === 'recipient.name' ? order.indexOf('last') : order.indexOf(meaning ?? '')
  }
  if (guess.meaningOf(column) === 'recipient.name') return [leaveOut]
  return include({ columns: [...used, column.name].sort((one, other) => placeOf(one) - placeOf(other)) })
}

/** Asks which address to use if rows have several different ones. */
const severalAddresses = (guess: Recognised, others: readonly Recognised[]): Question[] => {
  const addressOf = ({ fields }: Recognised) =>
    Object.entries(fields).filter(([field]) => field.startsWith('recipient.'))
  const textIn = ({ columns, fields }: Recognised, field: string, row: number) =>
    columns.find(({ name }) => name === fields[field]?.column)?.values[row] ?? ''
  const differing = others.filter((other) => {
    const { rows } = guess.sample
    if (rows.length === 0) return true
    return rows.some((_, row) => {
      const street = textIn(other, 'recipient.street', row)
      if (street === '') return false
      return ['recipient.street', 'recipient.city', 'recipient.postalCode'].some(
        (field) => folded(textIn(other, field, row)) !== folded(textIn(guess, field, row)),
      )
    })
  })
  if (differing.length === 0) return []
  const nameOf = ({ kind }: Recognised) => kind ?? 'general'
  const choices = differing.map((other) => {
    const own = Object.fromEntries(addressOf(other))
    // Fields that the other address lacks must not be filled from the first.
    const emptied = addressOf(guess).filter(([field]) => !(field in own))
    const empty = emptied.map(([field]) => [field, { value: '' }] as const)
    return { choice: nameOf(other), fields: { ...own, ...Object.fromEntries(empty) } }
  })
  const kinds = [guess, ...differing].map(nameOf).join(' ')
  return [
    {
      ...questionSentences.sentence('several_addresses', { addressKinds: kinds }),
      column: null,
      choices: [{ choice: nameOf(guess), fields: {} }, ...choices],
      samples: samplesOf(
        [guess, ...differing].flatMap((one) =>
          guess.sample.rows.slice(0, 2).map((_, row) => textIn(one, 'recipient.street', row)),
        ),
      ),
      required: true,
    },
  ]
}

const samplesOf = (values: readonly string[]): string[] =>
  [...new Set(values.map((value) => shownCell(value)))].filter(Boolean).slice(0, importLimits.samples)
