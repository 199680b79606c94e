import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { invalid, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import { given } from '../../kernel/query.ts'
import type { ImportRow } from '../../model/imports.ts'
import type { Answer } from '../../model/mapping.ts'
import { columnsOfSource, importLimits, type Mapping } from '../../model/mapping.ts'
import { mappingSentences } from '../../model/sentences.ts'
import type { Rows } from '../../ports/store.ts'
import { type FileInput, isFileQuestion, readingBy } from '../lists/file-questions.ts'
import { asInFile, unknownColumns } from '../lists/mapping/sources.ts'
import { answerErrors, answersFor, joinAnswers, openErrors, withAnswers } from '../lists/questions.ts'
import type { NamedMapping } from './inspect.ts'
import { importSentences } from './sentences.ts'

interface Choice {
  mapping?: Mapping | undefined
  presetId?: string | undefined
  answers?: Answer[] | undefined
}

type Known = Pick<ImportRow, 'heading' | 'questions' | 'answers'>
type Chosen = Pick<ImportRow, 'mapping' | 'presetId' | 'answers'>

/** Undefined if no mapping is chosen. Throws 422 for missing columns and invalid answers. */
export const chosenMapping = async (
  { rows, scope }: { rows: Rows } & Pick<WriteContext, 'scope'>,
  { mapping, presetId, answers }: Choice,
  known: Known,
): Promise<Chosen | undefined> => {
  if (mapping && presetId !== undefined) {
    throw invalid('presetId', mappingSentences.sentence('conflict.mapping_and_preset'))
  }
  const given = givenAnswers({ answers }, known)
  if (mapping) {
    const unknown = unknownColumns(mapping, known.heading)
    if (unknown.length > 0) throw validationFailed(unknown)
    return chosen(mapping, null, given, known)
  }
  if (presetId === undefined) return undefined
  const preset = await rows.mappingPresets.get(scope, presetId)
  if (!preset) throw unknownId('presetId', 'map', presetId)
  const [missing] = unknownColumns(preset.mapping, known.heading)
  if (missing) throw invalid('presetId', misfit(preset.name, missing))
  const kept = answersFor(preset.answers ?? [], known.heading).filter((answer) => !isFileQuestion(answer))
  return chosen(preset.mapping, presetId, joinAnswers(kept, given), known)
}

/** Adds the preset's settings, unless given now or earlier (`before`). Only a CSV has an encoding. */
export const withPresetReading = async <Input extends FileInput & Pick<Choice, 'presetId'>>(
  { services, scope }: Pick<ProcessContext, 'services' | 'scope'>,
  input: Input,
  uploadId: string,
  before: FileInput = {},
): Promise<Input> => {
  const { presetId } = input
  if (presetId === undefined) return input
  const { preset, upload } = await services.store.read(async (rows) => ({
    preset: await rows.mappingPresets.get(scope, presetId),
    upload: await rows.uploads.get({ organisationId: scope.organisationId }, uploadId),
  }))
  const { encoding, ...heading } = readingBy(preset?.answers ?? [])
  const chosen: FileInput = { ...before, ...input }
  const takesEncoding = upload?.kind === 'CSV' && chosen.encoding === undefined
  const takesHeading = chosen.header === undefined && chosen.headingRow === undefined
  return { ...(takesEncoding ? given({ encoding }) : {}), ...(takesHeading ? heading : {}), ...input }
}

/** Returns the named mapping, and that of the named preset if it exists. */
export const namedMapping = async (
  { services, scope }: Pick<ProcessContext, 'services' | 'scope'>,
  { mapping, presetId }: Pick<Choice, 'mapping' | 'presetId'>,
): Promise<NamedMapping> => ({
  mapping,
  preset:
    presetId === undefined
      ? undefined
      : (await services.store.read((rows) => rows.mappingPresets.get(scope, presetId)))?.mapping,
})

/** Joins earlier and new answers. Throws 422 for invalid new ones. */
export const givenAnswers = ({ answers }: Pick<Choice, 'answers'>, known: Known): Answer[] => {
  if (answers) {
    const errors = answerErrors(answers, { questions: known.questions ?? [], heading: known.heading })
    if (errors.length > 0) throw validationFailed(errors)
  }
  return joinAnswers(known.answers, answers ?? [])
}

/** Applies the answers to the mapping. Throws 422 if they join more columns than a field may have. */
const chosen = (given: Mapping, presetId: string | null, answers: Answer[], known: Known): Chosen => {
  const mapping = withAnswers(given, known.questions ?? [], answers)
  const most = importLimits.joinedColumns
  for (const [field, source] of Object.entries(mapping.fields)) {
    const columns = columnsOfSource(source)
    if (columns.length <= most) continue
    const params = { field, limit: most, columns: columns.join(', ') }
    throw invalid('answers', importSentences.sentence('too_many_columns', params))
  }
  return { mapping, presetId, answers: answers.length > 0 ? answers : null }
}

/** Throws 422 while a required question is open. */
export const assertAnswered = (
  { mapping, answers }: Pick<Chosen, 'mapping' | 'answers'>,
  { questions, heading }: Pick<Known, 'questions' | 'heading'>,
): void => {
  if (!mapping) return
  const open = openErrors(questions ?? [], answers, asInFile(mapping, heading))
  if (open.length > 0) throw validationFailed(open)
}

const misfit = (preset: string, { params }: ParameterError) =>
  importSentences.sentence('unknown_column.preset', {
    preset,
    column: params?.column ?? '',
    known: params?.known ?? '',
  })
