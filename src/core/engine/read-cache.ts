import type { TableName } from '../model/index.ts'
import type { Store } from '../ports/store.ts'

/** Caches values read from some tables until one of the tables changes. */
export type ReadCache<T> = (key: string, read: () => Promise<T>) => Promise<T>

/** Enough for the keys and Postflows in concurrent use. */
const maxEntries = 1000

/**
 * Shares reads without caching: calls that arrive during a read share the next one. Results were therefore
 * read after the call arrived and include every commit answered before it.
 */
const createSharedReads = <T>(): ReadCache<T> => {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  const begin: ReadCache<T> = (key, read) => {
    const reading = read()
    running.set(key, reading)
    const end = () => {
      if (running.get(key) === reading) running.delete(key)
    }
    reading.then(end, end)
    return reading
  }
  return (key, read) => {
    const before = running.get(key)
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
 * Caches small rows that nearly every request needs. If the store has no generations, other processes may
 * write: nothing is cached then, and only `apart` kinds share reads.
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
    // Set in the map from before the read: a commit may have replaced that map and outdated this value.
    if (value !== undefined) into.set(key, value)
    return value
  }
}

/** Declared by the code that reads through the cache. */
export interface CacheKind<T> {
  tables: readonly TableName[]
  /** True if no read belongs to a transaction, where sharing could wait for another transaction's lock. */
  apart?: true
  /** Never set; carries the type of the values. */
  readonly keeps?: T
}

/** Used as in `caches.of(knownKeys)`. */
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
