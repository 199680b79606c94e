import type { Config } from '../../kernel/config.ts'

type At = Pick<Config, 'baseUrl'>

/** The address in a piece's QR code: `HTTPS://MAIL.EXAMPLE/Q/CODE`. */
export const trackingUrl = (config: At, code: string): string => onPaper(config, `/q/${code}`)

/** The address at which the recipient of a piece refuses further mail: `HTTPS://MAIL.EXAMPLE/O/CODE`. */
export const optOutUrl = (config: At, code: string): string => onPaper(config, `/o/${code}`)

/**
 * All capitals, because a QR code needs fewer modules for them (25 instead of 29). Scheme and host ignore
 * case, and the server takes `/Q/` and `/O/` too. A base URL with a path keeps its letters, since paths may
 * differ by case.
 */
const onPaper = ({ baseUrl }: At, path: string): string => {
  const hasPath = /^https?:\/\/[^/]+\/./i.test(baseUrl)
  return hasPath ? baseUrl + path : (baseUrl + path).toUpperCase()
}
