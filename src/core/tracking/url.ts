import type { Config } from '../config.ts'

/**
 * What a piece's QR code holds: `HTTPS://MAIL.EXAMPLE/Q/CODE`. All capitals, because a QR code needs fewer
 * modules for them (25 instead of 29, FACTS); scheme and host do not care, and the server takes `/Q/` too. A
 * base address with a path of its own keeps its letters, since paths may differ by case.
 */
export const trackingUrl = (config: Pick<Config, 'baseUrl'>, code: string): string => {
  const hasPath = /^https?:\/\/[^/]+\/./i.test(config.baseUrl)
  return hasPath ? `${config.baseUrl}/q/${code}` : `${config.baseUrl}/q/${code}`.toUpperCase()
}
