import type { WebhookOutcome, WebhookSender } from '../../core/ports/webhook-sender.ts'
import type { AddressPolicy } from './address-guard.ts'
import type { Attempt } from './attempt.ts'
import { createTargetPolicy } from './target.ts'
import type { Transport, TransportOptions } from './transport.ts'

export interface WebhookHttpOptions extends AddressPolicy, TransportOptions {}

/** WebhookSender over `Transport`, which is loaded with the first webhook: a start needs no HTTP client. */
export function createWebhookSender(options: WebhookHttpOptions): WebhookSender {
  const target = createTargetPolicy(options)
  let transport: Promise<Transport> | undefined
  const loaded = () => {
    transport ??= import('./transport.ts').then(({ createTransport }) =>
      createTransport(options, target.guard),
    )
    return transport
  }

  return {
    refuse: target.refuse,
    async send(request) {
      const { post } = await loaded()
      const startedAt = performance.now()
      // Again at every attempt: the operator may have narrowed the policy since the endpoint was made.
      const refusal = target.refuse(request.url)
      const outcome = refusal
        ? { error: 'address_refused', detail: refusal, responseBody: '' }
        : outcomeOf(await post(request, startedAt))
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },
    async close() {
      if (transport) (await transport).close()
    },
  }
}

function outcomeOf({ status, location, failure, responseBody }: Attempt): Omit<WebhookOutcome, 'durationMs'> {
  if (failure) return { ...failure, responseBody }
  if (status === undefined || status < 300 || status > 399) return { status, responseBody }
  const to = location ? ` to ${location.slice(0, 200)}` : ''
  return {
    status,
    error: 'redirect',
    detail: `The endpoint redirects${to}; redirects are not followed.`,
    responseBody,
  }
}
