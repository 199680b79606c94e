const keyOf = (path: string): string => `lettershop.token ${path}`

/**
 * Takes the one-time token behind `#` out of the URL at once, so that it stays in no history or screenshot.
 * With `keeps` the tab stores it until it is used, for reloads; signing in clears the tab's storage
 * (`session.set`).
 */
export const takeToken = ({ keeps = false } = {}): string => {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  if (!keeps) return token
  if (token) sessionStorage.setItem(keyOf(location.pathname), token)
  return token || (sessionStorage.getItem(keyOf(location.pathname)) ?? '')
}

/** Removes a stored token that is no longer valid. */
export const dropToken = (): void => sessionStorage.removeItem(keyOf(location.pathname))
