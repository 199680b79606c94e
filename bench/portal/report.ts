import { type Figure, percentile, sayFor } from '../support/measured.ts'

const say = sayFor('bench/portal.ts')

/** One line of the report: what was measured, how long it took or how much it is, and its budget. */
export const report = (
  what: string,
  measured: string,
  budget: string,
  ...figures: (Omit<Figure, 'what'> & { what?: string })[]
): void =>
  say(
    `  ${what.padEnd(58)} ${measured.padEnd(44)} ${budget}`,
    ...figures.map((figure) => ({ what: what.trim(), ...figure })),
  )

/** The 95th of a hundred of these times, which is what a budget is about. */
export const slow = (values: readonly number[], atMost: number) => ({
  ...{ unit: 'ms, p95', values: [percentile(values, 0.95)], size: `${values.length} times` },
  aim: { atMost },
})

/** The middle, the 95th of a hundred and the longest of these times. */
export const spread = (values: readonly number[]): string =>
  `p50 ${percentile(values, 0.5).toFixed(0)}, p95 ${percentile(values, 0.95).toFixed(0)}, longest ${percentile(values, 1).toFixed(0)} ms (${values.length})`
