const keyOf = (path: string): string => `lettershop.token ${path}`

/**
 * The one-time token of a link, which stands behind its `#`. It is taken out of the address at once, so that
 * it stays in no history and in no picture of the screen. With `keeps` the tab keeps it until it was used, for a
 * page that is loaded again: whoever signs in with it lets go of all that the tab keeps (`session.set`).
 */
export const takeToken = ({ keeps = false } = {}): string => {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  if (!keeps) return token
  if (token) sessionStorage.setItem(keyOf(location.pathname), token)
  return token || (sessionStorage.getItem(keyOf(location.pathname)) ?? '')
}

/** Lets go of a token that the tab kept and that is good for nothing any more. */
export const dropToken = (): void => sessionStorage.removeItem(keyOf(location.pathname))
