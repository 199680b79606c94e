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

/** The choices that answers make. */
export const chosenBy = (answers: readonly Answer[]): Record<string, string> =>
  Object.fromEntries(answers.map((answer) => [keyOf(answer), answer.choice]))

/** Questions to show while columns are mapped: a column that is used needs no question about its use. */
export const askedBeside = (questions: readonly Question[], used: ReadonlySet<string>): Question[] =>
  questions.filter(({ code, column }) => code !== 'unused_column' || column === null || !used.has(column))

/** Questions about the file as a whole, which a setting answers: the file is read again at once. */
export const isAboutFile = ({ code, column }: Pick<Question, 'code' | 'column'>): boolean =>
  column === null && ['encoding', 'heading_row', 'sheet'].includes(code)
