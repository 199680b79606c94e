import { sentences } from '../../kernel/sentences.ts'

export const endpointSentences = sentences({
  'invalid_value.event_type': 'Use an event type, a family such as item.*, or *.',
  'url_refused.https': 'The URL must begin with https://.',
  'url_refused.host': 'The URL has no valid host. Use one like https://example.com/webhooks.',
  test_only: 'An endpoint of a test key receives only test events. Omit isTest or set it to true.',
  'unknown.mailing': 'There is no {noun} {id}.',
  other_mode: '{id} is a {noun} in {mode} mode, but isTest: {isTest} excludes its events.',
})

export const webhookProblems = sentences({
  'invalid_state.endpoint_enabled': 'The endpoint was enabled by another request at the same time.',
  'invalid_state.endpoint_disabled': 'The endpoint was disabled by another request at the same time.',
  'invalid_state.old_secrets':
    '{limit} older secrets are still signing. Wait until one ends, or rotate with overlapHours 0 to end them all.',
  'invalid_state.endpoint_off': 'The endpoint is disabled. Enable it first with PATCH and {body}.',
  'invalid_state.not_waiting':
    'Only failed events that wait for a later attempt can be retried, up to {limit} attempts; this delivery is {status}. To send its event again, replay it.',
  webhook_limit_reached: 'The organisation already has {limit} webhook endpoints.',
  'revision_conflict.endpoint': 'The endpoint was changed by another request. Try again.',
})
