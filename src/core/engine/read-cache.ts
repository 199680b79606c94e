import type { TableName } from '../model/index.ts'
import type { Store } from '../ports/store.ts'

/** Caches values read from some tables until one of them changes. */
export type ReadCache<T> = (key: string, read: () => Promise<T>) => Promise<T>

/** Enough for the keys and Postflows in use at a time; further ones are read again. */
const maxEntries = 1000

/**
 * A cache for small rows that nearly every request needs. Without generations in the store another process
 * may write, so every call reads. Returned values are shared and must not be changed.
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
    // A commit in the meantime has replaced the map, and this value may be older than that commit.
    if (value !== undefined) into.set(key, value)
    return value
  }
}

/** Identifies a cache of rows of some tables; the code that reads through it declares it. */
export interface CacheKind<T> {
  tables: readonly TableName[]
  /** Never set: it gives the kind the type of its values. */
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
