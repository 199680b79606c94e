/** Splits a CSV into rows of raw cells with quotes; a row's last cell includes the line end. */
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

/** Neutralises formulas with an apostrophe, as the server does. */
const neutralised = (cell: string): string =>
  cell.replace(/(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@\t\r＝＋－＠])/g, "$1$2'")

const row = 'lettershop_row'
const problem = 'lettershop_problem'

/** Replaces the reasons in a file of bad rows by row number. Formulas are neutralised. */
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

/** Removes a column other than the last from a CSV; everything else stays unchanged. */
export const withoutColumn = (text: string, delimiter: string, name: string): string => {
  const records = recordsOf(text, delimiter)
  const at = records[0]!.indexOf(name)
  if (at < 0) return text
  return records
    .map((cells) => (cells.length > at + 1 ? cells.toSpliced(at, 1) : cells).join(delimiter))
    .join('')
}
