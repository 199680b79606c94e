/** Settings of an instance, with defaults that suit a new self-hosted one. */
export interface Config {
  /** The public address of this server, without a trailing slash; printed in QR codes. */
  baseUrl: string
  /** False where `baseUrl` was not configured and is a guess, which live mail must not carry. */
  baseUrlIsChosen: boolean
  /** The prefix of API keys: `svc` for `svc_live_…` and `svc_test_…`. */
  keyPrefix: string
  /** Allows webhook addresses with http or on loopback (development only). */
  allowInsecureWebhooks: boolean
  /** Concurrent deliveries, in all and to one endpoint that has not yet shown that it is quick. */
  webhookConcurrency: number
  webhookConcurrencyPerEndpoint: number
  /**
   * Further concurrent deliveries, for those that have run for a second; a quarter of them for one
   * organisation.
   */
  webhookConcurrencySlow: number
  /** Items in a PDF part. */
  itemsPerPart: number
  /**
   * Items that a bulk action by filters settles in the transaction of its request. Where there are more, a
   * job gathers them, because so many rows would hold up all other writes.
   */
  itemsSettledAtOnce: number
  /** Items that the filters of one bulk action, or of an exact count, may let through. */
  itemsByFilters: number
  /** A portal session ends after this many minutes without use. */
  sessionIdleMinutes: number
  /** Whether operators and owners without a second factor may do nothing but set one up. */
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
  itemsSettledAtOnce: 10_000,
  itemsByFilters: 1_000_000,
  sessionIdleMinutes: 30,
  requireSecondFactor: false,
  eventRetentionDays: 30,
}

/**
 * Default requests a minute, counted per key and class in fixed one-minute windows
 * (docs/api-rules.md#rate-limits).
 */
export const rateClasses = {
  general: 600,
  itemCreate: 3000,
  preview: 60,
  paper: 600,
  search: 120,
  upload: 60,
  export: 20,
  invite: 30,
  public: 60,
} as const
export type RateClass = keyof typeof rateClasses
