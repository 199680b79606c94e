import type { ProcessContext } from '../../../engine/context.ts'
import { type ParameterError, validationFailed } from '../../../kernel/errors.ts'
import type { Mapping, Question } from '../../../model/mapping.ts'
import { joinQuestions } from '../../lists/mapping/doubts.ts'
import type { OpenedList } from '../../lists/open-list.ts'
import { questionsOfPreset } from '../../lists/preset-questions.ts'
import { answerErrors, openErrors, openQuestions, withAnswers } from '../../lists/questions.ts'
import { rowsThatFill } from '../../lists/suggest-for-list.ts'
import { columnsOf } from './columns.ts'
import { belowOf, suggestedSources, suggestionOf } from './sample.ts'
import type { SuppressionImportInput } from './schema.ts'

type Sources = Mapping['fields']
type Given = Pick<SuppressionImportInput, 'mapping' | 'fields' | 'answers'>

/** How an import reads its list. */
interface ListReading {
  /** Sources of the recipient's fields, beside the columns that are named. */
  fields: Sources
  /** The open questions, without values of the list. */
  questions: Question[]
  /** An error for each required question that keeps the import from starting. */
  open: ParameterError[]
}

/**
 * How an import reads its list: by `mapping` and `fields`, or as the list suggests where neither is given; with what
 * the answers add. Throws 422 for answers to questions that the list does not raise. An open required question is no
 * error of a call that version 0.2.0 took: its answer names the question.
 */
export const listReading = async (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  list: OpenedList,
  input: Given,
): Promise<ListReading> => {
  const { heading, rows } = list
  const { answers } = input
  const suggestion = await suggestionOf({ services, organisation }, list)
  const isGiven = Object.keys({ ...input.mapping, ...input.fields }).length > 0
  const given = isGiven ? (input.fields as Sources) : suggestedSources(heading, suggestion.mapping)
  const before: Sources = { ...namedColumns(heading, input), ...given }
  const missed = await questionsOfPreset(
    { heading, rows, suggested: suggestion.mapping, preset: { fields: before } },
    (places) => rowsThatFill(services, belowOf(list), places),
  )
  const questions = joinQuestions(suggestion.questions, missed)
  const errors = answerErrors(answers, { questions, heading })
  if (errors.length > 0) throw validationFailed(errors)
  const after = withAnswers({ fields: before }, questions, answers).fields
  const asked = [...list.questions, ...questions]
  const added = Object.entries(after).filter(
    ([field, source]) => field.startsWith('recipient.') && source !== before[field],
  )
  return {
    fields: { ...given, ...Object.fromEntries(added) },
    open: isOfEarlierClient(heading, input) ? [] : openErrors(asked, answers, { fields: after }),
    questions: [
      ...list.questions.filter(({ required }) => !required),
      ...openQuestions(asked, answers, { fields: after }),
    ].map(withoutValues),
  }
}

const namedColumns = (heading: readonly string[], input: Given): Sources =>
  Object.fromEntries(
    Object.entries(columnsOf(heading, input).columns).map(([field, place]) => [
      `recipient.${field}`,
      { column: heading[place]! },
    ]),
  )

/** Version 0.2.0 knew neither answers nor sources, and found the street by its name or by `mapping`. */
const isOfEarlierClient = (heading: readonly string[], { mapping, fields, answers }: Given): boolean =>
  Object.keys(fields).length === 0 &&
  answers.length === 0 &&
  columnsOf(heading, { mapping, fields }).columns.street !== undefined

/** Values of the list are of persons, whose erasure would have to find them here. */
const withoutValues = (question: Question): Question => ({
  ...question,
  choices: question.choices.map(({ samples: _, ...choice }) => choice),
  samples: [],
})
