import type { Sentence } from '../kernel/sentences.ts'

/**
 * Sends a single POST. Implementations enforce the deadline, refuse internal addresses and capture the
 * response. Retries, signatures and counters are in the core.
 */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookOutcome>
  /**
   * Why a URL would be refused without an attempt. Checks literal addresses only; names are checked on
   * connecting.
   */
  refuse(url: string): Sentence | undefined
  close(): Promise<void>
}

export interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** Deadline for DNS, connect, TLS, headers and body together. */
  timeoutMs: number
  /** Bytes of the response body to keep. */
  captureBytes: number
}

/** Attempts never throw. */
export interface WebhookOutcome {
  /** HTTP status, if a status line arrived. */
  status?: number
  /**
   * Why there is no usable status: `timeout`, `dns`, `connect`, `tls`, `reset`, `address_refused`, `redirect`
   * or `protocol`.
   */
  error?: string
  /** A sentence for the delivery log. */
  detail?: string
  /** Beginning of the response body as text. */
  responseBody: string
  durationMs: number
}
