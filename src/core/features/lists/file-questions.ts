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

/** How a file is to be read, as far as the caller says. */
export interface FileInput extends HeadingInput {
  sheet?: string | undefined
  encoding?: CsvEncoding | undefined
}

const fileQuestions: ReadonlySet<string> = new Set(['sheet', 'encoding', 'heading_row'])

/** Whether a setting answers the question too. */
export const isFileQuestion = ({ code }: Pick<Answer, 'code'>): boolean => fileQuestions.has(code)

/** How files are read by these answers, which a preset keeps: those to questions about encoding and heading. */
export const readingBy = (
  answers: readonly Answer[],
): Pick<FileInput, 'encoding' | 'header' | 'headingRow'> => {
  const { encoding, header, headingRow } = withFileAnswers<FileInput & { answers: Answer[] }>({
    answers: answers.filter(({ code }) => code !== 'sheet'),
  })
  return given({ encoding, header, headingRow })
}

/** The answers that say how a file is read, where its owner chose that. */
export const readingAnswers = ({ encoding, header, headingRow }: FileInput): Answer[] => {
  const answer = (code: string, choice: string): Answer => ({ code, column: null, choice })
  return [
    ...(encoding === undefined ? [] : [answer('encoding', encoding)]),
    ...(headingRow === undefined ? [] : [answer('heading_row', String(headingRow))]),
    ...(headingRow === undefined && header === false ? [answer('heading_row', 'none')] : []),
  ]
}

/**
 * The input with its answers to questions about the file as settings; settings that are given come first. Throws 422
 * for a choice that is none.
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

/** Throws 422 for the answer that a list has no heading, where its columns are found by their names only. */
export const assertNamesColumns = (answers: readonly Answer[]): void => {
  const index = answers.findIndex(({ code, choice }) => code === 'heading_row' && choice === 'none')
  if (index >= 0) throw unknownChoice(index, 'none', '1, 2, 3')
}

const unknownChoice = (index: number, choice: string, choices: string) =>
  invalid(`answers[${index}].choice`, listSentences.say('unknown_choice', { choice, choices }))

/** Asks for the encoding of a file whose bytes several encodings read. */
export const encodingQuestion = ({ sureness, readings }: InspectedCsv): Question | undefined => {
  if (sureness === 'certain') return undefined
  const [best] = readings
  const said = questionSentences.say(sureness === 'likely' ? 'encoding.likely' : 'encoding.unsure', {
    encoding: best!.encoding,
  })
  return {
    ...said,
    column: null,
    choices: readings.map(({ encoding, samples }) => ({ ...plainChoice(encoding), samples })),
    samples: best!.samples,
    required: sureness === 'unsure',
  }
}

/** Asks for the sheet where a workbook has several and none was named. */
export const sheetQuestion = (sheets: readonly UploadedSheet[], sheet: string): Question | undefined =>
  sheets.length < 2
    ? undefined
    : {
        ...questionSentences.say('sheet', { sheet }),
        column: null,
        choices: sheets.map(({ name, rowCount, isHidden = false }) => ({
          ...plainChoice(name),
          rowCount,
          isHidden,
        })),
        samples: [],
        required: false,
      }

/** A decimal or a day as a workbook stores it, which its cells may show in another form. */
const STORED = /^-?\d+\.\d+(?:E[+-]?\d+)?$|^\d{4}-\d{2}-\d{2}(?:T|$)/

/**
 * Says that numbers and days are printed as they are stored, where a workbook was kept without the formats of its cells,
 * as versions before 0.3 did, and these rows have some. Such versions did not keep who sent a file either.
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
    ...questionSentences.say('cell_formats'),
    column: null,
    choices: [plainChoice('print')],
    samples: stored.slice(0, importLimits.samples),
    required: false,
  }
}

/** Throws 422 while nobody has said in which encoding a file is that several read. */
export const assertEncodingKnown = (questions: readonly Question[] | null): void => {
  const open = questions?.find(({ code, required }) => code === 'encoding' && required)
  if (!open) return
  const encodings = open.choices.map(({ choice }) => choice).join(', ')
  throw invalid('encoding', listSentences.say('required.encoding', { encodings }))
}
