/** How large a JSON body may be; more answers 413 before the rest is read (DESIGN 6, `docs/limits.md`). */
const MIB = 1024 * 1024

/** Operations whose body holds many records. */
const larger: Readonly<Record<string, number>> = {
  'items.createBulk': 4 * MIB,
  'postbatches.addItems': 4 * MIB,
}

export const bodyLimitBytes = (operationId: string): number => larger[operationId] ?? MIB

/**
 * How long the address and the headers of a request may be together: room for a filter of ten thousand values, so that
 * it is refused by name. In the executable the same number stands in `scripts/build-executable.ts`.
 */
export const headLimitBytes = 128 * 1024

/**
 * How often a minute people at one address may open the pages that paper leads to. A station, an office and a mobile network
 * share one address, and so does everybody behind a proxy that is not named: these only keep a flood from the store.
 */
export const visitLimits = {
  /** Scans, of any code. */
  scans: 6000,
  /** Scans of one code; more are redirected and not counted. */
  countedScans: 600,
  /** Looks at the page of an opt-out, and answers to it. */
  optOuts: 600,
} as const
