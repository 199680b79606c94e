import type { WebhookOutcome, WebhookRequest, WebhookSender } from '../../core/ports/webhook-sender.ts'
import { CapturedBody } from '../webhook-http/captured-body.ts'
import type { AddressPolicy } from '../webhook-http/target.ts'
import { createTargetPolicy } from '../webhook-http/target.ts'

/**
 * Sends webhooks with `fetch`, under the browser's rules: the endpoint must allow the page's origin (CORS),
 * or the delivery fails; the browser resolves names, so only literal addresses are checked; a redirect
 * usually reveals neither status nor target.
 */
export const createWebWebhookSender = (policy: AddressPolicy): WebhookSender => {
  const { refuse } = createTargetPolicy(policy)
  return {
    refuse,
    async send(request) {
      const startedAt = performance.now()
      const refusal = refuse(request.url)
      const outcome =
        refusal === undefined
          ? await post(request)
          : { error: 'address_refused', detail: refusal.message, responseBody: '' }
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },
    async close() {},
  }
}

type Outcome = Omit<WebhookOutcome, 'durationMs'>

const post = async (request: WebhookRequest): Promise<Outcome> => {
  const body = new CapturedBody(request.captureBytes)
  const abort = new AbortController()
  const deadline = setTimeout(() => abort.abort(), request.timeoutMs)
  let status: number | undefined
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    })
    if (response.type === 'opaqueredirect') return redirected(undefined)
    status = response.status
    await capture(response, body)
  } catch (error) {
    // The status decides the outcome, even if the rest of the response was lost.
    if (status === undefined) return { ...failureOf(error, request, abort.signal), responseBody: '' }
  } finally {
    clearTimeout(deadline)
    // Cancels the rest of the response.
    abort.abort()
  }
  if (status !== undefined && status >= 300 && status <= 399) {
    return { ...redirected(status), responseBody: body.text() }
  }
  return { status, responseBody: body.text() }
}

const capture = async (response: Response, body: CapturedBody): Promise<void> => {
  const reader = response.body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done || body.add(value)) return
  }
}

const redirected = (status: number | undefined): Outcome => ({
  status,
  error: 'redirect',
  detail: 'The endpoint redirects; redirects are not followed.',
  responseBody: '',
})

const failureOf = (
  error: unknown,
  { timeoutMs }: WebhookRequest,
  { aborted }: AbortSignal,
): Pick<WebhookOutcome, 'error' | 'detail'> => {
  if (aborted) return { error: 'timeout', detail: `The endpoint took longer than ${timeoutMs / 1000} s.` }
  // Browsers don't reveal why a request failed.
  const reason = error instanceof Error ? error.message : String(error)
  return {
    error: 'connect',
    detail: `The browser got no response that this page may read (${reason}).`,
  }
}
