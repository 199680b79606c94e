import type { components } from '../../api/types.gen.ts'

type Question = components['schemas']['ListQuestion']
type Answer = components['schemas']['ListAnswer']

/** Returns a question's key: code and column. */
export const keyOf = ({ code, column = null }: Pick<Answer, 'code' | 'column'>): string =>
  JSON.stringify([code, column])

/** Converts choices to answers. */
export const answersOf = (chosen: Readonly<Record<string, string>>): Answer[] =>
  Object.entries(chosen).map(([key, choice]) => {
    const [code, column] = JSON.parse(key) as [string, string | null]
    return { code, column, choice }
  })

/** Returns the chosen answers to these questions. */
export const answersTo = (
  questions: readonly Question[],
  chosen: Readonly<Record<string, string>>,
): Answer[] =>
  answersOf(
    Object.fromEntries(questions.map(keyOf).flatMap((key) => (chosen[key] ? [[key, chosen[key]]] : []))),
  )

/** Converts answers to choices. */
export const chosenBy = (answers: readonly Answer[]): Record<string, string> =>
  Object.fromEntries(answers.map((answer) => [keyOf(answer), answer.choice]))

/** Whether a question is about date or number notation. */
export const isNotation = ({ code }: Pick<Question, 'code'>): boolean =>
  code === 'date_order' || code === 'decimal_sign'

/** Formats samples with their printed form: `03/04/2026 → 3 april 2026`. */
export const readings = (samples: readonly string[], printed: readonly string[]): string =>
  samples.flatMap((sample, index) => (printed[index] ? `${sample} → ${printed[index]}` : [])).join(' · ')

/** Returns the choices suggested by the list's values. */
export const decidedBy = (questions: readonly Question[]): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) =>
      question.suggested === undefined ? [] : [[keyOf(question), question.suggested]],
    ),
  )

/** Merges lists of questions; of duplicates, the one in the earliest list is kept. */
export const joined = (...lists: (readonly Question[])[]): Question[] =>
  [
    ...new Map(
      lists
        .flat()
        .toReversed()
        .map((one) => [keyOf(one), one]),
    ).values(),
  ].toReversed()

interface MappingContext {
  /** Columns of the name. */
  inName?: readonly string[]
  /** Columns printed by merge fields. */
  inLetter?: ReadonlySet<string>
  /** Columns mapped to a field. */
  columnsFor?: (field: string) => readonly string[]
}

/**
 * Returns the questions to show during mapping: none about the use of a used column, about the name for a
 * column in the name, about notation for a column that no merge field prints, or about a unit word for a
 * column mapped elsewhere.
 */
export const relevantQuestions = (
  questions: readonly Question[],
  used: ReadonlySet<string>,
  { inName = [], inLetter, columnsFor }: MappingContext = {},
): Question[] =>
  questions.filter(({ code, column, choices }) => {
    if (column === null) return true
    if (code === 'unit_word' && columnsFor)
      return choices.some(({ fields }) =>
        Object.keys(fields).some((field) => columnsFor(field).includes(column)),
      )
    if (isNotation({ code }) && inLetter) return inLetter.has(column)
    if (code === 'surname_alone') return !inName.includes(column)
    return code !== 'unused_column' || !used.has(column)
  })

/** Whether a question is about reading the file, which is read again as soon as it is answered. */
export const isAboutFile = ({ code, column }: Pick<Question, 'code' | 'column'>): boolean =>
  column === null && ['encoding', 'heading_row', 'sheet'].includes(code)

/** Returns unanswered optional questions without a suggestion, except those about reading the file. */
export const openAfterCheck = (questions: readonly Question[], answers: readonly Answer[]): Question[] => {
  const chosenByKey = chosenBy(answers)
  return questions.filter(
    (question) =>
      !question.required &&
      question.suggested === undefined &&
      !isAboutFile(question) &&
      chosenByKey[keyOf(question)] === undefined,
  )
}

type Reading = Pick<components['schemas']['ImportUpdate'], 'encoding' | 'headingRow' | 'header'>
type List = Pick<components['schemas']['Import'], 'encoding' | 'headingRow' | 'sheet'>

/** Returns the encoding and heading row of answers. */
const chosenReading = (answers: readonly Answer[]) => {
  const choiceOf = (questionCode: string) => answers.find(({ code }) => code === questionCode)?.choice
  return { encoding: choiceOf('encoding') as Reading['encoding'], row: choiceOf('heading_row') }
}

/** Returns the reading settings of a preset's answers that differ from the list's; undefined if none. */
export const readingOf = (answers: readonly Answer[], list: List): Reading | undefined => {
  const { encoding, row } = chosenReading(answers)
  const reading: Reading = {
    ...(encoding && list.sheet === null && encoding !== list.encoding ? { encoding } : {}),
    ...(row === 'none' && list.headingRow !== null ? { header: false } : {}),
    ...(row && row !== 'none' && Number(row) !== list.headingRow ? { headingRow: Number(row) } : {}),
  }
  return Object.keys(reading).length > 0 ? reading : undefined
}

type Read = Pick<components['schemas']['Import'], 'sheet' | 'delimiter' | 'header' | 'reading'>

/** Returns settings for reading the same file again: chosen values are kept, detected ones detected again. */
export const sameReading = ({ sheet, delimiter, header, reading }: Read) => {
  const { encoding, row } = chosenReading(reading)
  return {
    ...(sheet === null ? { delimiter, ...(encoding ? { encoding } : {}) } : { sheet }),
    ...(row && row !== 'none' ? { headingRow: Number(row) } : { header }),
  }
}
