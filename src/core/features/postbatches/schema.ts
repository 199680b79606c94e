import * as v from 'valibot'
import { recipientOutput } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { dateTime, fields, integer, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemLimits, itemLimits as limits } from '../../model/item-limits.ts'
import { copyFailureCodes, warningLimits } from '../../model/postbatches.ts'
import { itemsByStatus, postbatchStatus, priceZone } from '../../model/wire-enums.ts'
import { actorSchema } from '../audit/schema.ts'
import { mailingAnswer, mailingFields, mailingGroup, mailingName as name } from '../items/mailing-settings.ts'
import { itemDay } from '../items/schema.ts'
import { postbatchProblems } from './sentences.ts'

const code = described(
  v.string(),
  'The code of the warning, for `filter[warnings]` of `items.list`: `printed_otherwise`, `name_order_doubtful`, …',
)
const itemCount = described(integer, 'How many items have it.')

const warningCounts = described(
  v.nullable(
    namedObject('PostbatchWarningCounts', 'How many items of a Postbatch have warnings.', {
      itemCount: described(integer, 'How many items have at least one warning.'),
      codes: described(
        v.array(
          namedObject('PostbatchWarningCount', 'A warning and how many items have it.', { code, itemCount }),
        ),
        'The most frequent first.',
      ),
    }),
  ),
  'Warnings of the items that wait for the approval, as of the validation; `postbatches.warnings` shows samples. A warning keeps nothing from being approved. Null before the Postbatch is validated, and where a version before 0.3.0 validated it: change nothing and validate it again to have them counted.',
)

export const postbatchWarnings = namedObject(
  'PostbatchWarnings',
  'The warnings of the items of a Postbatch, as of its validation.',
  {
    countedAt: described(
      v.nullable(dateTime),
      'When the Postbatch was validated, RFC 3339 in UTC. Null before that, and where a version before 0.3.0 validated it; nothing is listed then.',
    ),
    itemCount: described(
      v.nullable(integer),
      'How many items have at least one warning; null where `countedAt` is.',
    ),
    data: described(
      v.array(
        namedObject('PostbatchWarning', 'A warning, how many items have it, and some of them.', {
          code,
          itemCount,
          samples: described(
            v.array(
              namedObject('PostbatchWarningSample', 'An item with the warning.', {
                itemId: described(v.string(), 'The item, `itm_…`.'),
                findings: described(v.array(findingSchema), 'Its findings of this code.'),
                recipient: described(recipientOutput, 'The recipient as it was given.'),
                printedLines: described(
                  v.array(v.string()),
                  'The address as it is printed, from top to bottom.',
                ),
              }),
            ),
            `The first of these items, at most ${warningLimits.samples}.`,
          ),
        }),
      ),
      'The most frequent warning first.',
    ),
  },
)
export type WarningsOfPostbatch = v.InferOutput<typeof postbatchWarnings>

