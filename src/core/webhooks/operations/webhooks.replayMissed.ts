import * as v from 'valibot'
import { problem } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import { visibleEndpoint } from '../endpoint.ts'
import { chunkSize, endpointJob, missedConditions, releaseMissed } from '../endpoint-state.ts'
import { webhookParams } from '../schema.ts'

export const replayMissedDeliveries = defineOperation({
  id: 'webhooks.replayMissed',
  method: 'POST',
  path: '/webhooks/{id}/replay-missed',
  summary: 'Deliver what the endpoint missed while it was disabled',
  description:
    'Everything it would have received, each event once, however often this is called. Answers how many deliveries that are.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  output: v.object({ count: v.pipe(v.number(), v.integer()) }),
  status: 202,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, scope, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    if (!endpoint.active) {
      throw problem(
        'invalid_state',
        'The endpoint is DISABLED. Enable it first: PATCH it with {"active": true}.',
      )
    }
    const now = services.clock.now()
    const released = await releaseMissed(rows, endpoint.id, now)
    if (released > 0) work.noteDelivery()
    if (released < chunkSize) return { count: released }
    work.enqueue(endpointJob('webhooks.replayMissed', endpoint, now))
    const { organisationId } = endpoint
    const left = await rows.webhookDeliveries.count({ organisationId }, missedConditions(endpoint.id))
    return { count: released + left }
  },
})
