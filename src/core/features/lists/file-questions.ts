import { type CsvEncoding, csvEncodings } from '../../kernel/csv-dialect.ts'
import { invalid } from '../../kernel/errors.ts'
import { given } from '../../kernel/query.ts'
import type { UploadedSheet, UploadRow } from '../../model/assets.ts'
import type { Answer, Question } from '../../model/mapping.ts'
import { importLimits } from '../../model/mapping.ts'
import type { InspectedCsv } from '../../ports/csv.ts'
import type { HeadingInput } from './heading.ts'
import { plainChoice } from './questions.ts'
import { listSentences, questionSentences } from './sentences.ts'

export interface FileInput extends HeadingInput {
  sheet?: string | undefined
  encoding?: CsvEncoding | undefined
}

const fileQuestions: ReadonlySet<string> = new Set(['sheet', 'encoding', 'heading_row'])

export const isFileQuestion = ({ code }: Pick<Answer, 'code'>): boolean => fileQuestions.has(code)

/**
 * Returns the settings in a preset's answers about encoding and heading. Throws 422 for an unknown choice.
 */
export const readingBy = (
  answers: readonly Answer[],
): Pick<FileInput, 'encoding' | 'header' | 'headingRow'> => {
  const { encoding, header, headingRow } = withFileAnswers<FileInput & { answers: Answer[] }>({
    answers: answers.filter(({ code }) => code !== 'sheet'),
  })
  return given({ encoding, header, headingRow })
}

export const readingAnswers = ({ encoding, header, headingRow }: FileInput): Answer[] => {
  const answer = (code: string, choice: string): Answer => ({ code, column: null, choice })
  return [
    ...(encoding === undefined ? [] : [answer('encoding', encoding)]),
    ...(headingRow === undefined ? [] : [answer('heading_row', String(headingRow))]),
    ...(headingRow === undefined && header === false ? [answer('heading_row', 'none')] : []),
  ]
}

/**
 * Turns answers about the file into settings; explicit settings take precedence. Throws 422 for an unknown
 * choice.
 */
export const withFileAnswers = <Input extends FileInput & { answers?: Answer[] | undefined }>(
  input: Input,
): Input => {
  const settings: FileInput = {}
  for (const [index, { code, choice }] of (input.answers ?? []).entries()) {
    if (code === 'sheet') settings.sheet = choice
    else if (code === 'encoding') {
      settings.encoding = csvEncodings.find((encoding) => encoding === choice)
      if (!settings.encoding) throw unknownChoice(index, choice, csvEncodings.join(', '))
    } else if (code === 'heading_row') {
      if (choice === 'none') settings.header = false
      else if (/^[1-9]\d?$/.test(choice)) settings.headingRow = Number(choice)
      else throw unknownChoice(index, choice, 'none, 1, 2, 3')
    }
  }
  const answers = input.answers?.filter((answer) => !isFileQuestion(answer))
  return { ...settings, ...input, ...(answers ? { answers } : {}) }
}

/**
 * Throws 422 if an answer says that the list has no heading. For lists whose columns are found only by name.
 */
export const assertNamesColumns = (answers: readonly Answer[]): void => {
  const index = answers.findIndex(({ code, choice }) => code === 'heading_row' && choice === 'none')
  if (index >= 0) throw unknownChoice(index, 'none', '1, 2, 3')
}

const unknownChoice = (index: number, choice: string, choices: string) =>
  invalid(`answers[${index}].choice`, listSentences.sentence('unknown_choice', { choice, choices }))

export const encodingQuestion = ({ sureness, readings }: InspectedCsv): Question | undefined => {
  if (sureness === 'certain') return undefined
  const [best] = readings
  const sentence = questionSentences.sentence(sureness === 'likely' ? 'encoding.likely' : 'encoding.unsure', {
    encoding: best!.encoding,
  })
  return {
    ...sentence,
    column: null,
    choices: readings.map(({ encoding, samples }) => ({ ...plainChoice(encoding), samples })),
    samples: best!.samples,
    required: sureness === 'unsure',
  }
}

export const sheetQuestion = (sheets: readonly UploadedSheet[], sheet: string): Question | undefined =>
  sheets.length < 2
    ? undefined
    : {
        ...questionSentences.sentence('sheet', { sheet }),
        column: null,
        choices: sheets.map(({ name, rowCount, isHidden = false }) => ({
          ...plainChoice(name),
          rowCount,
          isHidden,
        })),
        samples: [],
        required: false,
      }

/** Matches a decimal or day as workbooks store it, possibly displayed differently. */
const STORED = /^-?\d+\.\d+(?:E[+-]?\d+)?$|^\d{4}-\d{2}-\d{2}(?:T|$)/

/**
 * Returns a warning that numbers and days are printed as stored. Versions before 0.3.0 uploaded workbooks
 * without cell formats; they did not record the uploader either.
 */
export const formatsQuestion = (
  { createdById, sheets }: Pick<UploadRow, 'createdById' | 'sheets'>,
  sheet: string | null,
  rows: readonly (readonly string[])[],
): Question | undefined => {
  const isKept = sheets?.find(({ name }) => name === sheet)?.formatted !== undefined
  if (sheet === null || createdById !== null || isKept) return undefined
  const stored = rows.flat().filter((cell) => STORED.test(cell))
  if (stored.length === 0) return undefined
  return {
    ...questionSentences.sentence('cell_formats'),
    column: null,
    choices: [plainChoice('print')],
    samples: stored.slice(0, importLimits.samples),
    required: false,
  }
}

export const assertEncodingKnown = (questions: readonly Question[] | null): void => {
  const open = questions?.find(({ code, required }) => code === 'encoding' && required)
  if (!open) return
  const encodings = open.choices.map(({ choice }) => choice).join(', ')
  throw invalid('encoding', listSentences.sentence('required.encoding', { encodings }))
}
