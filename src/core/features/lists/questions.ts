import * as v from 'valibot'
import { asError, type ParameterError } from '../../kernel/errors.ts'
import { paramsSchema } from '../../kernel/sentence-schema.ts'
import type { Said } from '../../kernel/sentences.ts'
import { integer, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
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
  'Something about a list that only its owner can decide.',
  {
    code: described(
      v.string(),
      'What is in question, for programs: `unused_column`, `unused_columns`, `several_addresses`, `unit_word`, `placeholder`, `spreadsheet_value`, `unlikely_text`, `form_of_address`, `surname_alone`, `no_mail`, `date_order`, `decimal_sign`, `line_break`, `text_mark`, `repeated_recipient`, `encoding`, `heading_row`, `sheet`, `cell_formats`, …',
    ),
    column: described(
      v.nullable(v.string()),
      'The column that it is about; null if it is about the whole file.',
    ),
    message: described(v.string(), 'The question, as a sentence.'),
    params: paramsSchema,
    choices: described(
      v.array(
        v.object({
          choice: described(v.string(), 'The choice, for `answers`.'),
          fields: described(
            v.record(v.string(), sourceSchema),
            'The sources of fields that this choice adds to the mapping.',
          ),
          samples: described(
            v.optional(v.array(v.string())),
            'Of an `encoding`: rows of the file as it reads them. Of a `date_order` or `decimal_sign`: the `samples` of the question as they are printed then, empty where one is no day or number.',
          ),
          rowCount: described(v.optional(integer), 'Of a `sheet`: how many rows it has.'),
          isHidden: described(v.optional(v.boolean()), 'Of a `sheet`: whether the workbook hides it.'),
        }),
      ),
      'What can be answered.',
    ),
    samples: described(
      v.array(v.string()),
      `Up to ${importLimits.samples} values of the file that raise the question.`,
    ),
    required: described(
      v.boolean(),
      'True: `postbatches.patchImport`, and an import with `presetId`, are refused before this is answered, unless the mapping uses the column (`date_order` and `decimal_sign`: unless it has a `locale`). False: rows that the question is about come back until it is answered.',
    ),
    suggested: described(
      v.optional(v.string()),
      'The choice that the values of the column decide (`date_order`, `decimal_sign`, `text_mark`): the rows are read so while no other is answered.',
    ),
  },
)

const answerSchema = namedStrictObject('ListAnswer', 'The answer to a question about a list.', {
  code: described(v.pipe(v.string(), v.maxLength(60), storable), 'The `code` of the question.'),
  column: described(v.optional(v.nullable(columnName), null), 'Its `column`; null or absent if it has none.'),
  choice: described(v.pipe(v.string(), v.maxLength(60), storable), 'One of its `choices`.'),
})
export const answersSchema = v.pipe(v.array(answerSchema), v.maxLength(importLimits.answers))

/** Choices of questions that may be raised by rows further on in the file. */
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

/** Whether rows anywhere in a file may raise the question. */
export const isLaterQuestion = (code: string): code is LaterQuestion => Object.hasOwn(laterChoices, code)

/** A choice that leaves the mapping as it is. */
export const plainChoice = (choice: string): QuestionChoice => ({ choice, fields: {} })

/** A question whose choices leave the mapping as it is, and which rows anywhere in a file may raise. */
export const laterQuestion = (said: Said, column: string | null, samples: readonly string[]): Question => ({
  ...said,
  column,
  choices: laterChoices[said.code as LaterQuestion].map(plainChoice),
  samples: samples.slice(0, importLimits.samples),
  required: false,
})

/** The choice that was made; undefined where the question is open. */
export const choiceMade = (
  answers: readonly Answer[] | null,
  { code, column }: Pick<Question, 'code' | 'column'>,
): string | undefined => answers?.find((answer) => answer.code === code && answer.column === column)?.choice

