/**
 * One outbound POST. Rules about retries, signatures and counters live in the core; an implementation
 * owns the deadline, the address guard and the capture of the answer.
 */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookOutcome>
  /** Why this URL would be refused before any attempt, or undefined. Checks literals only; names are checked at connect. */
  refuse(url: string): string | undefined
  close(): Promise<void>
}

export interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** One deadline over DNS, connect, TLS, headers and body. */
  timeoutMs: number
  /** How much of the answer's body is kept. */
  captureBytes: number
}

/** Never thrown: every way an attempt can end is a value. */
export interface WebhookOutcome {
  /** HTTP status when a status line arrived. */
  status?: number
  /** `timeout`, `dns`, `connect`, `tls`, `reset`, `address_refused`, `redirect`, `protocol` when the attempt failed without a usable status. */
  error?: string
  /** A sentence for the delivery log. */
  detail?: string
  /** The beginning of the answer's body as text. */
  responseBody: string
  durationMs: number
}
