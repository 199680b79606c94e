import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what is asked of a product. */
export const productSentences = sentences({
  'unknown.specification': '{product} has no such specification.',
  'unserved.price': 'It is not sent to {country}: the shop has no zone or no price for it.',
})
