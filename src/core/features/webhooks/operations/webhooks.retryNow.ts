import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { endpointJob } from '../endpoints/endpoint-state.ts'
import { countWaiting } from '../endpoints/retry-now.ts'
import { retriedNowSchema, retryNowQuery, webhookParams } from '../schema.ts'
import { webhookProblems } from '../sentences.ts'

export const retryDeliveriesNow = defineOperation({
  id: 'webhooks.retryNow',
  method: 'POST',
  path: '/webhooks/{id}/retry-now',
  summary: 'Try now what waits for a later attempt',
  description:
    'For a receiver that was mended: the next attempt of every event that failed and is tried again is made now instead of later, the oldest event first. Deliveries keep their ids and their attempts; one that fails again goes on with its schedule. What is being sent, tests, replays, and what a replay has brought since stay as they are. Answers how many deliveries are brought forward; they follow in the background. `dryRun=true` counts them and does nothing, also while the endpoint is disabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  query: retryNowQuery,
  output: retriedNowSchema,
  unfinished: (answer: { dryRun: boolean }) => !answer.dryRun,
  errors: ['not_found', 'invalid_state'],
  // Counted before the transaction: there may be many, and the job finds for itself what there is.
  prepare: ({ services, scope }, { params }) =>
    services.store.read(async (rows) =>
      countWaiting(rows, await visibleEndpoint(rows, scope, params.id), services.clock.now()),
    ),
  async handler({ rows, work, scope, services, caller }, { params, query }, counted) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    if (query.dryRun === 'true') return { ...counted, dryRun: true }
    if (!endpoint.active) {
      throw problem(webhookProblems.say('invalid_state.endpoint_off', { body: '{"active": true}' }))
    }
    const asked = services.clock.now()
    const job = endpointJob('webhooks.retryNow', endpoint, asked)
    // Where nothing waits, looking for it would read all that is due.
    if (counted.count === 0) return { ...counted, dryRun: false }
    // A later request is for what failed again meanwhile, so it has a job of its own.
    work.enqueue({
      ...job,
      subject: `${endpoint.id}|${asked}`,
      payload: { endpointId: endpoint.id, asked, ...onBehalfOf(caller, [['webhooks.manage']]) },
    })
    return { ...counted, dryRun: false }
  },
})
