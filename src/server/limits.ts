import type { Operation } from '../core/engine/operation.ts'

/** Bytes of a MiB; also the default limit of JSON bodies. Larger ones get 413 before the rest is read. */
export const MIB = 1024 * 1024

/** Maximum body without a key. Sign-in forms and printers' callbacks are far shorter. */
export const publicLimitBytes = 8 * 1024

/** Body limits of operations with many records. */
const larger: Readonly<Record<string, number>> = {
  'items.createBulk': 4 * MIB,
  'postbatches.addItems': 4 * MIB,
}

export const bodyLimitBytes = ({ id, effect }: Pick<Operation, 'id' | 'effect'>): number =>
  effect === 'public' ? publicLimitBytes : (larger[id] ?? MIB)

/** Names and values of a JSON body: 500 rows of a hundred fields. More would block the event loop. */
export const maxBodyValues = 100_000

/**
 * Maximum length of URL and headers together, enough for a filter of ten thousand values, which is then
 * refused by name. The executable's parser accepts more (`scripts/build-executable.ts`).
 */
export const headLimitBytes = 128 * 1024

/**
 * Requests per minute and address to the pages of printed codes, and for the portal's files. Stations, offices
 * and mobile networks share an address, and so do all clients behind an untrusted proxy: the limits only protect
 * the store, and the network, from floods.
 */
export const visitLimits = {
  /** Scans of all codes. */
  scans: 6000,
  /** Scans of a code that are counted; further ones are only redirected. */
  countedScans: 600,
  /** Views and submissions of the opt-out page. */
  optOuts: 600,
  /** Files of the portal, which are in memory; a first visit needs some thirty. */
  files: 6000,
} as const

/** Formats a size, such as `8 KiB` or `4 MiB`. */
export const sizeInWords = (bytes: number): string =>
  bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / 1024} KiB`

/** Minimum size of files that programs download directly from the blob store. */
export const redirectBytes = 8 * MIB

/** Maximum connections: in total, and from an address that is not a trusted proxy. */
export const connectionLimits = { all: 10_000, perAddress: 500 } as const

/**
 * Idle timeout of connections, between and within requests. Longer than proxies' (Caddy two minutes, nginx
 * one): if the server closed first, a request could hit a closing connection.
 */
export const idleTimeoutSeconds = 130
/** Timeout for receiving URL and headers. */
export const headSeconds = 30
/** Timeout for receiving a whole upload. */
export const requestSeconds = 12 * 3600
/** How long requests may continue during shutdown. */
export const drainSeconds = 10

/** Maximum length of the caller's `X-Request-Id`. */
export const maxRequestIdLength = 128
