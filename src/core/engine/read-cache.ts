import type { TableName } from '../model/index.ts'
import type { Store } from '../ports/store.ts'

/** Caches values read from some tables until one of them changes. */
export type ReadCache<T> = (key: string, read: () => Promise<T>) => Promise<T>

/** Enough for the keys and Postflows in use at a time; further ones are read again. */
const maxEntries = 1000

/**
 * Reads that nothing keeps: those of one key follow each other, and calls that come while one is under way share the
 * next. What a call is given was read after it came, so it misses no commit that was answered before.
 */
const createSharedReads = <T>(): ReadCache<T> => {
  const underWay = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const begin: ReadCache<T> = (key, read) => {
    const reading = read()
    underWay.set(key, reading)
    const end = () => {
      if (underWay.get(key) === reading) underWay.delete(key)
    }
    reading.then(end, end)
    return reading
  }
  return (key, read) => {
    const before = underWay.get(key)
    if (!before) return begin(key, read)
    const known = next.get(key)
    if (known) return known
    const follow = () => {
      next.delete(key)
      return begin(key, read)
    }
    const coming = before.then(follow, follow)
    next.set(key, coming)
    return coming
  }
}

/**
 * A cache for small rows that nearly every request needs. Without generations in the store another process
 * may write, so nothing is kept: calls share a read at most, where it belongs to no transaction. Returned values are
 * shared and must not be changed.
 */
const createReadCache = <T>(store: Store, { tables, apart }: CacheKind<T>): ReadCache<T> => {
  const unkept: ReadCache<T> = apart ? createSharedReads() : (_key, read) => read()
  let generation: number | undefined
  let kept = new Map<string, T>()
  return async (key, read) => {
    const current = store.generation?.(...tables)
    if (current === undefined) return unkept(key, read)
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
  /** True where every read is one of its own, outside of transactions: one in a transaction could wait for another's lock. */
  apart?: true
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
      const made = createReadCache(store, kind)
      caches.set(kind, made as ReadCache<unknown>)
      return made
    },
  }
}
