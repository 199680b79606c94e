/** Settings of an instance; every default is what a self-hoster wants on the first day. */
export interface Config {
  /** Where this server is reached from outside, without a trailing slash; printed on paper in QR codes. */
  baseUrl: string
  /** False where nobody said where the server is reached and `baseUrl` is a guess: then no live mail carries it. */
  baseUrlIsChosen: boolean
  /** `svc`: the beginning of API keys, `svc_live_…` and `svc_test_…`. */
  keyPrefix: string
  /** http and loopback webhook addresses are allowed (development only). */
  allowInsecureWebhooks: boolean
  /** Deliveries under way at once, in all and to one endpoint. */
  webhookConcurrency: number
  webhookConcurrencyPerEndpoint: number
  /** Besides, those that have run for a second; a quarter of them of one organisation. */
  webhookConcurrencySlow: number
  /** Items a PDF part holds. */
  itemsPerPart: number
  /** A portal session that nobody used for so long is over. */
  sessionIdleMinutes: number
  /** Operators and owners without a second factor can do nothing but set one up. */
  requireSecondFactor: boolean
  /** Days that events and deliveries are kept. */
  eventRetentionDays: number
}

export const defaultConfig: Config = {
  baseUrl: 'http://127.0.0.1:8484',
  baseUrlIsChosen: true,
  keyPrefix: 'svc',
  allowInsecureWebhooks: false,
  webhookConcurrency: 64,
  webhookConcurrencyPerEndpoint: 8,
  webhookConcurrencySlow: 1000,
  itemsPerPart: 1000,
  sessionIdleMinutes: 30,
  requireSecondFactor: false,
  eventRetentionDays: 30,
}
