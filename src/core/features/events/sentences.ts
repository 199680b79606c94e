import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what is asked of the live stream. */
export const eventSentences = sentences({
  'invalid_format.event_number': 'The number of an event, as a stream gave it.',
})
