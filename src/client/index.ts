/** `lettershop/client`: a typed client, and verification of webhooks. Needs `fetch` and WebCrypto only. */

export type { Event } from '../core/engine/events/schema.ts'
export type { ProblemBody } from '../core/kernel/errors.ts'
export { ApiError, clientOf, createClient, everyPage } from './client.ts'
export type { ClientStream, HttpOptions, Transport } from './transport.ts'
export type { Api, CallOptions, ListInput, Method, OperationId } from './types.ts'
export { type VerifyOptions, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
