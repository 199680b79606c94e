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
