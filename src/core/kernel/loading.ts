/** Returns a function that loads a value once, for all its calls. A failure is not cached: the next call retries. */
export const loadOnce = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

interface LoadedValues<K, T> {
  get(key: K): Promise<T> | undefined
  set(key: K, value: Promise<T>): unknown
  delete(key: K): unknown
}

/** Like `loadOnce`, once for each key of a map. */
export const loadEachOnce = <K, T>(
  loaded: LoadedValues<K, T>,
  key: K,
  load: () => Promise<T>,
): Promise<T> => {
  const known = loaded.get(key)
  if (known) return known
  const loading = load()
  loaded.set(key, loading)
  loading.catch(() => loaded.delete(key))
  return loading
}
