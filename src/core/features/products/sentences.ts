import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what is asked of a product. */
export const productSentences = sentences({
  'unknown.specification': '{product} has no such specification.',
  'unserved.price': 'It is not sent to {country}: no price list says what it costs there.',
})
