/**
 * The one-time token of a link, which stands behind its `#`. It is taken out of the address at once, so that
 * it stays in no history and in no picture of the screen.
 */
export const takeToken = (): string => {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
