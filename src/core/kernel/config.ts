/** Settings of an instance, with defaults that suit a new self-hosted one. */
export interface Config {
  /** Public URL of this server, without a trailing slash. Printed in QR codes. */
  baseUrl: string
  /** False if `baseUrl` is a guess. Live mail must not carry a guessed URL. */
  baseUrlIsChosen: boolean
  /** Prefix of API keys: `svc` gives `svc_live_…` and `svc_test_…`. */
  keyPrefix: string
  /** Allows webhook URLs with http or on loopback. For development only. */
  allowInsecureWebhooks: boolean
  /** Concurrent deliveries in total, and to one endpoint that has not yet proved fast. */
  webhookConcurrency: number
  webhookConcurrencyPerEndpoint: number
  /** Additional slots for deliveries that have run for a second. One organisation may use a quarter. */
  webhookConcurrencySlow: number
  itemsPerPart: number
  /**
   * Most items that a bulk action by filters collects in its request's transaction. A job collects more,
   * because so many rows would block all other writes.
   */
  itemsSettledAtOnce: number
  /** Most items that the filters of one bulk action or exact count may match. */
  itemsByFilters: number
  /** Minutes without use after which a portal session ends. */
  sessionIdleMinutes: number
  /** Restricts operators and owners without a second factor to setting one up. */
  requireSecondFactor: boolean
  /** Days for which events and deliveries are kept. */
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
  itemsSettledAtOnce: 10_000,
  itemsByFilters: 1_000_000,
  sessionIdleMinutes: 30,
  requireSecondFactor: false,
  eventRetentionDays: 30,
}
