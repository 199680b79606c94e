import type { Operation } from '../core/engine/operation.ts'

/** How large a JSON body may be; more answers 413 before the rest is read. */
export const MIB = 1024 * 1024

/**
 * Largest body that is read without a key: the forms of the sign-in and the printer's callback are far
 * shorter.
 */
export const publicLimitBytes = 8 * 1024

/** Body limits of operations whose body holds many records. */
const larger: Readonly<Record<string, number>> = {
  'items.createBulk': 4 * MIB,
  'postbatches.addItems': 4 * MIB,
}

export const bodyLimitBytes = ({ id, effect }: Pick<Operation, 'id' | 'effect'>): number =>
  effect === 'public' ? publicLimitBytes : (larger[id] ?? MIB)

/**
 * Names and values that one JSON body may contain, enough for 500 rows of a hundred fields. To parse and
 * check more would block the event loop for too long, however few bytes they are.
 */
export const maxBodyValues = 100_000

/**
 * How long the address and the headers of a request may be together, enough for a filter of ten thousand
 * values, which is then refused by name. The executable's parser accepts more
 * (`scripts/build-executable.ts`).
 */
export const headLimitBytes = 128 * 1024

/**
 * Requests per minute from one address to the pages to which printed codes lead. A station, an office and a
 * mobile network share one address, and so do all clients behind a proxy that is not trusted: the limits only
 * keep a flood from the store.
 */
export const visitLimits = {
  /** Scans of all codes. */
  scans: 6000,
  /** Scans of one code that are counted; further ones are only redirected. */
  countedScans: 600,
  /** Views of the opt-out page and answers to it. */
  optOuts: 600,
} as const

/** A size in words, as `8 KiB` or `4 MiB`, for problems and the API document. */
export const sizeInWords = (bytes: number): string =>
  bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / 1024} KiB`

/** Programs fetch files of this size from where they are kept, if they can be fetched there. */
export const redirectBytes = 8 * MIB

/** Connections at a time: in total, and from one address that is no trusted proxy. */
export const connectionLimits = { all: 10_000, perAddress: 500 } as const

/**
 * How long a connection may be silent, between two requests and in the middle of one. Longer than proxies keep theirs
 * (Caddy two minutes, nginx one): where the server closed first, a request could meet the end of its connection.
 */
export const silenceSeconds = 130
/** Time within which the address and the headers of a request have to arrive. */
export const headSeconds = 30
/** Time within which a whole upload has to arrive. */
export const requestSeconds = 12 * 3600
/** How long requests may go on after the server was told to stop. */
export const drainSeconds = 10

/** How long the caller's own `X-Request-Id` may be. */
export const maxRequestIdLength = 128