/** Later answers replace earlier ones to the same question. */
export const joinAnswers = (earlier: readonly Answer[] | null, later: readonly Answer[]): Answer[] => [
  ...(earlier ?? []).filter((answer) => choiceMade(later, answer) === undefined),
  ...later,
]

/** Errors in answers: a column that the file lacks, or a choice that the question does not offer. */
export const answerErrors = (
  answers: readonly Answer[],
  { questions, heading }: { questions: readonly Question[]; heading: readonly string[] },
): ParameterError[] =>
  answers.flatMap(({ code, column, choice }, index) => {
    if (column !== null && !heading.includes(column)) {
      const known = heading.slice(0, 50).join(', ').slice(0, 1_000)
      return [
        asError(listSentences.say('unknown_column.list', { column, known }), `answers[${index}].column`),
      ]
    }
    const question = questions.find((one) => one.code === code && one.column === column)
    const choices: readonly string[] | undefined =
      question?.choices.map((one) => one.choice) ?? (isLaterQuestion(code) ? laterChoices[code] : undefined)
    if (!choices) {
      return [asError(listSentences.say('unknown_question', { code }), `answers[${index}].code`)]
    }
    if (choices.includes(choice)) return []
    const said = listSentences.say('unknown_choice', { choice, choices: choices.join(', ') })
    return [asError(said, `answers[${index}].choice`)]
  })

/**
 * The mapping with the sources that the chosen answers add. The word for a unit belongs to its column: it is set or
 * removed where the mapping still has that column, and changes no other.
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

/** The source of a field for which a mapping has other columns than those to which the answer would add its own. */
const otherThanSuggested = (own: Source | undefined, added: Source): Source | undefined => {
  const columns = columnsOfSource(added)
  return own && columnsOfSource(own).some((column) => placeOf(columns, column) < 0) ? own : undefined
}

/** One source with the columns of both: each answer adds one column to those that the suggestion has already. */
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
 * An error for each question that must be answered before a list is imported by this mapping, whose columns are named
 * as the file does. Only an answer, or a
 * mapping that does what a choice does, settles a question; other changes of the mapping leave it open.
 */
export const openErrors = (
  questions: readonly Question[],
  answers: readonly Answer[] | null,
  mapping: Mapping,
): ParameterError[] =>
  openQuestions(questions, answers, mapping).map(({ message, code, column, choices }) =>
    asError(
      listSentences.say('required.answer', {
        question: message,
        answer: JSON.stringify({ code, column, choice: choices[0]?.choice ?? '' }),
        choices: choices.map(({ choice }) => choice).join(', '),
      }),
      'answers',
    ),
  )

/** The required questions, but for the encoding, that neither an answer nor the mapping settles. */
export const openQuestions = (
  questions: readonly Question[],
  answers: readonly Answer[] | null,
  mapping: Mapping,
): Question[] =>
  questions
    .filter(({ required, code }) => required && code !== 'encoding')
    .filter((question) => choiceMade(answers, question) === undefined)
    .filter((question) => !isSettledBy(mapping, question))

/** Whether the mapping itself answers the question, or leaves nothing to ask. */
const isSettledBy = (mapping: Mapping, { code, column, choices }: Question): boolean => {
  if (column === null) return takesChoice(mapping, choices)
  const uses = ([, source]: [string, Source]) => columnsOfSource(source).includes(column)
  const fields = Object.entries(mapping.fields)
  if (!isNotationCode(code)) return fields.some(uses)
  return mapping.locale !== undefined || !fields.some((one) => one[0].startsWith('data.') && uses(one))
}

/** Whether the mapping has all sources that one of the choices would give it. */
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

/** The question to which this answer belongs names the column as the file does. */
export const answersFor = (answers: readonly Answer[], heading: readonly string[]): Answer[] =>
  answers.flatMap((answer) => {
    if (answer.column === null) return [answer]
    const place = placeOf(heading, answer.column)
    return place < 0 ? [] : [{ ...answer, column: heading[place]! }]
  })
