/** The cells of a record of a CSV as they are written, quotes included; the last one holds the end of the line. */
const recordsOf = (text: string, delimiter: string): string[][] => {
  const records: string[][] = [[]]
  let isQuoted = false
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted || (sign !== delimiter && sign !== '\n')) continue
    records.at(-1)!.push(text.slice(from, sign === '\n' ? at + 1 : at))
    from = at + 1
    if (sign === '\n') records.push([])
  }
  records.at(-1)!.push(text.slice(from))
  return records
}

/** An apostrophe before everything that a spreadsheet would run as a formula, as the program writes its files. */
const neutralised = (cell: string): string =>
  cell.replace(/(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@\t\r＝＋－＠])/g, "$1$2'")

const row = 'lettershop_row'
const problem = 'lettershop_problem'

/** The file of bad rows with these reasons, by number of row, in place of its own. Formulas are neutralised. */
export const withReasons = (
  text: string,
  delimiter: string,
  reasons: ReadonlyMap<number, string>,
): string => {
  const [heading, ...records] = recordsOf(text, delimiter)
  const plain = (cell: string) => cell.replace(/["\r\n]/g, '')
  const rowAt = heading!.findLastIndex((cell) => plain(cell) === row)
  const problemAt = heading!.findLastIndex((cell) => plain(cell) === problem)
  if (rowAt < 0 || problemAt < 0) return text
  const translated = records.map((cells) => {
    const reason = reasons.get(Number(plain(cells[rowAt] ?? '')))
    const present = cells[problemAt]
    if (reason === undefined || present === undefined) return cells
    const end = /[\r\n]*$/.exec(present)![0]
    return cells.with(problemAt, `"${neutralised(reason).replaceAll('"', '""')}"${end}`)
  })
  return [heading!, ...translated].map((cells) => cells.join(delimiter)).join('')
}

/** A CSV without one of its columns, everything else as it was written. The last column is none of them. */
export const withoutColumn = (text: string, delimiter: string, name: string): string => {
  const records = recordsOf(text, delimiter)
  const at = records[0]!.indexOf(name)
  if (at < 0) return text
  return records
    .map((cells) => (cells.length > at + 1 ? cells.toSpliced(at, 1) : cells).join(delimiter))
    .join('')
}
