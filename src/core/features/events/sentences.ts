import { sentences } from '../../kernel/sentences.ts'

export const eventSentences = sentences({
  'invalid_format.event_number': 'Use the number of an event from a stream.',
})

export const streamProblems = sentences({
  'rate_limited.caller':
    'You have {limit} live streams open, which is the limit. Close one, or use the event feed.',
  'rate_limited.organisation':
    'The organisation has {limit} live streams open, which is the limit. Close one, or use the event feed.',
  'rate_limited.process':
    'The server has {limit} live streams open, which is the limit. Try again later, or use the event feed.',
})
