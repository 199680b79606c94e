import type { ProcessContext } from '../../../engine/context.ts'
import { asError, type ParameterError, validationFailed } from '../../../kernel/errors.ts'
import type { Sentence } from '../../../kernel/sentences.ts'
import type { Mapping, Question } from '../../../model/mapping.ts'
import { type ImportField, importFields } from '../../../model/suppressions.ts'
import { fold, samplesOf, shownFileRows } from '../../lists/list-column.ts'
import { joinQuestions } from '../../lists/mapping/doubts.ts'
import { unknownColumns } from '../../lists/mapping/sources.ts'
import { type OpenedList, openList } from '../../lists/open-list.ts'
import { questionsOfPreset } from '../../lists/preset-questions.ts'
import { answerErrors, openErrors, openQuestions, withAnswers } from '../../lists/questions.ts'
import { listSentences } from '../../lists/sentences.ts'
import { type Below, rowsThatFill, suggestForList } from '../../lists/suggest-for-list.ts'
import { suppressionSentences } from '../sentences.ts'
import type { SuppressionImportInput, SuppressionImportSample } from './schema.ts'

type Columns = Partial<Record<ImportField, number>>

/**
 * Finds the column of each field: the one that the mapping names, or else the one with the field's name as its
 * heading. Also returns errors in the mapping.
 */
export const columnsOf = (
  heading: readonly string[],
  { mapping, fields }: Pick<SuppressionImportInput, 'mapping' | 'fields'>,
): { columns: Columns; errors: ParameterError[] } => {
  const columns: Columns = {}
  const errors: ParameterError[] = []
  const refuse = (parameter: string, sentence: Sentence) => errors.push(asError(sentence, parameter))
  for (const { parameter, ...sentence } of unknownColumns({ fields: fields as Mapping['fields'] }, heading)) {
    errors.push({ ...sentence, parameter: parameter.replace(/^mapping\./, '') })
  }
  const folded = heading.map(fold)
  for (const field of importFields) {
    const named = mapping[field]
    const exact = named === undefined ? -1 : heading.indexOf(named)
    const at = exact >= 0 ? exact : folded.indexOf(fold(named ?? field))
    if (at >= 0) columns[field] = at
    else if (named !== undefined) {
      const known = heading.slice(0, 50).join(', ').slice(0, 1000)
      refuse(`mapping.${field}`, listSentences.sentence('unknown_column.list', { column: named, known }))
    }
  }
  if (columns.street === undefined && !fields['recipient.street'] && errors.length === 0) {
    refuse('mapping.street', suppressionSentences.sentence('required.street_column'))
  }
  return { columns, errors }
}

/** Returns the columns of a list with sample values and likely fields. */
export const sampleOf = async (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  list: OpenedList,
): Promise<SuppressionImportSample> => {
  const { heading, headingRow, rows, fileRows, dialect, questions } = list
  const columns: SuppressionImportSample['columns'] = []
  for (const [place, name] of heading.entries()) {
    await services.turns.rest()
    columns.push({ name, samples: samplesOf(rows, place) })
  }
  const suggestion = await suggestionOf({ services, organisation }, list)
  const called = columnsOf(heading, { mapping: {}, fields: {} }).columns
  const mapping: SuppressionImportSample['mapping'] = {}
  for (const field of importFields) {
    const place = called[field]
    // Joined columns are only in `fields`.
    const column =
      place === undefined ? suggestion.mapping?.fields[`recipient.${field}`]?.column : heading[place]
    if (column) mapping[field] = column
  }
  return {
    sheet: dialect.sheet ?? null,
    encoding: dialect.encoding,
    headingRow,
    fileRows: shownFileRows(fileRows, headingRow),
    columns,
    mapping,
    fields: suggestedSources(heading, suggestion.mapping),
    questions: [...questions, ...suggestion.questions],
  }
}

const suggestionOf = (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  list: OpenedList,
): ReturnType<typeof suggestForList> =>
  suggestForList(
    services,
    {
      heading: list.heading,
      rows: list.rows,
      country: organisation.country,
      variables: [],
      required: [],
    },
    belowOf(list),
  )

const belowOf = ({ file, dialect, rows }: OpenedList): Below => ({
  ...file,
  dialect,
  from: (dialect.headRecords ?? 1) + rows.length,
})

/** Returns suggestions for fields that no column is named after. */
const suggestedSources = (
  heading: readonly string[],
  suggested: Mapping | null,
): SuppressionImportSample['fields'] => {
  const called = columnsOf(heading, { mapping: {}, fields: {} }).columns
  return Object.fromEntries(
    Object.entries(suggested?.fields ?? {}).filter(([field]) => isRecipient(field, called)),
  )
}

/** True for a recipient field that no column is named after: such a column takes precedence. */
const isRecipient = (field: string, called: Partial<Record<ImportField, number>>): boolean => {
  const name = field.replace(/^recipient\./, '') as ImportField
  return field.startsWith('recipient.') && called[name] === undefined
}

type Opening = Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller' | 'organisation'>

/** Opens a list. A member may have uploaded it while the portal showed the other mode. */
export const openUploaded = async (
  context: Opening,
  list: Parameters<typeof openList>[1],
): ReturnType<typeof openList> => {
  const { services, shared, scope, caller } = context
  const upload =
    caller.kind === 'user'
      ? await services.store.read((rows) => rows.uploads.get(shared, list.uploadId))
      : undefined
  return openList({ ...context, scope: { ...scope, mode: upload?.mode ?? scope.mode } }, list)
}

type Sources = Mapping['fields']
type Given = Pick<SuppressionImportInput, 'mapping' | 'fields' | 'answers'>

interface ListReading {
  /** Sources of recipient fields, in addition to the named columns. */
  fields: Sources
  /** Open questions, without values of the list. */
  questions: Question[]
  /** Required questions that prevent the import. */
  open: ParameterError[]
}

/**
 * Reads by `mapping` and `fields`, or by the suggestion if neither is given, with the answers applied. Throws
 * 422 for answers to unknown questions. A call in the form of 0.2.0 is not refused for open questions; the
 * response lists them.
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
  const all = [...list.questions, ...questions]
  const added = Object.entries(after).filter(
    ([field, source]) => field.startsWith('recipient.') && source !== before[field],
  )
  return {
    fields: { ...given, ...Object.fromEntries(added) },
    open: isOfEarlierClient(heading, input) ? [] : openErrors(all, answers, { fields: after }),
    questions: [
      ...list.questions.filter(({ required }) => !required),
      ...openQuestions(all, answers, { fields: after }),
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

/** Version 0.2.0 had neither answers nor sources, and found the street by its name or by `mapping`. */
const isOfEarlierClient = (heading: readonly string[], { mapping, fields, answers }: Given): boolean =>
  Object.keys(fields).length === 0 &&
  answers.length === 0 &&
  columnsOf(heading, { mapping, fields }).columns.street !== undefined

/** Values of the list are personal data, which erasure would have to find here. */
const withoutValues = (question: Question): Question => ({
  ...question,
  choices: question.choices.map(({ samples: _, ...choice }) => choice),
  samples: [],
})
