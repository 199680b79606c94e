import { toDateTime } from '../../../kernel/time.ts'
import type { WebhookEndpointRow } from '../../../model/webhooks.ts'

interface About extends Pick<WebhookEndpointRow, 'createdAt' | 'subscribedAt'> {
  deletedAt?: number
}

/** Why an endpoint did or did not receive an event, as a sentence for developers. */
export const reasonTexts = {
  delivered: () => 'The endpoint answered with a 2xx.',
  delivered_by_replay: () => 'Its own delivery did not get through; a replay did.',
  waiting: () => 'It waits for its first attempt.',
  sending: () => 'It is being sent now.',
  retrying: () => 'An attempt failed; it is tried again at `nextAttemptAt`.',
  exhausted: () =>
    'Every attempt of the schedule failed. Replay the delivery, or call replay-since, to have it sent again.',
  held: () =>
    'It waited when the endpoint was disabled. Enable the endpoint and call replay-missed to have it sent.',
  missed: () =>
    'It happened while the endpoint was disabled. Enable the endpoint and call replay-missed to have it sent.',
  endpoint_deleted: ({ deletedAt }: About) =>
    deletedAt === undefined
      ? 'The endpoint was deleted before it was delivered.'
      : `The endpoint was deleted at ${toDateTime(deletedAt)}, before it was delivered.`,
  not_subscribed: () => 'The endpoint does not subscribe to events of this type.',
  other_mode: () => 'The endpoint gets events of the other mode only (`filters.isTest`).',
  other_postflow: () => 'The endpoint gets events of another Postflow only (`filters.postflowId`).',
  other_postbatch: () => 'The endpoint gets events of another Postbatch only (`filters.postbatchId`).',
  for_another_endpoint: () => 'A test event goes to the endpoint that it was asked for only.',
  about_itself: () => 'An endpoint gets no event about its own disabling.',
  created_later: ({ createdAt }: About) =>
    `The endpoint was made at ${toDateTime(createdAt)}, after the event.`,
  subscribed_later: ({ subscribedAt }: About) =>
    `The endpoint subscribes to such events since ${toDateTime(subscribedAt)}, after the event.`,
  unexplained: () =>
    'The endpoint should have got it, and nothing on record says why it has not. This is a fault of ours: please tell us.',
} as const

export type ExplainReason = keyof typeof reasonTexts
export const explainReasons = Object.keys(reasonTexts) as [ExplainReason, ...ExplainReason[]]
