/** A piece as reported. */
export interface ReturnLine {
  code: string
  reason?: string
  carrierCode?: string
  carrier?: string
  note?: string
}

export interface ReadLines {
  /** The heading line, if any. */
  heading: string | undefined
  /** Pieces with their source lines, so that unsent ones can be restored. */
  pieces: { line: string; piece: ReturnLine }[]
}

/** Column headings in the portal's languages. */
const columns: Readonly<Record<'code' | 'reason' | 'carrier' | 'note', readonly string[]>> = {
  code: ['code'],
  reason: ['reason', 'reden', 'grund', 'motif'],
  carrier: ['carrier', 'bezorger', 'postdienst', 'opérateur'],
  note: ['note', 'opmerking', 'notiz'],
}

const separators = ['\t', ';', ','] as const

/** Splits a line; quotes are CSV syntax, never part of a code. */
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
 * Parses scanned, typed or pasted text, one code a line. In a table the first column has the codes, or the
 * one headed `code`. Reasons, carriers and notes need a heading; a reason outside `reasons` is a carrier's
 * code.
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
    const reasonFields = reason
      ? { reason }
      : word
        ? { carrierCode: word, ...(carrier ? { carrier } : {}) }
        : {}
    return code === '' ? [] : [{ line, piece: { code, ...reasonFields, ...(note ? { note } : {}) } }]
  })
  return { heading: isHeading ? lines[0] : undefined, pieces }
}
