import { doubtSentences } from '../../../address/doubt-sentences.ts'
import { doubtOf, placeholderIn, shownValue } from '../../../address/doubtful-values.ts'
import { nameRefusesMail } from '../../../address/no-mail.ts'
import type { Params, Sentence } from '../../../kernel/sentences.ts'
import type { Answer, Question } from '../../../model/mapping.ts'
import { plainCell } from '../../../ports/csv.ts'
import { choiceMade, isLaterQuestion, type LaterQuestion, laterQuestion } from '../questions.ts'
import { questionSentences } from '../sentences.ts'
import { hasTextMark, isNeverMarked, withoutTextMark } from './fields.ts'
import { type MailColumn, refusesMailIn } from './no-mail.ts'
import { isNotationCode, type NotationCode, notations } from './notation.ts'
import { countryOf } from './values.ts'

export interface Doubt {
  column: string
  sentence: Sentence
}

/** Returns a cell as one line with plain spaces. */
export const cellOf = (cells: readonly string[], place: number): string =>
  plainCell(cells[place] ?? '')
    .replace(/[\s\u00A0]+/gu, ' ')
    .trim()

const linesOf = (cell: string): string[] =>
  cell
    .split(/[\r\n\f\u0085\u2028\u2029]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Reads cells by the user's decisions about doubtful values. */
export class DecidedCells {
  readonly #heading: readonly string[]
  readonly #answers: readonly Answer[] | null
  readonly #decided: readonly Answer[]

  /** `decided` are answers derived from the values. */
  constructor(
    heading: readonly string[],
    answers: readonly Answer[] | null,
    decided: readonly Answer[] = [],
  ) {
    this.#heading = heading
    this.#answers = answers
    this.#decided = decided
  }

  /** Returns a cell's text; empty for a placeholder that is treated as missing. */
  textOf(field: string, place: number, cells: readonly string[]): string {
    const given = cellOf(cells, place)
    const isMarked =
      isNeverMarked(field) || (hasTextMark(given) && this.#choice('text_mark', place) === 'remove')
    const text = isMarked ? withoutTextMark(given) : given
    const isEmpty = this.#choice('placeholder', place) === 'empty' && isDoubtful(field, text)
    const isWhole = placeholderIn(text, field.startsWith('recipient.')) === 'whole'
    return isEmpty && (isWhole || this.#repeatsHeading(field, place, cells)) ? '' : text
  }

  /**
   * True if a cell repeats its column name: concatenated files repeat their heading between rows. A lone
   * `Straat` is a street.
   */
  #repeatsHeading(field: string, place: number, cells: readonly string[]): boolean {
    const repeats = (at: number) => cells[at] !== '' && cells[at] === this.#heading[at]
    return (
      field.startsWith('recipient.') && repeats(place) && cells.some((_, at) => at !== place && repeats(at))
    )
  }

  /** Returns the doubt about a cell; undefined if there is none or it is decided. */
  doubtIn(field: string, place: number, cells: readonly string[]): Doubt | undefined {
    const text = this.textOf(field, place, cells)
    const sentence = this.#repeatsHeading(field, place, cells)
      ? doubtSentences.sentence('placeholder.value', { value: shownValue(text) })
      : isDoubtful(field, text)
        ? doubtOf(field, text)
        : undefined
    if (!sentence || this.#choice(sentence.code, place) === 'print') return undefined
    return { column: this.#heading[place]!, sentence }
  }

  /** Returns a doubt about a leading apostrophe, with which spreadsheets mark text. */
  markIn(place: number, cells: readonly string[]): Doubt | undefined {
    const text = cellOf(cells, place)
    if (!hasTextMark(text)) return undefined
    const choice = this.#choice('text_mark', place)
    if (choice === 'remove' || choice === 'keep') return undefined
    const sentence = questionSentences.sentence('text_mark.value', { value: shownValue(text) })
    return { column: this.#heading[place]!, sentence }
  }

  /** Returns a doubt about a cell of several lines, which is printed on one. */
  linesIn(place: number, cells: readonly string[]): Doubt | undefined {
    const lines = linesOf(cells[place] ?? '')
    if (lines.length < 2 || this.#choice('line_break', place) === 'join') return undefined
    const sentence = questionSentences.sentence('line_break.value', { value: shownValue(lines.join(' ⏎ ')) })
    return { column: this.#heading[place]!, sentence }
  }

  /** Returns a doubt if a column outside the address asks for no mail. */
  remarkIn(
    { place, says }: { place: number; says: MailColumn },
    cells: readonly string[],
  ): Doubt | undefined {
    const text = withoutTextMark(cellOf(cells, place))
    return refusesMailIn(text, says) ? this.#noMail(place, text) : undefined
  }

  /** Returns a doubt if the name asks for no mail. `places` are the joined columns. */
  noMailInName(places: readonly number[], cells: readonly string[]): Doubt | undefined {
    const texts = places.map((place) => cellOf(cells, place))
    const name = texts.filter((text) => text !== '').join(' ')
    if (!nameRefusesMail(name)) return undefined
    const own = places[texts.findIndex((text) => nameRefusesMail(text))]
    return this.#noMail(own ?? places[0]!, name)
  }

  /** Returns a doubt about a form of address without a name at the start of a letter. */
  formIn(column: string, text: string): Doubt | undefined {
    const code = 'form_of_address'
    if (this.#answers !== null && choiceMade(this.#answers, { code, column }) === 'print') return undefined
    return { column, sentence: doubtSentences.sentence(`${code}.value`, { value: shownValue(text) }) }
  }

  /** Returns a doubt about a lone surname that could follow a form of address. */
  surnameIn(place: number, name: string, form: string): Doubt | undefined {
    const choice = this.#choice('surname_alone', place)
    if (choice === 'include' || choice === 'leave_out') return undefined
    const sentence = questionSentences.sentence('surname_alone.value', {
      value: shownValue(`${form} ${name}`),
    })
    return { column: this.#heading[place]!, sentence }
  }

  /** True if the form of address in this column precedes lone surnames. */
  hasFormBefore(place: number): boolean {
    return this.#choice('surname_alone', place) === 'include'
  }

  #noMail(place: number, text: string): Doubt | undefined {
    if (this.#choice('no_mail', place) === 'send') return undefined
    const sentence = doubtSentences.sentence('no_mail.value', { value: shownValue(text) })
    return { column: this.#heading[place]!, sentence }
  }

  #choice(code: string, place: number): string | undefined {
    const question = { code, column: this.#heading[place] ?? null }
    return choiceMade(this.#answers ?? [], question) ?? choiceMade(this.#decided, question)
  }
}

const isDoubtful = (field: string, text: string): boolean =>
  text !== '' && !(field === 'recipient.country' && countryOf(text) !== undefined)

interface Doubted {
  column: string
  code: string
  params?: Params | undefined
}

/** Returns one question per column and kind of doubt. */
export const questionsOfDoubts = (problems: readonly Doubted[]): Question[] => {
  const samples = new Map<string, string[]>()
  for (const { column, code, params } of problems) {
    if (!isLaterQuestion(code) || code === 'repeated_recipient') continue
    const key = JSON.stringify([code, column])
    samples.set(key, [...(samples.get(key) ?? []), String(params?.value)])
  }
  return [...samples].map(([key, values]) => {
    const [code, column] = JSON.parse(key) as [string, string]
    const sentence = questionSentences.sentence(
      `${code as Exclude<LaterQuestion, 'repeated_recipient'>}.column`,
      {
        column,
        value: values[0]!,
      },
    )
    const question = laterQuestion(sentence, column, [...new Set(values)])
    return isNotationCode(code) ? withReadings(question, code, problems) : question
  })
}

/** Adds to each choice its reading of the samples. */
const withReadings = (question: Question, code: NotationCode, problems: readonly Doubted[]): Question => {
  const readings = (name: 'first' | 'second') =>
    question.samples.map((sample) => {
      const one = problems.find(
        ({ column, params, ...of }) =>
          of.code === code && column === question.column && params?.value === sample,
      )
      return String(one?.params?.[name] ?? '')
    })
  const [first] = notations[code]
  return {
    ...question,
    choices: question.choices.map((one) =>
      one.choice === 'return'
        ? one
        : { ...one, samples: readings(one.choice === first ? 'first' : 'second') },
    ),
  }
}

export const joinQuestions = (earlier: readonly Question[], later: readonly Question[]): Question[] => [
  ...earlier,
  ...later.filter(({ code, column }) => !earlier.some((one) => one.code === code && one.column === column)),
]
