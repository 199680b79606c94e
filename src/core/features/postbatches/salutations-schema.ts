import * as v from 'valibot'
import { integer, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemLimits as limits } from '../../model/item-limits.ts'
import { postbatchProblems } from './sentences.ts'

const salutation = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.salutationLength), storable)

const numberUpTo = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(least), v.maxValue(most))

export const salutationQuery = v.strictObject({
  search: described(
    v.optional(v.pipe(v.string(), v.maxLength(limits.salutationLength), storable)),
    'Lists only salutations that contain these words; case and accents make no difference.',
  ),
  offset: described(
    v.optional(numberUpTo(0, limits.countedSalutations)),
    'How many salutations of the list to skip; 0 by default.',
  ),
  limit: described(
    v.optional(numberUpTo(1, limits.shownSalutations)),
    `How many salutations to list, 1 to ${limits.shownSalutations}; 50 by default.`,
  ),
})
export type SalutationQuery = v.InferOutput<typeof salutationQuery>

export const salutationPage = namedObject('PostbatchSalutations', 'Distinct salutations of a Postbatch.', {
  data: described(
    v.array(
      namedObject('PostbatchSalutation', 'A salutation and how many letters begin with it.', {
        salutation: described(
          v.string(),
          `The salutation as it is printed, without the comma behind it; cut to ${limits.salutationLength} characters.`,
        ),
        itemCount: described(integer, 'How many items have it.'),
        isDoubtful: described(
          v.boolean(),
          'Whether one of these items has the warning `salutation_unclear`.',
        ),
        correction: described(
          v.nullable(v.string()),
          'What is being written into these items; null where nothing is.',
        ),
        itemId: described(v.string(), 'One of the items, `itm_…`.'),
        recipientName: described(v.string(), 'The recipient of that item.'),
      }),
    ),
    'Doubtful ones first, then the most frequent first.',
  ),
  totalCount: described(integer, 'How many different salutations there are.'),
  hasMore: described(v.boolean(), 'Whether there are more than `offset` and `limit` list.'),
  unlistedItemCount: described(
    integer,
    `Items whose salutations are not listed, since there are more than ${limits.countedSalutations} different ones. Use \`search\` to find them.`,
  ),
  isCorrecting: described(v.boolean(), 'Whether corrections are being written into items.'),
  isComposed: described(
    v.boolean(),
    'Whether the template prints `{{salutation}}` as Lettershop composes it; otherwise the list is empty.',
  ),
})
export type SalutationPage = v.InferOutput<typeof salutationPage>

export const salutationCorrections = namedStrictObject(
  'PostbatchSalutationCorrections',
  'Other salutations.',
  {
    corrections: described(
      v.pipe(
        v.array(
          v.strictObject({
            salutation: described(salutation, 'The salutation as `postbatches.salutations` lists it.'),
            corrected: described(
              v.pipe(
                salutation,
                v.check(
                  (text) => /[^\s,]/.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text),
                  postbatchProblems.message('invalid_value.salutation'),
                ),
              ),
              'What these letters begin with instead, without the comma behind it. It is printed as it is.',
            ),
          }),
        ),
        v.minLength(1),
        v.maxLength(limits.salutationCorrections),
      ),
      `1 to ${limits.salutationCorrections} corrections.`,
    ),
  },
)
export type SalutationCorrections = v.InferOutput<typeof salutationCorrections>
