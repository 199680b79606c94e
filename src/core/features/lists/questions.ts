import * as v from 'valibot'
import { asError, type ParameterError } from '../../kernel/errors.ts'
import { paramsSchema } from '../../kernel/sentence-schema.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { described, integer, namedObject, namedStrictObject, storable } from '../../kernel/wire-schema.ts'
import type { Answer, Question, QuestionChoice } from '../../model/mapping.ts'
import {
  columnName,
  columnsOfSource,
  importLimits,
  type Mapping,
  type Source,
  sourceSchema,
} from '../../model/mapping.ts'
import { isNotationCode, notations } from './mapping/notation.ts'
import { placeOf, withWordOf, withWords, withWordsKept, wordsOf } from './mapping/sources.ts'
import { listSentences } from './sentences.ts'

export const questionSchema = namedObject(
  'ListQuestion',
  'A question about a list that only the user can answer.',
  {
    code: described(
      v.string(),
      'Machine-readable code: `unused_column`, `unused_columns`, `several_addresses`, `unit_word`, `placeholder`, `spreadsheet_value`, `unlikely_text`, `form_of_address`, `surname_alone`, `no_mail`, `date_order`, `decimal_sign`, `line_break`, `text_mark`, `repeated_recipient`, `encoding`, `heading_row`, `sheet`, `cell_formats`, …',
    ),
    column: described(v.nullable(v.string()), 'The column in question; null for the whole file.'),
    message: described(v.string(), 'The question, as a sentence.'),
    params: paramsSchema,
    choices: described(
      v.array(
        v.object({
          choice: described(v.string(), 'The choice, for `answers`.'),
          fields: described(
            v.record(v.string(), sourceSchema),
            'Sources that this choice adds to the mapping, by field.',
          ),
          samples: described(
            v.optional(v.array(v.string())),
            'For an `encoding`: rows of the file in this encoding. For `date_order` and `decimal_sign`: the `samples` of the question as they would be printed; empty if one is not a day or number.',
          ),
          rowCount: described(v.optional(integer), 'For a `sheet`: its number of rows.'),
          isHidden: described(v.optional(v.boolean()), 'For a `sheet`: whether it is hidden.'),
        }),
      ),
      'Possible answers.',
    ),
    samples: described(
      v.array(v.string()),
      `Up to ${importLimits.samples} values of the file that raise the question.`,
    ),
    required: described(
      v.boolean(),
      'True: `postbatches.patchImport`, and an import with `presetId`, are refused until this is answered or the mapping uses the column (`date_order` and `decimal_sign`: or it has a `locale`). False: affected rows are returned as errors until it is answered.',
    ),
    suggested: described(
      v.optional(v.string()),
      'The choice derived from the column’s values (`date_order`, `decimal_sign`, `text_mark`), used until another is answered.',
    ),
  },
)

const answerSchema = namedStrictObject('ListAnswer', 'An answer to a question about a list.', {
  code: described(v.pipe(v.string(), v.maxLength(60), storable), 'The `code` of the question.'),
  column: described(v.optional(v.nullable(columnName), null), 'Its `column`; null or absent if it has none.'),
  choice: described(v.pipe(v.string(), v.maxLength(60), storable), 'One of its `choices`.'),
})
export const answersSchema = v.pipe(v.array(answerSchema), v.maxLength(importLimits.answers))

/** Choices of the questions that later rows of the file may raise. */
const laterChoices = {
  placeholder: ['print', 'empty', 'return'],
  spreadsheet_value: ['print', 'return'],
  unlikely_text: ['print', 'return'],
  form_of_address: ['print', 'return'],
  no_mail: ['send', 'return'],
  date_order: [...notations.date_order, 'return'],
  decimal_sign: [...notations.decimal_sign, 'return'],
  line_break: ['join', 'return'],
  text_mark: ['remove', 'keep', 'return'],
  surname_alone: ['include', 'leave_out', 'return'],
  repeated_recipient: ['all', 'first', 'last', 'return'],
} as const satisfies Record<string, readonly string[]>
export type LaterQuestion = keyof typeof laterChoices

export const isLaterQuestion = (code: string): code is LaterQuestion => Object.hasOwn(laterChoices, code)

/** A choice that does not change the mapping. */
export const plainChoice = (choice: string): QuestionChoice => ({ choice, fields: {} })

/** Makes a question that any row may raise, and whose choices don't change the mapping. */
export const laterQuestion = (
  sentence: Sentence,
  column: string | null,
  samples: readonly string[],
): Question => ({
  ...sentence,
  column,
  choices: laterChoices[sentence.code as LaterQuestion].map(plainChoice),
  samples: samples.slice(0, importLimits.samples),
  required: false,
})

/** Returns the choice in the answers; undefined while the question is open. */
export const choiceMade = (
  answers: readonly Answer[] | null,
  { code, column }: Pick<Question, 'code' | 'column'>,
): string | undefined => answers?.find((answer) => answer.code === code && answer.column === column)?.choice

/** Joins answers; later ones replace earlier ones to the same question. */
export const joinAnswers = (earlier: readonly Answer[] | null, later: readonly Answer[]): Answer[] => [
  ...(earlier ?? []).filter((answer) => choiceMade(later, answer) === undefined),
  ...later,
]

