import { doubtOf } from '../../../address/doubtful-values.ts'
import { addressKey, checkAddress, type Recipient, recipientFields } from '../../../address/index.ts'
import { tidy } from '../../../address/normalise.ts'
import { type Joined, peopleIn } from '../../../address/salutation/names.ts'
import { type Finding, finding } from '../../../kernel/finding.ts'
import type { Sentence } from '../../../kernel/sentences.ts'
import { textFault } from '../../lists/records.ts'
import { suppressionSentences } from '../sentences.ts'

type Field = keyof Recipient

/** Findings about an address that no complete address can equal. */
const unmatched = [
  'house_number_missing',
  'postal_code_missing',
  'postal_code_invalid',
  'postal_code_elsewhere',
]
/** Findings that matter only if their field is compared. */
const doubtful = ['city_doubtful', 'combining_marks']

interface Entry {
  originCountry: string
  matchName: boolean
}
/** `isUnmatched`: the entry can't match correct mail. */
interface FieldDoubt {
  sentence: Sentence
  isUnmatched: boolean
}

/**
 * Finds missing or damaged values, and reasons why the entry can't match correct mail. `given` are the file's
 * values, before they were joined, split or recognised as a country.
 */
const doubtsOf = (
  recipient: Recipient,
  given: readonly (readonly [Field, string])[],
  { originCountry, matchName }: Entry,
): ReadonlyMap<Field, FieldDoubt> => {
  const remarks = new Map<Field, FieldDoubt>()
  const note = (field: Field, sentence: Sentence | undefined, isUnmatched: boolean) => {
    if (sentence && !remarks.has(field)) remarks.set(field, { sentence, isUnmatched })
  }
  const read = recipientFields.map((field) => [field, recipient[field] ?? ''] as const)
  for (const [field, text] of [...given, ...read]) {
    const sentence = faultOf(field, text)
    if (sentence) note(field, sentence, isCompared(recipient, field, matchName))
  }
  for (const found of checkAddress(recipient, { originCountry, override: false })) {
    const field = (found.field ?? 'recipient.street').replace('recipient.', '') as Field
    if (unmatched.includes(found.code)) note(field, found, true)
    if (doubtful.includes(found.code)) note(field, found, isCompared(recipient, field, matchName))
  }
  const name = tidy(recipient.name)
  if (matchName && peopleIn(name, anyLanguage) !== 'one')
    note('name', suppressionSentences.sentence('doubtful.several_people', { value: name }), false)
  return remarks
}

/** An entry has no language and no form of address. */
const anyLanguage: Joined = { language: undefined, stated: undefined, areFirstNames: false }

const stopsNothing = (doubts: ReadonlyMap<Field, FieldDoubt>): boolean =>
  [...doubts.values()].some(({ isUnmatched }) => isUnmatched)

/** Returns what is doubtful about a row; nothing for a good one. */
export const remarksOf = (
  recipient: Recipient,
  given: readonly (readonly [Field, string])[],
  entry: Entry,
): string[] => {
  const doubts = doubtsOf(recipient, given, entry)
  if (doubts.size === 0) return []
  return [
    ...[...doubts].map(([field, { sentence }]) => `${field}: ${sentence.message}`),
    suppressionSentences.sentence(stopsNothing(doubts) ? 'doubtful.unmatched' : 'doubtful.kept').message,
  ]
}

export const entryFindings = (recipient: Recipient, entry: Entry): Finding[] => {
  const doubts = doubtsOf(recipient, [], entry)
  return [
    ...[...doubts].map(([field, { sentence }]) =>
      finding('warning', sentence, { field: `recipient.${field}` }),
    ),
    ...(stopsNothing(doubts)
      ? [finding('warning', suppressionSentences.sentence('doubtful.entry_unmatched'))]
      : []),
  ]
}

/** Sentences of their own, because entries are not printed. */
const ownSentences: Readonly<Record<string, 'doubtful.placeholder' | 'doubtful.number'>> = {
  placeholder: 'doubtful.placeholder',
  spreadsheet_value: 'doubtful.number',
}

const faultOf = (field: Field, text: string): Sentence | undefined => {
  const fault = textFault(text)
  if (fault) return fault
  const doubt = doubtOf(`recipient.${field}`, text)
  if (!doubt) return undefined
  return suppressionSentences.sentence(ownSentences[doubt.code] ?? 'doubtful.text', {
    value: String(doubt.params?.value),
  })
}

const isCompared = (recipient: Recipient, field: Field, matchName: boolean): boolean => {
  if (field === 'name') return matchName
  if (field === 'companyName') return matchName && !recipient.name
  return field === 'country' || addressKey({ ...recipient, [field]: null }) !== addressKey(recipient)
}
