import { defineOperation } from '../../../engine/operation.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { deliveryWithEvent } from '../delivery/delivery.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { deliveryParams } from '../schema.ts'
import { fingerprint, type KnownSecret, knownSecrets, secretToWire } from '../signing/secret.ts'
import { headersOf, timestampOf } from '../signing/sign.ts'
import { deliverySignatureSchema } from '../signing/signature-schema.ts'

/**
 * Errors of attempts that sent no request or may have sent none: any headers shown for them would be
 * invented.
 */
const unsent = new Set(['interrupted', 'secret_unreadable', 'internal', 'address_refused'])

export const webhookDeliverySignature = defineOperation({
  id: 'webhooks.deliverySignature',
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{deliveryId}/signature',
  summary: 'What was signed and sent at each attempt of a delivery, byte for byte',
  description:
    'The exact texts that were signed, and the headers as they were sent: to hold beside what a receiver logged. The secret itself is not shown.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: deliveryParams,
  output: deliverySignatureSchema,
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { delivery, event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    const { id: deliveryId, eventId, eventType } = delivery
    const { body } = event
    const secrets = knownSecrets(services, endpoint, services.clock.now())
    return {
      deliveryId,
      endpointId: endpoint.id,
      eventId,
      body,
      bodyBytes: new TextEncoder().encode(body).length,
      bodySha256: toHex(services.crypto.sha256(body)),
      attempts: delivery.attempts
        .filter(({ error }) => error === null || !unsent.has(error))
        .map(({ at }) => {
          const [current, ...previous] = signingAt(secrets, at)
          const signed = { deliveryId, eventId, eventType, body, at }
          return {
            at: toDateTime(at),
            signedContent: `${timestampOf(at)}.${body}`,
            standardSignedContent: `${eventId}.${timestampOf(at)}.${body}`,
            headers: current === undefined ? null : headersOf(services, [current, ...previous], signed),
            signedWith: current === undefined ? null : fingerprint(services, current),
          }
        }),
      secrets: secrets.map((known) => secretToWire(services, known)),
    }
  },
})

/**
 * The secrets that signed at a time in ms, the one that was current then first; empty where that one is no
 * longer kept.
 */
const signingAt = (secrets: readonly KnownSecret[], at: number): string[] => {
  const current = secrets.find(
    ({ since, replacedAt }) => since <= at && (replacedAt === null || replacedAt > at),
  )
  if (!current) return []
  const beside = secrets.filter(
    ({ replacedAt, until }) => replacedAt !== null && replacedAt <= at && until! > at,
  )
  return [current, ...beside].map(({ secret }) => secret)
}
