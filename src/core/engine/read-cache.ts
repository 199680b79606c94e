import type { TableName } from '../model/index.ts'
import type { Store } from '../ports/store.ts'

/** Keeps what was read of some tables until one of them changes. */
export type ReadCache<T> = (key: string, read: () => Promise<T>) => Promise<T>

/** Enough for the keys and Postflows that are busy at a time; the others are read again. */
const maxEntries = 1000

/**
 * For small rows that nearly every request asks for. Reads every time where the store has no generations: then
 * another process may write. What comes back is shared and must not be changed.
 */
export const createReadCache = <T>(store: Store, ...tables: readonly TableName[]): ReadCache<T> => {
  let generation: number | undefined
  let kept = new Map<string, T>()
  return async (key, read) => {
    const current = store.generation?.(...tables)
    if (current === undefined) return read()
    if (current !== generation || kept.size >= maxEntries) {
      generation = current
      kept = new Map()
    }
    const known = kept.get(key)
    if (known !== undefined) return known
    const into = kept
    const value = await read()
    // A commit in between has made a new map, and this value may be older than it.
    if (value !== undefined) into.set(key, value)
    return value
  }
}

/** Names a cache of the rows of some tables: whoever reads through it declares it. */
export interface CacheKind<T> {
  tables: readonly TableName[]
  /** Never set: it ties the kind to what its cache keeps. */
  readonly keeps?: T
}

/** The caches of a core: `caches.of(knownKeys)`. */
export interface Caches {
  of<T>(kind: CacheKind<T>): ReadCache<T>
}

export const createCaches = (store: Store): Caches => {
  const caches = new Map<CacheKind<unknown>, ReadCache<unknown>>()
  return {
    of<T>(kind: CacheKind<T>) {
      const known = caches.get(kind)
      if (known) return known as ReadCache<T>
      const made = createReadCache<T>(store, ...kind.tables)
      caches.set(kind, made as ReadCache<unknown>)
      return made
    },
  }
}
