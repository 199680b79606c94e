import type { Operation } from '../core/engine/operation.ts'

/** How large a JSON body may be; more answers 413 before the rest is read. */
export const MIB = 1024 * 1024

/** What anybody may send, key or no key: the forms of the sign-in and the printer's callback are far shorter. */
export const publicLimitBytes = 8 * 1024

/** Operations whose body holds many records. */
const larger: Readonly<Record<string, number>> = {
  'items.createBulk': 4 * MIB,
  'postbatches.addItems': 4 * MIB,
}

export const bodyLimitBytes = ({ id, effect }: Pick<Operation, 'id' | 'effect'>): number =>
  effect === 'public' ? publicLimitBytes : (larger[id] ?? MIB)

/**
 * Names and values that one JSON body may hold: room for 500 rows of a hundred fields. To parse and judge more takes
 * longer than the event loop should be held, however few bytes they are.
 */
export const maxBodyValues = 100_000

/**
 * How long the address and the headers of a request may be together: room for a filter of ten thousand values, so that
 * it is refused by name. The executable's parser takes more (`scripts/build-executable.ts`).
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

/** `8 KiB`, `4 MiB`: for problems and the API document. */
export const sizeInWords = (bytes: number): string =>
  bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / 1024} KiB`

/** Connections at a time: together, and from one address that is no trusted proxy. */
export const connectionLimits = { all: 10_000, perAddress: 500 } as const

/** A connection may be silent for so long, in the middle of a request too. */
export const silenceSeconds = 120
/** In which the address and the headers of a request arrive. */
export const headSeconds = 30
/** In which a whole upload arrives. */
export const requestSeconds = 12 * 3600
