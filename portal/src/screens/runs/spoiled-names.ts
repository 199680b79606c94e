import type { components } from '../../api/types.gen.ts'

/** Pieces of a remake: in the request, or as an uploaded list. */
export type Named = components['schemas']['RunRemakeCheck']

/** A pasted list as CSV with a heading. */
export interface Pasted {
  list: string
  /** True if the heading was added, so that row numbers differ by one. */
  isHeadingAdded: boolean
}

/** Maximum codes per request; more are sent as a list. */
const maxCodes = 500

const headings = ['code', 'sequence']
const isPlace = (text: string): boolean => /^\d{1,9}$/.test(text)

/** Returns the non-empty lines; of a tab- or semicolon-separated table, the first column without quotes. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split(/[\t;]/)[0]!.trim().replace(/^"|"$/g, ''))
    .filter(Boolean)

/** Converts a pasted column or table to CSV, with its own heading or one that fits the values. */
export const listOf = (text: string): Pasted => {
  const first = text.trimStart().split(/\r?\n/, 1)[0] ?? ''
  const cells = first.split(/[\t;,]/).map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase())
  if (cells.some((cell) => headings.includes(cell))) {
    return { list: `${text.trim()}\n`, isHeadingAdded: false }
  }
  const lines = linesOf(text)
  return withHeading(lines.every(isPlace) ? 'sequence' : 'code', lines)
}

const withHeading = (heading: string, lines: readonly string[]): Pasted => ({
  list: `${[heading, ...lines].join('\n')}\n`,
  isHeadingAdded: true,
})

/** Returns codes for a request, or a list if there are too many. */
export const codesOf = (codes: readonly string[]): { codes: string[] } | Pasted =>
  codes.length <= maxCodes ? { codes: [...codes] } : withHeading('code', codes)
