import { defineOperation } from '../../../engine/operation.ts'
import { connectorLimits } from '../../../model/connector-limits.ts'
import { takeInbound } from '../inbound.ts'
import { inboundParams, inboundResult } from '../schema.ts'

export const takeInboundPayload = defineOperation({
  id: 'integrations.inbound',
  method: 'POST',
  path: '/inbound/{token}',
  summary: 'Post a payload to a connector',
  description:
    'The address is the credential. The same payload, or another with the same id in it, makes no second item for seven days and answers DUPLICATE. A 422 names the places in the payload that are wrong.',
  permission: 'public',
  readsItems: 'internal',
  rateClass: 'itemCreate',
  effect: 'public',
  params: inboundParams,
  bytes: { mediaTypes: ['application/json'], limitBytes: connectorLimits.payloadBytes },
  output: inboundResult,
  errors: ['not_found', 'malformed_body', 'signature_invalid', 'organisation_suspended', 'invalid_state'],
  emits: ['item.created'],
  handler: (context, { params, bytes }) => takeInbound(context, params.token, bytes!),
})
