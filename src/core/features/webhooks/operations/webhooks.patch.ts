import type { Transaction } from '../../../engine/context.ts'
import { lastSequence } from '../../../engine/events/append.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import type { WebhookEndpointRow } from '../../../model/webhooks.ts'
import { assertUsable, filterColumns, toWire, urlRules, visibleEndpoint } from '../endpoints/endpoint.ts'
import { disableEndpoint, enableEndpoint, switchedOff } from '../endpoints/endpoint-state.ts'
import { webhookParams, webhookPatch, webhookSchema } from '../schema.ts'
import { webhookProblems } from '../sentences.ts'

export const patchWebhook = defineOperation({
  id: 'webhooks.patch',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Change a webhook endpoint, or switch it off and on',
  description:
    '`active: true` enables a disabled endpoint again; `replay-missed` then delivers what it missed. `filters` replaces all filters.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  body: webhookPatch,
  rules: urlRules,
  output: webhookSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, scope, shared, services }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    await assertUsable(services, rows, scope, body)
    const now = services.clock.now()
    await rows.webhookEndpoints.update(shared, endpoint.id, {
      ...(body.url === undefined ? {} : { url: body.url }),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.events === undefined ? {} : { events: [...new Set(body.events)] }),
      ...(body.filters === undefined ? {} : filterColumns(body.filters, scope.mode)),
      ...(body.events === undefined && body.filters === undefined
        ? {}
        : { subscribedAt: now, subscribedAfter: await lastSequence(rows, shared.organisationId) }),
      updatedAt: now,
    })
    if (body.active !== undefined && body.active !== endpoint.active) {
      await switchTo({ rows, work }, endpoint, body.active, now)
    }
    return toWire(await visibleEndpoint(rows, scope, params.id))
  },
})

const switchTo = async (
  transaction: Transaction,
  endpoint: WebhookEndpointRow,
  active: boolean,
  now: number,
): Promise<void> => {
  const switched = active
    ? await enableEndpoint(transaction.rows, endpoint, now)
    : await disableEndpoint(transaction, endpoint, switchedOff, now)
  if (!switched) {
    const present = active ? 'enabled' : 'disabled'
    throw problem(webhookProblems.say(`invalid_state.endpoint_${present}`))
  }
}
