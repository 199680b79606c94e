import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what is asked of the live stream. */
export const eventSentences = sentences({
  'invalid_format.event_number': 'The number of an event, as a stream gave it.',
})

/** Why there is no live stream. */
export const streamProblems = sentences({
  'rate_limited.caller':
    'You have {limit} live streams open, which is as many as there may be. Ask the event feed instead, or close one.',
  'rate_limited.organisation':
    'The organisation has {limit} live streams open, which is as many as there may be. Ask the event feed instead, or close one.',
  'rate_limited.process':
    'The server has {limit} live streams open, which is as many as there may be. Ask the event feed instead, or close one.',
})
