import type { WebhookOutcome, WebhookSender } from '../../core/ports/webhook-sender.ts'
import type { Attempt } from './attempt.ts'
import type { AddressPolicy } from './target.ts'
import { createTargetPolicy, type TargetPolicy } from './target.ts'
import type { Transport, TransportOptions } from './transport.ts'

export interface WebhookHttpOptions extends AddressPolicy, TransportOptions {}

/** Creates a `WebhookSender`. Loads its transport on first use, to keep the start short. */
export const createWebhookSender = (options: WebhookHttpOptions): WebhookSender => {
  const target = createTargetPolicy(options)
  const judged = createJudge(target)
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
      // Checked for every attempt, because the operator may have restricted the policy since the endpoint was
      // created.
      const target = judged(request.url)
      const outcome =
        typeof target === 'string'
          ? { error: 'address_refused', detail: target, responseBody: '' }
          : outcomeOf(await post(target, request, startedAt))
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },
    async close() {
      if (transport) (await transport).close()
    },
  }
}

/** Maximum cached URLs. */
const maxJudged = 1000

/** Parses URLs or returns why they are refused. Cached, as the policy is constant in a process. */
const createJudge = ({ refuse }: TargetPolicy): ((text: string) => URL | string) => {
  const known = new Map<string, URL | string>()
  return (text) => {
    let target = known.get(text)
    if (target === undefined) {
      target = refuse(text)?.message ?? new URL(text)
      if (known.size >= maxJudged) known.clear()
      known.set(text, target)
    }
    return target
  }
}

const sentTwice =
  'Sent twice: a reused connection broke before a response arrived, so the request was sent again on a new one.'

const outcomeOf = (attempt: Attempt): Omit<WebhookOutcome, 'durationMs'> => {
  const outcome = answerOf(attempt)
  if (!attempt.sentBefore) return outcome
  return { ...outcome, detail: outcome.detail ? `${outcome.detail} ${sentTwice}` : sentTwice }
}

const answerOf = ({
  status,
  location,
  failure,
  responseBody,
}: Attempt): Omit<WebhookOutcome, 'durationMs'> => {
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
