/** One line of the report: what was measured, how long it took or how much it is, and its budget. */
export const report = (what: string, measured: string, budget: string): void =>
  console.log(`  ${what.padEnd(58)} ${measured.padEnd(44)} ${budget}`)

export const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

/** The middle, the 95th of a hundred and the longest of these times. */
export const spread = (values: readonly number[]): string =>
  `p50 ${at(values, 0.5).toFixed(0)}, p95 ${at(values, 0.95).toFixed(0)}, longest ${at(values, 1).toFixed(0)} ms (${values.length})`
