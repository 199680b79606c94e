const keyOf = (path: string): string => `lettershop.token ${path}`

/**
 * Returns the one-time token after `#` and removes it from the URL, so that no history or screenshot has it;
 * '' if there is none. With `keeps` the tab stores it for reloads until `dropToken`, or until signing in
 * clears the tab's storage (`session.set`).
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
