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
