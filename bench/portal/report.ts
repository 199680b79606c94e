import { statSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_VISIT_KB, FONTS_KB, firstVisit } from '../../portal/e2e/first-visit.ts'
import type { Portal } from '../../portal/e2e/portal.ts'
import { type Figure, percentile, sayFor } from '../support/measured.ts'

const say = sayFor('bench/portal.ts')

/** Prints one line of the report: what was measured, the result, and its budget. */
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

/** Returns the figure of the 95th percentile, which has the budget. */
export const slow = (values: readonly number[], atMost: number) => ({
  ...{ unit: 'ms, p95', values: [percentile(values, 0.95)], size: `${values.length} times` },
  aim: { atMost },
})

/** Formats the median, 95th percentile and maximum. */
export const spread = (values: readonly number[]): string =>
  `p50 ${percentile(values, 0.5).toFixed(0)}, p95 ${percentile(values, 0.95).toFixed(0)}, longest ${percentile(values, 1).toFixed(0)} ms (${values.length})`

/** Measures what a first visit loads, up to the list of items, and the size of `dist/portal.pack`. */
export const measureSize = async (portal: Portal): Promise<void> => {
  const { files, kilobytes, fontKilobytes } = await firstVisit(portal)
  report(
    'first load: shell, sign-in, list',
    `${kilobytes.toFixed(1)} KB in ${files} files`,
    `${FIRST_VISIT_KB} KB`,
    { unit: 'KB', values: [kilobytes], aim: { atMost: FIRST_VISIT_KB } },
  )
  report('fonts of the first load', `${fontKilobytes.toFixed(1)} KB`, `${FONTS_KB} KB`, {
    unit: 'KB',
    values: [fontKilobytes],
    aim: { atMost: FONTS_KB },
  })
  const pack = statSync(join(import.meta.dirname, '../../dist/portal.pack')).size
  const megabytes = pack / 1024 / 1024
  const figure = { unit: 'MB', values: [megabytes], aim: { atMost: 1.8 } }
  report('the pack', `${megabytes.toFixed(2)} MB`, '1.8 MB', figure)
}
