/** A line's prices in a check: steps in cents, and the surcharge for each further sheet. */
export interface WrittenPrices {
  steps: { from: number; cents: number }[]
  sheet: number | undefined
}

/** Parses `89`, `89, 79 (500+)` or `89, 79 (500+) + 10`; undefined for other texts. */
export const stepsIn = (written: string): WrittenPrices | undefined => {
  const [prices, sheet, ...more] = written.split(' + ')
  const steps = prices!.split(', ').map((one) => /^(\d+)(?: \((\d+)\+\))?$/.exec(one))
  if (more.length > 0 || steps.includes(null) || (sheet !== undefined && !/^\d+$/.test(sheet)))
    return undefined
  return {
    steps: steps.map((step) => ({ from: Number(step![2] ?? 1), cents: Number(step![1]) })),
    sheet: sheet === undefined ? undefined : Number(sheet),
  }
}

/** Groups rows in order of first occurrence. */
export const groupedBy = <Row>(rows: readonly Row[], of: (row: Row) => string): [string, Row[]][] => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = of(row)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return [...groups]
}
