/** The host part of an address as it is written: backslashes count as slashes, as in browsers. */
const authority = /^[a-z][a-z\d+.-]*:[\\/]{2,}([^\\/?#]*)/i

/**
 * Whether an address has user information before its host (`https://bank.example@evil.example`). Readers take
 * that for the host, so addresses with it are refused.
 */
export const hasUserInformation = (address: string): boolean => {
  // A parser removes line ends and tabs wherever they are.
  const text = address.trim().replace(/[\t\r\n]/g, '')
  if (authority.exec(text)?.[1]?.includes('@')) return true
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && (url.username !== '' || url.password !== '')
}

/**
 * The base URL of an instance as it is printed, without slashes at its end. Undefined unless it is an http or https
 * address without user information, query and fragment.
 */
export const baseUrlOf = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || hasUserInformation(text))
    return undefined
  return url.href.replace(/\/+$/, '')
}
