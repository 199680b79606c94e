import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { fromDateTime } from '../../../kernel/time.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { endpointJob } from '../endpoints/endpoint-state.ts'
import { countSince } from '../endpoints/recover.ts'
import { replayedMissedSchema, replayMissedQuery, replaySinceInput, webhookParams } from '../schema.ts'
import { webhookProblems } from '../sentences.ts'

export const replayDeliveriesSince = defineOperation({
  id: 'webhooks.replaySince',
  method: 'POST',
  path: '/webhooks/{id}/replay-since',
  summary: 'Deliver everything that the endpoint does not have since an instant',
  description:
    'What it missed while it was disabled, and what was given up after all attempts, each event once, however often this is called. What is still tried, or was brought by a replay, is left as it is. Answers how many deliveries are to be made; they follow in the background. `dryRun=true` counts them and does nothing, also while the endpoint is disabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  query: replayMissedQuery,
  body: replaySinceInput,
  output: replayedMissedSchema,
  unfinished: (answer: { dryRun: boolean }) => !answer.dryRun,
  errors: ['not_found', 'invalid_state'],
  // Counted before the transaction: there may be many, and the job finds for itself what there is.
  prepare: ({ services, scope }, { params, body }) =>
    services.store.read(async (rows) => {
      const endpoint = await visibleEndpoint(rows, scope, params.id)
      return countSince(services, rows, endpoint, services.clock.now(), fromDateTime(body.since))
    }),
  async handler({ rows, work, scope, services, caller }, { params, query, body }, count) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    if (query.dryRun === 'true') return { count, dryRun: true }
    if (!endpoint.active) {
      throw problem(webhookProblems.say('invalid_state.endpoint_off', { body: '{"active": true}' }))
    }
    const job = endpointJob('webhooks.replaySince', endpoint, services.clock.now())
    const since = fromDateTime(body.since)
    work.enqueue({
      ...job,
      subject: `${endpoint.id}|${since}`,
      payload: { endpointId: endpoint.id, since, ...onBehalfOf(caller, [['webhooks.manage']]) },
    })
    return { count, dryRun: false }
  },
})
