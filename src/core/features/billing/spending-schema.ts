import * as v from 'valibot'
import { fields, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'

export const spendingSchema = namedObject('Spending', 'What a month has cost, beside the spending caps.', {
  month: described(v.string(), 'The month, `YYYY-MM`, in the organisation’s time zone.'),
  currency: fields.currency,
  capCents: described(
    v.nullable(integer),
    'The organisation’s cap in cents, net of VAT; null if it has none.',
  ),
  spentCents: described(
    v.nullable(integer),
    'What live mail has cost so far, in cents; null where there is no cap and nothing is counted.',
  ),
  keys: described(
    v.array(
      v.object({
        apiKeyId: described(
          v.string(),
          'The API key, or the first of those that it took the place of, `key_…`.',
        ),
        newestApiKeyId: described(
          v.string(),
          'The key that has its place now, `key_…`; the same until it is rotated.',
        ),
        name: described(v.string(), 'Its name.'),
        capCents: described(integer, 'Its cap in cents, net of VAT.'),
        spentCents: described(integer, 'What mail that was created with it has cost so far, in cents.'),
      }),
    ),
    'The API keys that have a cap of their own: those that work, and those of which something was counted this month.',
  ),
})
