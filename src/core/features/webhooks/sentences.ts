import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with a webhook endpoint. */
export const endpointSentences = sentences({
  'invalid_value.event_type': 'Name an event type, a family such as item.*, or *.',
  'url_refused.https': 'The URL must begin with https://.',
  'url_refused.host': 'The URL names no host: write it out, as in https://example.com/webhooks.',
  test_only: 'An endpoint of a test key gets test events only: leave isTest out, or true.',
  'unknown.mailing': 'There is no {noun} {id}.',
  other_mode: '{id} is a {noun} of {mode} mode, whose events isTest: {isTest} leaves out.',
})

/** Why a webhook endpoint does not allow what is asked. */
export const webhookProblems = sentences({
  'invalid_state.endpoint_enabled': 'The endpoint was enabled by another request at the same time.',
  'invalid_state.endpoint_disabled': 'The endpoint was disabled by another request at the same time.',
  'invalid_state.old_secrets':
    '{limit} older secrets are still signing. Wait until one ends, or rotate with overlapHours 0, which ends them all.',
  'invalid_state.endpoint_off': 'The endpoint is disabled. Enable it first: PATCH it with {body}.',
  'invalid_state.not_waiting':
    'Only an event that failed and waits for a later attempt is tried now, until it was tried {limit} times; this delivery is {status}. A replay sends its event again.',
  webhook_limit_reached: 'The organisation has {limit} webhook endpoints already.',
  'revision_conflict.endpoint': 'The endpoint was changed at the same time. Try again.',
})
