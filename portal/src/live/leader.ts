/**
 * Calls `lead` in one tab of this browser at a time; another takes over when it closes. Without the Locks API
 * (no https) every visible tab leads. Ends with `signal`.
 */
export const leadAlone = (
  name: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): void => {
  if ('locks' in navigator) {
    navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => undefined)
    return
  }
  let leading: AbortController | undefined
  const look = () => {
    if (document.visibilityState === 'hidden') {
      leading?.abort()
      leading = undefined
    } else if (!leading) {
      leading = new AbortController()
      void lead(AbortSignal.any([signal, leading.signal]))
    }
  }
  document.addEventListener('visibilitychange', look, { signal })
  look()
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