export const postbatchSchema = namedObject(
  'Postbatch',
  'A mailing to a list of recipients, approved and sent as a whole.',
  {
    id: described(v.string(), 'The Postbatch, `pbt_…`.'),
    ...mailingAnswer('Postbatch'),
    status: described(postbatchStatus, 'Where the Postbatch is now.'),
    sendOn: described(
      v.nullable(v.string()),
      'Earliest day of production, `YYYY-MM-DD`; null for the next run.',
    ),
    allowDuplicates: described(
      v.boolean(),
      'Whether the same person at the same address may get it twice; otherwise the second item needs attention.',
    ),
    itemCount: described(integer, 'How many items it holds.'),
    itemsByStatus: described(itemsByStatus, 'How many of its items are in each status now.'),
    runs: described(
      v.array(
        v.object({
          id: described(v.string(), 'The run, `run_…`.'),
          cutoffAt: described(dateTime, 'When the run closes, RFC 3339 in UTC.'),
          itemCount: described(integer, 'How many items of this Postbatch it holds.'),
        }),
      ),
      'The runs that hold its items: one, unless a cutoff passed while they were being scheduled.',
    ),
    cancellableUntil: described(
      v.nullable(dateTime),
      'When the first of those runs closes, at its cutoff or earlier, RFC 3339 in UTC: until then it can be cancelled. Null before it is scheduled.',
    ),
    copy: described(
      v.nullable(
        v.object({
          postbatchId: described(v.string(), 'The Postbatch that it was made from, `pbt_…`.'),
          isDone: described(v.boolean(), 'Whether all recipients are copied.'),
          leftOutCount: described(integer, 'How many of its items were not copied so far.'),
          failureCode: described(
            v.nullable(v.picklist(copyFailureCodes)),
            'Why copying ended before all recipients were copied, for programs: `permission_withdrawn` where its caller lost the right. Such a copy is not validated. Null otherwise.',
          ),
        }),
      ),
      'How far its recipients are copied, of one that `postbatches.copy` made; null of any other.',
    ),
    isCorrectingSalutations: described(
      v.boolean(),
      'Whether corrected salutations are being written into its items; until then it is neither validated nor approved.',
    ),
    rejection: described(
      v.nullable(
        namedObject('PostbatchRejection', 'That somebody rejected a Postbatch.', {
          at: described(dateTime, 'When, RFC 3339 in UTC.'),
          by: described(actorSchema, 'Who, a person by their name.'),
          reason: described(
            v.nullable(v.string()),
            'Why, as it was typed; null once one of its items was erased.',
          ),
        }),
      ),
      'The last rejection, also after it was validated or approved since; null if there was none.',
    ),
    revision: fields.revision,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    validatedAt: described(
      v.nullable(dateTime),
      'When it was validated last, RFC 3339 in UTC; null until then.',
    ),
    approvedAt: described(v.nullable(dateTime), 'When it was approved, RFC 3339 in UTC; null until then.'),
    scheduledAt: described(
      v.nullable(dateTime),
      'When its last item was scheduled, RFC 3339 in UTC; null until then.',
    ),
    inProductionAt: described(
      v.nullable(dateTime),
      'When its first item went into production, RFC 3339 in UTC; null until then.',
    ),
    completedAt: described(
      v.nullable(dateTime),
      'When its last item had come to rest, RFC 3339 in UTC; null until then.',
    ),
    cancelledAt: described(
      v.nullable(dateTime),
      'When it was cancelled, RFC 3339 in UTC; null if it was not.',
    ),
  },
)
export type Postbatch = v.InferOutput<typeof postbatchSchema>

const settings = {
  ...mailingFields,
  billingGroup: mailingGroup(
    'Another one counts from the next validation on for the items, too, that have the one of before.',
  ),
  sendOn: described(
    v.optional(v.nullable(itemDay)),
    'Earliest day of production, `YYYY-MM-DD`, in the organisation’s time zone; null for the next run.',
  ),
  allowDuplicates: described(
    v.optional(v.boolean()),
    'Whether the same person at the same address may get it twice; otherwise the second item needs attention.',
  ),
}
export const postbatchInput = namedStrictObject(
  'PostbatchCreate',
  'A new Postbatch: exactly one of `templateVersionId` and `templateId`.',
  { name: described(name, 'Name for people, 1 to 120 characters.'), ...settings },
)
export const postbatchPatch = namedStrictObject(
  'PostbatchUpdate',
  'Changes to a Postbatch; a field that is not sent stays as it is.',
  { name: described(v.optional(name), 'Name for people, 1 to 120 characters.'), ...settings },
)
export const postbatchCopyInput = v.optional(
  namedStrictObject('PostbatchCopy', 'What the copy has otherwise than its original.', {
    name: described(v.optional(name), 'Name for people, 1 to 120 characters; by default the original’s.'),
    advertisingCategory: described(
      mailingFields.advertisingCategory,
      'Another advertising category, where the mode of the copy lacks the original’s; null for transactional mail.',
    ),
  }),
  {},
)
export const postbatchRejectInput = namedStrictObject('PostbatchReject', 'Why a Postbatch is rejected.', {
  reason: described(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(itemLimits.reasonLength), storable),
    'Why, for whoever is to mend it.',
  ),
})
export type PostbatchPatch = v.InferOutput<typeof postbatchPatch>

export const postbatchParams = v.strictObject({ id: described(v.string(), 'The Postbatch, `pbt_…`.') })