/** Returns errors for unknown columns, questions and choices. */
export const answerErrors = (
  answers: readonly Answer[],
  { questions, heading }: { questions: readonly Question[]; heading: readonly string[] },
): ParameterError[] =>
  answers.flatMap(({ code, column, choice }, index) => {
    if (column !== null && !heading.includes(column)) {
      const known = heading.slice(0, 50).join(', ').slice(0, 1_000)
      return [
        asError(listSentences.sentence('unknown_column.list', { column, known }), `answers[${index}].column`),
      ]
    }
    const question = questions.find((one) => one.code === code && one.column === column)
    const choices: readonly string[] | undefined =
      question?.choices.map((one) => one.choice) ?? (isLaterQuestion(code) ? laterChoices[code] : undefined)
    if (!choices) {
      return [asError(listSentences.sentence('unknown_question', { code }), `answers[${index}].code`)]
    }
    if (choices.includes(choice)) return []
    const sentence = listSentences.sentence('unknown_choice', { choice, choices: choices.join(', ') })
    return [asError(sentence, `answers[${index}].choice`)]
  })

/**
 * Applies the answers to the mapping. Unit words belong to their column: they are set or removed only if the
 * mapping has that column.
 */
export const withAnswers = (
  mapping: Mapping,
  questions: readonly Question[],
  answers: readonly Answer[] | null,
): Mapping => {
  const chosen = questions.flatMap(({ choices, ...question }) => {
    const made = choiceMade(answers, question)
    const fields = choices.find(({ choice }) => choice === made)?.fields ?? {}
    return Object.entries(fields).map(([field, source]) => ({ ...question, field, source }))
  })
  if (chosen.length === 0) return mapping
  const fields = { ...mapping.fields }
  const included: Record<string, Source> = {}
  for (const { code, column, field, source } of chosen) {
    if (code === 'unused_column') {
      const own = otherThanSuggested(mapping.fields[field], source)
      const isThere = own && column !== null && placeOf(columnsOfSource(own), column) >= 0
      const added = own && column !== null ? { column } : source
      included[field] = isThere ? own : joinSources(field, included[field] ?? own, added)
    } else if (code !== 'unit_word') fields[field] = source
  }
  for (const [field, source] of Object.entries(included)) fields[field] = withWordsKept(source, fields[field])
  for (const { code, column, field, source } of chosen) {
    const own = fields[field]
    if (code === 'unit_word' && own) fields[field] = withWordOf(own, column!, source.unitWord)
  }
  return { ...mapping, fields }
}

/**
 * Returns the field's source if it has columns that the answer's source lacks: it is not the suggestion that
 * the answer extends.
 */
const otherThanSuggested = (own: Source | undefined, added: Source): Source | undefined => {
  const columns = columnsOfSource(added)
  return own && columnsOfSource(own).some((column) => placeOf(columns, column) < 0) ? own : undefined
}

/** Joins the columns of both: each answer adds one column to the suggestion. */
const joinSources = (field: string, earlier: Source | undefined, later: Source): Source => {
  if (!earlier) return later
  const columns = columnsOfSource(earlier)
  const others = columnsOfSource(later)
  for (const [index, column] of others.entries()) {
    if (columns.includes(column)) continue
    const next = others.slice(index + 1).find((other) => columns.includes(other))
    columns.splice(next === undefined ? columns.length : columns.indexOf(next), 0, column)
  }
  const separator = field === 'recipient.addressLine2' ? ', ' : (later.separator ?? earlier.separator)
  const joined = {
    columns,
    ...(separator === undefined ? {} : { separator }),
    ...(earlier.split === undefined ? {} : { split: earlier.split }),
  }
  return withWords(joined, { ...wordsOf(earlier), ...wordsOf(later) })
}

/**
 * Returns an error for each question that must be answered before the import. The mapping uses the file's
 * column names. A question is settled by an answer, or by a mapping that does what a choice does.
 */
export const openErrors = (
  questions: readonly Question[],
  answers: readonly Answer[] | null,
  mapping: Mapping,
): ParameterError[] =>
  openQuestions(questions, answers, mapping).map(({ message, code, column, choices }) =>
    asError(
      listSentences.sentence('required.answer', {
        question: message,
        answer: JSON.stringify({ code, column, choice: choices[0]?.choice ?? '' }),
        choices: choices.map(({ choice }) => choice).join(', '),
      }),
      'answers',
    ),
  )

/**
 * Returns the required questions that neither an answer nor the mapping settles, except about the encoding.
 */
export const openQuestions = (
  questions: readonly Question[],
  answers: readonly Answer[] | null,
  mapping: Mapping,
): Question[] =>
  questions
    .filter(({ required, code }) => required && code !== 'encoding')
    .filter((question) => choiceMade(answers, question) === undefined)
    .filter((question) => !isSettledBy(mapping, question))

const isSettledBy = (mapping: Mapping, { code, column, choices }: Question): boolean => {
  if (column === null) return takesChoice(mapping, choices)
  const uses = ([, source]: [string, Source]) => columnsOfSource(source).includes(column)
  const fields = Object.entries(mapping.fields)
  if (!isNotationCode(code)) return fields.some(uses)
  return mapping.locale !== undefined || !fields.some((one) => one[0].startsWith('data.') && uses(one))
}

/** True if the mapping has all sources of one of the choices. */
const takesChoice = ({ fields }: Mapping, choices: readonly QuestionChoice[]): boolean => {
  const textOf = ({ column, columns, separator, value, split }: Source) =>
    JSON.stringify([column, columns, separator, value, split])
  return choices.some((choice) => {
    const sources = Object.entries(choice.fields)
    return (
      sources.length > 0 &&
      sources.every(([field, source]) => fields[field] && textOf(fields[field]) === textOf(source))
    )
  })
}

/** Returns the answers with the file's spelling of columns, without those about missing columns. */
export const answersFor = (answers: readonly Answer[], heading: readonly string[]): Answer[] =>
  answers.flatMap((answer) => {
    if (answer.column === null) return [answer]
    const place = placeOf(heading, answer.column)
    return place < 0 ? [] : [{ ...answer, column: heading[place]! }]
  })
