/** What a check writes of a line's prices: the steps in cents, and what each further sheet costs. */
export interface WrittenPrices {
  steps: { from: number; cents: number }[]
  sheet: number | undefined
}

/** Reads `89`, `89, 79 (500+)` or `89, 79 (500+) + 10`; undefined where it is written otherwise. */
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

/** Rows by what they have in common, in the order in which each first occurs. */
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
