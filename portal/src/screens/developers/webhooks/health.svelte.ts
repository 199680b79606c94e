import type { Schemas } from '../../../api/client.ts'
import { Resource } from '../../../api/resource.svelte.ts'
import { isOfAddress } from '../reasons.ts'
import { addressIn, usedUrl } from './address.ts'
import { countMissing, countSending, fromTheBeginning, lastFailure } from './operations.ts'
import type { Work } from './work.svelte.ts'

interface Subject {
  webhook: Schemas['Webhook']
  work: Work
}
export type Health = ReturnType<typeof createHealth>

/** What a webhook lacks and why; loads nothing without a subject. Create it during component initialisation. */
export const createHealth = (subject: () => Subject | undefined) => {
  const webhook = $derived(subject()?.webhook)
  const work = $derived(subject()?.work)
  const missing = new Resource(
    () => webhook && `webhooks/${webhook.id}/missing ${webhook.active}`,
    () => countMissing(webhook!.id, fromTheBeginning()),
  )
  const failure = new Resource(
    () => webhook && `webhooks/${webhook.id}/failure ${webhook.active} ${webhook.consecutiveExhausted}`,
    () => lastFailure(webhook!.id),
  )
  const sending = new Resource(
    () => webhook && `webhooks/${webhook.id}/sending ${webhook.active}`,
    () => countSending(webhook!.id),
  )
  const attempt = $derived(failure.data?.attempts.at(-1))
  /** True if the URL has changed since the failed attempt, or a test was accepted. */
  const isFixed = $derived(
    work?.isTestTaken === true ||
      (attempt !== undefined && webhook !== undefined && !usedUrl(attempt, webhook.url)),
  )
  return {
    /** Number of missed and exhausted events that can be sent. */
    get missing(): number {
      return missing.data ?? 0
    },
    /** The latest delivery that failed after an attempt; null if there is none. */
    get failure(): Schemas['Delivery'] | null | undefined {
      return failure.data
    },
    /** Number of deliveries in progress. */
    get sending(): number {
      return sending.data ?? 0
    },
    /** The last attempt of `failure`. */
    get attempt(): Schemas['DeliveryAttempt'] | undefined {
      return attempt
    },
    /** True if deliveries still fail; false if later events arrived and only exhausted ones are missing. */
    get isFailing(): boolean {
      const isLast = failure.data?.status === 'EXHAUSTED' && webhook?.consecutiveExhausted === 0
      return failure.data != null && !isLast
    },
    /** The URL that the last response suggests. */
    get namedUrl(): string | undefined {
      return attempt && webhook && addressIn(attempt, webhook.url)
    },
    /** True if another URL would probably solve it. */
    get isMisled(): boolean {
      return attempt !== undefined && !isFixed && isOfAddress(attempt)
    },
    /** True once all is loaded; no status is shown before. */
    get isKnown(): boolean {
      return missing.data !== undefined && failure.data !== undefined && sending.data !== undefined
    },
    get isHealthy(): boolean {
      return webhook?.active === true && missing.data === 0 && !failure.data && sending.data === 0
    },
    /** What keeps the status from being known. */
    get problem() {
      return missing.problem ?? failure.problem ?? sending.problem
    },
    /** Does nothing without a subject, for example on another tab. */
    async reload(): Promise<void> {
      if (webhook) await Promise.all([missing.reload(), failure.reload(), sending.reload()])
    },
  }
}
