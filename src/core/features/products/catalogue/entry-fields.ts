import * as v from 'valibot'
import { ruleSentences } from '../../../kernel/rule-sentences.ts'
import { isCalendarDay } from '../../../kernel/time.ts'
import { integer, storable } from '../../../kernel/wire-fields.ts'
import { described, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { catalogueLimits as limits } from './limits.ts'
import { catalogueRuleSentences } from './sentences.ts'

/** A name in catalogue files, the same on every instance. */
export const key = v.pipe(
  v.string(),
  v.maxLength(limits.keyLength),
  v.regex(/^[a-z0-9][a-z0-9-]*$/, catalogueRuleSentences.message('invalid_format.catalogue_key')),
)
export const shortText = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most), storable)
export const name = described(shortText(limits.nameLength), 'Name for people.')
export const mm = (most: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(most))
export const cents = v.pipe(integer, v.minValue(0), v.maxValue(limits.priceCents))
export const day = v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))
export const country = v.pipe(
  v.string(),
  v.regex(/^[A-Z]{2}$/, catalogueRuleSentences.message('invalid_format.catalogue_country')),
)

/** Where a rule of an entry is written down, for people. */
const source = namedStrictObject('CatalogueSource', 'Where a rule of an entry is written down.', {
  rule: described(shortText(300), 'What the rule says, or which part of the entry it is about.'),
  source: described(v.nullable(shortText(300)), 'The document that was read; null where there is none.'),
  verified: described(
    v.boolean(),
    'Whether the document was read and says so. False: a guess to be checked with the carrier or printer.',
  ),
})

/** Fields of every entry. */
export const entryFields = {
  key: described(key, 'Its name, the same on every instance, by which others refer to it.'),
  archived: described(
    v.optional(v.boolean()),
    'Whether it is offered no more; what was sold under it goes on.',
  ),
  sources: described(
    v.optional(v.pipe(v.array(source), v.maxLength(limits.sources))),
    'Where its rules come from. Kept in files, and with the instance.',
  ),
}
