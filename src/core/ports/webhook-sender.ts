import type { Said } from '../kernel/sentences.ts'

/**
 * Sends one POST. Retries, signatures and counters are rules of the core; an implementation enforces the
 * deadline, guards against internal addresses and captures the answer.
 */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookOutcome>
  /**
   * Why this URL would be refused without an attempt; undefined where it would not. Checks literal addresses
   * only; names are checked when connecting.
   */
  refuse(url: string): Said | undefined
  close(): Promise<void>
}

export interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** One deadline over DNS, connect, TLS, headers and body. */
  timeoutMs: number
  /** Bytes of the answer's body to keep. */
  captureBytes: number
}

/** The result of an attempt. It is never thrown: every way in which an attempt can end is a value. */
export interface WebhookOutcome {
  /** HTTP status when a status line arrived. */
  status?: number
  /**
   * `timeout`, `dns`, `connect`, `tls`, `reset`, `address_refused`, `redirect`, `protocol` when the attempt
   * failed without a usable status.
   */
  error?: string
  /** A sentence for the delivery log. */
  detail?: string
  /** The beginning of the answer's body as text. */
  responseBody: string
  durationMs: number
}
