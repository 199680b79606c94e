import type { components } from '../../api/types.gen.ts'

/** How pieces are named for a remake: in a request, or as a list that is uploaded first. */
export type Named = components['schemas']['RunRemakeCheck']

/** A list that was pasted, as a CSV with a heading. */
export interface Pasted {
  list: string
  /** The heading is ours: the first row for whoever pasted it is the second of the list. */
  isHeadingAdded: boolean
}

/** As many codes as one request takes; more go as a list. */
const mostCodes = 500

const headings = ['code', 'sequence']
const isPlace = (text: string): boolean => /^\d{1,9}$/.test(text)

/** What stands in each line: of a pasted table the first column, without the quotes of a CSV. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split(/[\t;]/)[0]!.trim().replace(/^"|"$/g, ''))
    .filter(Boolean)

/**
 * A pasted column or table as a CSV with a heading: its own where it has one, else the one that fits what
 * stands below.
 */
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

/** The codes as a request takes them; as a list where they are too many for one. */
export const codesOf = (codes: readonly string[]): { codes: string[] } | Pasted =>
  codes.length <= mostCodes ? { codes: [...codes] } : withHeading('code', codes)
