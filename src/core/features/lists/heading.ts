import { invalid } from '../../kernel/errors.ts'
import type { Question } from '../../model/mapping.ts'
import { importLimits } from '../../model/mapping.ts'
import type { Turns } from '../../ports/system.ts'
import { shownCell } from './list-column.ts'
import { isColumnName } from './mapping/column-names.ts'
import { plainChoice } from './questions.ts'
import { listSentences, questionSentences } from './sentences.ts'

export interface HeadingInput {
  /** False if no row names the columns. */
  header?: boolean | undefined
  /** 1-based. */
  headingRow?: number | undefined
  /** Ask which row is the heading, unless it is clear. */
  asksWhich?: boolean
}

export interface FoundHeading {
  hasHeader: boolean
  /** Records before the first row. */
  headRecords: number
  /** 1-based; null if no row names the columns. */
  headingRow: number | null
  /** Names from the file, or blanks. */
  cells: string[]
  question?: Question
}

const searchedRows = 20
const offeredRows = 5

interface Line {
  /** 1-based, as in spreadsheets. */
  row: number
  cells: readonly string[]
  filled: number
  /** `known`: cells with known column names. `values`: cells with numbers and e-mail addresses. */
  known: number
  values: number
}

/**
 * Finds the heading, also below titles, blank rows and comments. Returns a question if rows would be skipped
 * or the choice is unclear; undefined for an empty list. Throws 422 if the chosen row is blank.
 */
export const findHeading = async (
  sample: readonly (readonly string[])[],
  input: HeadingInput,
  turns: Turns,
): Promise<FoundHeading | undefined> => {
  const marks = delimiterMarks(sample)
  const filled: Line[] = []
  for (const [index, cells] of sample.entries()) {
    const isSearched = index < searchedRows || input.headingRow === index + 1
    if (index < marks || !isSearched || cells.every((cell) => cell.trim() === '')) continue
    filled.push(await lineOf(index + 1, cells, turns))
  }
  const [first] = filled
  if (!first) return undefined
  if (input.headingRow !== undefined) {
    const chosen = filled.find(({ row }) => row === input.headingRow)
    if (!chosen)
      throw invalid('headingRow', listSentences.sentence('unknown_heading_row', { row: input.headingRow }))
    return headingAt(chosen, filled)
  }
  const found = input.header === false ? undefined : bestOf(filled)
  const heading = found ?? (input.header || isGuess(first) ? first : undefined)
  if (!heading || input.header === false) {
    const width = Math.max(...filled.map(({ cells }) => cells.length))
    return { hasHeader: false, headRecords: marks, headingRow: null, cells: Array(width).fill('') }
  }
  const at = headingAt(heading, filled)
  const isAsked = input.header === undefined || input.asksWhich === true
  const question = isAsked ? questionOf(filled, heading, at.headRecords) : undefined
  return { ...at, ...(question ? { question } : {}) }
}

/** Returns 1 for a leading line `sep=;`, with which some spreadsheets start, otherwise 0. */
const delimiterMarks = ([first = []]: readonly (readonly string[])[]): number =>
  /^sep=$/i.test(first[0]?.trim() ?? '') || /^sep=.$/i.test(first.join('')) ? 1 : 0

const lineOf = async (row: number, cells: readonly string[], turns: Turns): Promise<Line> => {
  const line: Line = { row, cells, filled: 0, known: 0, values: 0 }
  for (const cell of cells) {
    await turns.rest()
    const text = cell.trim()
    if (text === '') continue
    line.filled++
    if (isColumnName(text)) line.known++
    else if (/^[\d\s.,+-]+$/.test(text) || text.includes('@')) line.values++
  }
  return line
}

/**
 * True for a row of column names. A known word next to numbers is not enough: it may be a recipient's name.
 */
const isHeading = ({ known, values }: Line): boolean => known > 1 || (known > 0 && values === 0)

/** True if the first row may be a heading, even in unknown words. */
const isGuess = ({ known, values }: Line): boolean => known > 0 || values === 0

const bestOf = (lines: readonly Line[]): Line | undefined =>
  lines
    .filter(isHeading)
    .reduce<Line | undefined>((best, line) => (best && best.known >= line.known ? best : line), undefined)

/** Returns the heading, which includes rows directly below that repeat it in other words. */
const headingAt = (heading: Line, lines: readonly Line[]): FoundHeading => {
  let headRecords = heading.row
  for (const line of lines) {
    const isRepeated = line.row === headRecords + 1 && isHeading(line) && line.known * 2 > line.filled
    if (isRepeated) headRecords = line.row
  }
  return { hasHeader: true, headRecords, headingRow: heading.row, cells: [...heading.cells] }
}

/** True for titles and comments above a list, which fill few cells. */
const isTitle = ({ cells, filled }: Line, heading: Line): boolean =>
  filled * 2 <= heading.filled || cells[0]?.trim().startsWith('#') === true

/** Returns a question about an unclear heading, or about skipped rows above it. */
const questionOf = (lines: readonly Line[], heading: Line, last: number): Question | undefined => {
  const above = lines.filter(({ row }) => row < heading.row)
  const { row } = heading
  const ask = (sentence: Pick<Question, 'code' | 'message' | 'params'>, required: boolean): Question => {
    const offered = lines.slice(0, offeredRows)
    const choices = [...offered.map((line) => String(line.row)), 'none']
    const samples = offered.map((line) => `${line.row}: ${shownCell(line.cells.filter(Boolean).join(' | '))}`)
    return { ...sentence, column: null, choices: choices.map(plainChoice), samples, required }
  }
  if (!isHeading(heading)) return ask(questionSentences.sentence('heading_row.guess', { row }), true)
  if (last > row) return ask(questionSentences.sentence('heading_row.several', { row, last }), true)
  if (above.length === 0) return undefined
  const isClear = above.every((line) => isTitle(line, heading))
  return ask(questionSentences.sentence('heading_row.above', { row }), !isClear)
}

export const headingOf = (cells: readonly string[]): string[] => {
  const names = new Set<string>()
  /** Next number to append to each repeated name. */
  const counts = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    const plain = cell
      .replace(/[\s\u00A0\uFEFF\0]+/gu, ' ')
      .trim()
      .toWellFormed()
    const name = [...plain].slice(0, importLimits.columnNameLength - 6).join('') || `column ${index + 1}`
    let own = name
    for (let count = counts.get(name) ?? 2; names.has(own); count++) {
      own = `${name} (${count})`
      counts.set(name, count + 1)
    }
    names.add(own)
  }
  return [...names]
}
