/** A piece as the desk sends it. */
export interface ReturnLine {
  code: string
  reason?: string
  carrierCode?: string
  carrier?: string
  note?: string
}

export interface ReadLines {
  /** The line that names the columns, where there is one. */
  heading: string | undefined
  /** Each piece with the line that it stands in, so that what was not sent can be put back. */
  pieces: { line: string; piece: ReturnLine }[]
}

/** Headings of the columns, in the languages of the portal. */
const columns: Readonly<Record<'code' | 'reason' | 'carrier' | 'note', readonly string[]>> = {
  code: ['code'],
  reason: ['reason', 'reden'],
  carrier: ['carrier', 'bezorger'],
  note: ['note', 'opmerking'],
}

const separators = ['\t', ';', ','] as const

/** The cells of a line; quotes are of those who write CSV, and none of our codes has one. */
const cellsOf = (line: string): string[] => {
  const separator = separators.find((one) => line.includes(one))
  return (separator === undefined ? [line] : line.split(separator)).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
}

/**
 * What was scanned, typed or pasted: a code a line. A table's first column holds them, or the column that its
 * heading calls `code`; only with a heading are there reasons, carriers and notes. A reason is one of `reasons`, and
 * anything else the carrier's own code.
 */
export const readLines = (text: string, reasons: readonly string[]): ReadLines => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const names = cellsOf(lines[0] ?? '').map((cell) => cell.toLowerCase())
  const isHeading = names.some((name) => columns.code.includes(name))
  const at = (column: keyof typeof columns) =>
    isHeading ? names.findIndex((name) => columns[column].includes(name)) : column === 'code' ? 0 : -1
  const places = { code: at('code'), reason: at('reason'), carrier: at('carrier'), note: at('note') }
  const pieces = lines.slice(isHeading ? 1 : 0).flatMap((line) => {
    const cells = cellsOf(line)
    const code = cells[places.code] ?? ''
    const word = cells[places.reason] ?? ''
    const note = cells[places.note] ?? ''
    const carrier = cells[places.carrier] ?? ''
    const reason = reasons.find((one) => one === word.toUpperCase())
    const why = reason ? { reason } : word ? { carrierCode: word, ...(carrier ? { carrier } : {}) } : {}
    return code === '' ? [] : [{ line, piece: { code, ...why, ...(note ? { note } : {}) } }]
  })
  return { heading: isHeading ? lines[0] : undefined, pieces }
}
