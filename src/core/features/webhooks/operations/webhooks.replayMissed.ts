import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { chunkSize, endpointJob, missedConditions, releaseMissed } from '../endpoints/endpoint-state.ts'
import { replayedMissedSchema, replayMissedQuery, webhookParams } from '../schema.ts'
import { webhookProblems } from '../sentences.ts'

export const replayMissedDeliveries = defineOperation({
  id: 'webhooks.replayMissed',
  method: 'POST',
  path: '/webhooks/{id}/replay-missed',
  summary: 'Deliver what the endpoint missed while it was disabled',
  description:
    'Everything it would have received, each event once, however often this is called. Answers how many deliveries are still to be made. `dryRun=true` counts them and does nothing, also while the endpoint is disabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  query: replayMissedQuery,
  output: replayedMissedSchema,
  unfinished: (answer: { dryRun: boolean }) => !answer.dryRun,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, scope, services, caller }, { params, query }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const now = services.clock.now()
    const { organisationId } = endpoint
    const countMissed = () =>
      rows.webhookDeliveries.count({ organisationId }, missedConditions(services, endpoint.id, now))
    if (query.dryRun === 'true') return { count: await countMissed(), dryRun: true }
    if (!endpoint.active) {
      throw problem(webhookProblems.say('invalid_state.endpoint_off', { body: '{"active": true}' }))
    }
    const released = await releaseMissed(services, rows, endpoint, now)
    if (released > 0) work.noteDelivery()
    if (released < chunkSize) return { count: released, dryRun: false }
    const job = endpointJob('webhooks.replayMissed', endpoint, now)
    work.enqueue({ ...job, payload: { ...job.payload, ...onBehalfOf(caller, [['webhooks.manage']]) } })
    return { count: released + (await countMissed()), dryRun: false }
  },
})
