import type { WebhookOutcome, WebhookRequest, WebhookSender } from '../../core/ports/webhook-sender.ts'
import { CapturedBody } from '../webhook-http/captured-body.ts'
import type { AddressPolicy } from '../webhook-http/target.ts'
import { createTargetPolicy } from '../webhook-http/target.ts'

/** The scripted response of an endpoint: an answer, or a failure as in `WebhookOutcome.error`. */
export type ScriptedAnswer =
  | { status: number; body?: string }
  | { error: 'timeout' | 'dns' | 'connect' | 'tls' | 'reset' }

/** A sender for tests that sends nothing. */
export interface MemoryWebhookSender extends WebhookSender {
  /** All requests, oldest first. */
  readonly requests: readonly WebhookRequest[]
  /** Sets the response to further requests; initially 200 with an empty body. */
  answerWith(
    answer: ScriptedAnswer | ((request: WebhookRequest) => ScriptedAnswer | Promise<ScriptedAnswer>),
  ): void
}

/** Creates a sender that records requests and answers as scripted. Checks URLs like the real one. */
export const createMemoryWebhookSender = (
  policy: AddressPolicy = { allowInsecure: false, allowCidrs: [] },
): MemoryWebhookSender => {
  const { refuse } = createTargetPolicy(policy)
  const requests: WebhookRequest[] = []
  let answer: (request: WebhookRequest) => ScriptedAnswer | Promise<ScriptedAnswer> = () => ({ status: 200 })

  return {
    requests,
    refuse,
    answerWith(next) {
      answer = typeof next === 'function' ? next : () => next
    },
    async send(request) {
      const refusal = refuse(request.url)
      if (refusal)
        return { error: 'address_refused', detail: refusal.message, responseBody: '', durationMs: 0 }
      requests.push({ ...request, headers: { ...request.headers }, body: request.body.slice() })
      return outcomeOf(await answer(request), request)
    },
    async close() {},
  }
}

const outcomeOf = (answer: ScriptedAnswer, request: WebhookRequest): WebhookOutcome => {
  if ('error' in answer) {
    const durationMs = answer.error === 'timeout' ? request.timeoutMs : 0
    return { error: answer.error, detail: 'As scripted.', responseBody: '', durationMs }
  }
  const body = new CapturedBody(request.captureBytes)
  body.add(new TextEncoder().encode(answer.body ?? ''))
  const redirect = answer.status >= 300 &&
    answer.status < 400 && { error: 'redirect', detail: 'As scripted.' }
  return { status: answer.status, ...redirect, responseBody: body.text(), durationMs: 0 }
}
