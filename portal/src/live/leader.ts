/**
 * Calls `run` in one tab of this browser at a time; another takes over when it closes. Without the Locks API
 * (no https) `run` is called in every visible tab. `signal` ends it.
 */
export const runInOneTab = (
  name: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): void => {
  if ('locks' in navigator) {
    navigator.locks.request(name, { signal }, () => run(signal)).catch(() => undefined)
    return
  }
  let current: AbortController | undefined
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      current?.abort()
      current = undefined
    } else if (!current) {
      current = new AbortController()
      void run(AbortSignal.any([signal, current.signal]))
    }
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  onVisibility()
}

/** Waits until the time is over, the signal fires, or the network is back. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((wake) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      wake()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
