import type { components } from '../../api/types.gen.ts'

type Question = components['schemas']['ListQuestion']
type Answer = components['schemas']['ListAnswer']

/** A key for a question: its code, with the column that it is about. */
export const keyOf = ({ code, column = null }: Pick<Answer, 'code' | 'column'>): string =>
  JSON.stringify([code, column])

/** The choices that were made, as answers. */
export const answersOf = (chosen: Readonly<Record<string, string>>): Answer[] =>
  Object.entries(chosen).map(([key, choice]) => {
    const [code, column] = JSON.parse(key) as [string, string | null]
    return { code, column, choice }
  })

/** The answers to these questions that were chosen. */
export const answersTo = (
  questions: readonly Question[],
  chosen: Readonly<Record<string, string>>,
): Answer[] =>
  answersOf(
    Object.fromEntries(questions.map(keyOf).flatMap((key) => (chosen[key] ? [[key, chosen[key]]] : []))),
  )

/** The choices that answers make. */
export const chosenBy = (answers: readonly Answer[]): Record<string, string> =>
  Object.fromEntries(answers.map((answer) => [keyOf(answer), answer.choice]))

/** Whether a question is about how a column writes its days or numbers. */
export const isNotation = ({ code }: Pick<Question, 'code'>): boolean =>
  code === 'date_order' || code === 'decimal_sign'

/** Values of a list, each with what is printed of it: `03/04/2026 → 3 april 2026`. */
export const readings = (samples: readonly string[], printed: readonly string[]): string =>
  samples.flatMap((sample, index) => (printed[index] ? `${sample} → ${printed[index]}` : [])).join(' · ')

/** The choices that the values of the list decide. */
export const decidedBy = (questions: readonly Question[]): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) =>
      question.suggested === undefined ? [] : [[keyOf(question), question.suggested]],
    ),
  )

/** The questions of several lists, each once, as the first list has it. */
export const joined = (...lists: (readonly Question[])[]): Question[] =>
  [
    ...new Map(
      lists
        .flat()
        .toReversed()
        .map((one) => [keyOf(one), one]),
    ).values(),
  ].toReversed()

interface Beside {
  /** The columns of the name. */
  inName?: readonly string[]
  /** The columns that merge fields print. */
  inLetter?: ReadonlySet<string>
  /** The columns that fill a field by now. */
  columnsFor?: (field: string) => readonly string[]
}

/**
 * Questions to show while columns are mapped: a column that is used needs no question about its use, one that is in
 * the name none about the name, one that no merge field prints none about its days and numbers, and one that another
 * field takes none about the word for a unit.
 */
export const askedBeside = (
  questions: readonly Question[],
  used: ReadonlySet<string>,
  { inName = [], inLetter, columnsFor }: Beside = {},
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

/** Questions about the file as a whole, which a setting answers: the file is read again at once. */
export const isAboutFile = ({ code, column }: Pick<Question, 'code' | 'column'>): boolean =>
  column === null && ['encoding', 'heading_row', 'sheet'].includes(code)

/** Questions that rows raised as the list was checked. How the file is read was decided before, beside its rows. */
export const openAfterCheck = (questions: readonly Question[], answers: readonly Answer[]): Question[] => {
  const made = chosenBy(answers)
  return questions.filter(
    (question) =>
      !question.required &&
      question.suggested === undefined &&
      !isAboutFile(question) &&
      made[keyOf(question)] === undefined,
  )
}

type Reading = Pick<components['schemas']['ImportUpdate'], 'encoding' | 'headingRow' | 'header'>
type List = Pick<components['schemas']['Import'], 'encoding' | 'headingRow' | 'sheet'>

/** The encoding and the heading row that answers choose. */
const chosenReading = (answers: readonly Answer[]) => {
  const choiceOf = (asked: string) => answers.find(({ code }) => code === asked)?.choice
  return { encoding: choiceOf('encoding') as Reading['encoding'], row: choiceOf('heading_row') }
}

/** How a list is read by the answers that a preset keeps; undefined where it is read so already. */
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

/**
 * How another import of the same file reads it as this one did: what was chosen is chosen again, and what was found is
 * found again.
 */
export const sameReading = ({ sheet, delimiter, header, reading }: Read) => {
  const { encoding, row } = chosenReading(reading)
  return {
    ...(sheet === null ? { delimiter, ...(encoding ? { encoding } : {}) } : { sheet }),
    ...(row && row !== 'none' ? { headingRow: Number(row) } : { header }),
  }
}
