import type { ModeScope } from '../../../engine/caller.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { not } from '../../../kernel/query.ts'
import type { Rows } from '../../../ports/store.ts'
import { visibleEndpoint, visibleTo } from '../endpoints/endpoint.ts'
import { webhookParams } from '../schema.ts'
import { type SentDelivery, verifyReceived } from '../signing/diagnose-signature.ts'
import { knownSecrets } from '../signing/secret.ts'
import { verifiedSignatureSchema, verifySignatureInput } from '../signing/signature-schema.ts'

export const verifyWebhookSignature = defineOperation({
  id: 'webhooks.verifySignature',
  method: 'POST',
  path: '/webhooks/{id}/verify-signature',
  summary: 'Find out what is wrong with a signature',
  description:
    'Takes the headers and the body that a receiver got, and says which part fails: another secret or an ended one, a body that was changed and where, a timestamp that is too old. With `computedSignature`, what the receiver’s own code computed, it names the mistake. Shows the exact text that is signed, and secrets by fingerprint only: the first 12 hex digits of `sha256` of the secret. Writes nothing.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: webhookParams,
  body: verifySignatureInput,
  output: verifiedSignatureSchema,
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const now = services.clock.now()
    const others = await rows.webhookEndpoints.find({ organisationId: scope.organisationId }, [
      { id: not(endpoint.id) },
      visibleTo(scope.mode),
    ])
    return verifyReceived(services, body, {
      endpointId: endpoint.id,
      secrets: knownSecrets(services, endpoint, now),
      otherSecrets: others.flatMap((other) => knownSecrets(services, other, now)[0]?.secret ?? []),
      delivery: await sentDelivery(rows, scope, body.headers),
      now,
    })
  },
})

/** The delivery that the headers name, where the caller may see it. */
const sentDelivery = async (
  rows: Rows,
  scope: ModeScope,
  headers: Readonly<Record<string, string>>,
): Promise<SentDelivery | undefined> => {
  const name = Object.keys(headers).find((header) => header.toLowerCase() === 'x-webhook-id')
  const delivery = name && (await rows.webhookDeliveries.get(scope, headers[name]!.trim()))
  const event = delivery && (await rows.events.get(scope, delivery.eventId))
  if (!delivery || !event) return undefined
  const { endpointId, eventId, attempts } = delivery
  return { endpointId, eventId, body: event.body, attemptsAt: attempts.map(({ at }) => at) }
}