/** What keeps a Postbatch from being approved in live mode, as far as it is known beforehand. */
const obstacles = ({ inTest }: { inTest: boolean }) => ({
  availableCents: described(
    v.nullable(integer),
    `What may be spent now, in cents; null without the permission billing.read, where nothing is prepaid${inTest ? ', and in test mode' : ''}.`,
  ),
  missingCents: described(
    v.nullable(integer),
    `What has to be topped up before it can be approved, in cents; null without the permission billing.read, where no balance is needed${inTest ? ', and in test mode' : ''}.`,
  ),
  isBalanceShort: described(
    v.boolean(),
    `Whether something has to be topped up before it can be approved${inTest ? '; false in test mode' : ''}.`,
  ),
  capsReached: described(
    v.array(
      namedObject('PostbatchCapReached', 'A spending cap that approving would pass.', {
        apiKeyId: described(
          v.nullable(v.string()),
          'The API key whose cap it is, or the first of those that it took the place of, `key_…`: that of the caller. Null: the cap of the organisation.',
        ),
        month: described(v.string(), 'The month, `YYYY-MM`, in the organisation’s time zone.'),
        capCents: described(integer, 'The cap in cents, net of VAT.'),
        spentCents: described(integer, 'What the month has cost so far, in cents.'),
        missingCents: described(integer, 'By how much approving would pass it, in cents.'),
      }),
    ),
    `Spending caps for which approving would be refused now (\`spending_cap_reached\`), without the permission billing.read only that of the key that asks${inTest ? '; empty in test mode and once it is approved' : ''}.`,
  ),
  isCapReached: described(
    v.boolean(),
    `Whether approving would be refused now for a spending cap${inTest ? '; false in test mode and once it is approved' : ''}.`,
  ),
  waits: described(
    v.array(findingSchema),
    `Why approved pieces would be rendered and then wait instead of being printed, each a warning: \`no_live_printer\` (the shop was given no printer), \`live_printing_held\`. Approving is not refused for it${inTest ? '; empty in test mode' : ''}.`,
  ),
  notReady: described(
    v.array(findingSchema),
    `What else keeps it from being approved, each with the setting that mends it as \`field\`: \`returnAddressId\`, \`trackingTargetUrl\`, the server’s \`baseUrl\`, or an \`advertisingCategory\` that live mode lacks${inTest ? '; empty in test mode and once it is approved' : ''}.`,
  ),
})

const sentBefore = namedObject(
  'PostbatchSentBefore',
  'How many pieces of a Postbatch go to recipients of another piece of its template, and which of those was sent last.',
  {
    count: described(
      integer,
      'How many of its pieces go to the same name at the same address as a piece of another Postbatch or Postflow that prints any version of the template. Those that are cancelled, rejected, suppressed or failed do not count.',
    ),
    days: described(
      integer,
      'How many days back is looked: for the approval of a Postbatch, and for the creation of an item of a Postflow.',
    ),
    last: described(
      v.nullable(
        v.object({
          at: described(
            dateTime,
            'When its Postbatch, or the item, was approved, else when the item was created, RFC 3339 in UTC.',
          ),
          postbatchId: described(
            v.nullable(v.string()),
            'Its Postbatch, `pbt_…`; null where it is of a Postflow.',
          ),
          postflowId: described(
            v.nullable(v.string()),
            'Its Postflow, `pfl_…`; null where it is of a Postbatch.',
          ),
          name: described(v.nullable(v.string()), 'The name of that mailing; null once it was deleted.'),
        }),
      ),
      'The last of those other pieces; null where there is none.',
    ),
  },
)

export const quoteSchema = namedObject('PostbatchQuote', 'What a Postbatch costs as it is now.', {
  postbatchId: described(v.string(), 'The Postbatch, `pbt_…`.'),
  status: described(postbatchStatus, 'Where the Postbatch is now.'),
  currency: fields.currency,
  lines: described(
    v.array(
      v.object({
        zone: described(priceZone, 'The price zone, seen from the organisation’s country.'),
        quantity: described(integer, 'How many pieces go there.'),
        unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
        amountCents: described(integer, 'Price of all pieces of the line in cents, net of VAT.'),
      }),
    ),
    'One line for each price zone.',
  ),
  quantity: described(integer, 'How many pieces there are in all.'),
  subtotalCents: described(integer, 'In cents, net of VAT: what approving reserves and production captures.'),
  vatRate: fields.vatRate,
  vatCents: described(integer, 'VAT in cents.'),
  totalCents: described(integer, 'In cents, with VAT.'),
  leftOut: described(
    v.object({
      needsAttention: described(integer, 'How many have findings to be mended.'),
      suppressed: described(integer, 'How many are on the suppression list.'),
    }),
    'Items that are not sent and not charged.',
  ),
  sentBefore: described(
    v.nullable(sentBefore),
    'Recipients who were sent, or are being sent, another piece of the same template in the same mode, as of its validation, and of the approval or cancellation of other Postbatches since. It keeps nothing from being approved. Null before it is validated.',
  ),
  warnings: warningCounts,
  isSellerNamed: described(
    v.boolean(),
    'Whether an operator has named who invoices: before that nothing can be topped up.',
  ),
  ...obstacles({ inTest: true }),
  beforeLive: described(
    v.nullable(
      namedObject(
        'PostbatchBeforeLive',
        'What would keep it from being approved if it were copied into live mode now.',
        obstacles({ inTest: false }),
      ),
    ),
    'Of one in test mode, and for people only: what has to be mended before it can be sent for real. Null in live mode, and for keys.',
  ),
})
export type Quote = v.InferOutput<typeof quoteSchema>

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
