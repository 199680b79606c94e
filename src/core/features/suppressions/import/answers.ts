import type { ProcessContext } from '../../../engine/context.ts'
import { validationFailed } from '../../../kernel/errors.ts'
import type { Mapping } from '../../../model/mapping.ts'
import type { OpenedList } from '../../lists/open-list.ts'
import { answerErrors, withAnswers } from '../../lists/questions.ts'
import { columnsOf } from './columns.ts'
import { suggestionOf } from './sample.ts'
import type { SuppressionImportInput } from './schema.ts'

type Sources = Mapping['fields']

/**
 * The sources of an import with those that its answers add to them. Throws 422 for answers to questions that the list
 * does not raise.
 */
export const answeredFields = async (
  context: Pick<ProcessContext, 'services' | 'organisation'>,
  list: OpenedList,
  input: Pick<SuppressionImportInput, 'mapping' | 'fields' | 'answers'>,
): Promise<Sources> => {
  const { heading } = list
  const given = input.fields as Sources
  if (input.answers.length === 0) return given
  const { questions } = await suggestionOf(context, list)
  const errors = answerErrors(input.answers, { questions, heading })
  if (errors.length > 0) throw validationFailed(errors)
  const columns = Object.entries(columnsOf(heading, input).columns)
  const named = Object.fromEntries(
    columns.map(([field, place]) => [`recipient.${field}`, { column: heading[place]! }]),
  )
  const before = { ...named, ...given }
  const after = withAnswers({ fields: before }, questions, input.answers).fields
  const added = Object.entries(after).filter(
    ([field, source]) => field.startsWith('recipient.') && source !== (before as Sources)[field],
  )
  return { ...given, ...Object.fromEntries(added) }
}
