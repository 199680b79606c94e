import * as v from 'valibot'
import { recipientOutput } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  namedObject,
  namedStrictObject,
  storable,
} from '../../kernel/wire-schema.ts'
import { itemLimits, itemLimits as limits } from '../../model/item-limits.ts'
import { copyFailureCodes, warningLimits } from '../../model/postbatches.ts'
import { itemsByStatus, postbatchStatus, priceZone } from '../../model/wire-enums.ts'
import { actorSchema } from '../audit/schema.ts'
import { mailingAnswer, mailingFields, mailingGroup, mailingName as name } from '../items/mailing-settings.ts'
import { itemDay } from '../items/schema.ts'
import { plannedDayFields } from '../products/planned-days.ts'
import { firstPage } from '../templates/first-page.ts'
import { postbatchProblems } from './sentences.ts'

const code = described(
  v.string(),
  'Code of the warning, for `filter[warnings]` of `items.list`: `printed_otherwise`, `name_order_doubtful`, …',
)
const itemCount = described(integer, 'Number of items with the warning.')

const warningCounts = described(
  v.nullable(
    namedObject('PostbatchWarningCounts', 'Numbers of items with warnings.', {
      itemCount: described(integer, 'Number of items with at least one warning.'),
      codes: described(
        v.array(
          namedObject('PostbatchWarningCount', 'A warning with its number of items.', { code, itemCount }),
        ),
        'Most frequent first.',
      ),
    }),
  ),
  'Warnings of the items waiting for approval, as of the validation; `postbatches.warnings` has samples. Warnings don’t prevent approval. Null before the Postbatch is validated, and if a version before 0.3.0 validated it: validate it again without changes to count them.',
)

export const postbatchWarnings = namedObject(
  'PostbatchWarnings',
  'Warnings of the items of a Postbatch, as of its validation.',
  {
    countedAt: described(
      v.nullable(dateTime),
      'When the Postbatch was validated, RFC 3339 in UTC. Null before that, and if a version before 0.3.0 validated it; the list is empty then.',
    ),
    itemCount: described(
      v.nullable(integer),
      'Number of items with at least one warning; null if `countedAt` is.',
    ),
    data: described(
      v.array(
        namedObject('PostbatchWarning', 'A warning with its number of items and samples.', {
          code,
          itemCount,
          samples: described(
            v.array(
              namedObject('PostbatchWarningSample', 'An item with the warning.', {
                itemId: described(v.string(), 'The item, `itm_…`.'),
                findings: described(v.array(findingSchema), 'Its findings of this code.'),
                recipient: described(recipientOutput, 'The recipient as given.'),
                printedLines: described(
                  v.array(v.string()),
                  'The printed address lines, from top to bottom.',
                ),
              }),
            ),
            `The first of these items, at most ${warningLimits.samples}.`,
          ),
        }),
      ),
      'Most frequent first.',
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
    status: described(postbatchStatus, 'Present status.'),
    sendOn: described(
      v.nullable(v.string()),
      'Earliest day of production, `YYYY-MM-DD`; null for the next run.',
    ),
    allowDuplicates: described(
      v.boolean(),
      'Whether a recipient may appear twice; otherwise the second item needs attention.',
    ),
    ...plannedDayFields,
    costCents: described(
      v.nullable(integer),
      '`subtotalCents` of its quote, in cents; null without the permission billing.read.',
    ),
    firstPage,
    itemCount: described(integer, 'Number of items.'),
    itemsByStatus: described(itemsByStatus, 'Number of items in each status.'),
    runs: described(
      v.array(
        v.object({
          id: described(v.string(), 'The run, `run_…`.'),
          cutoffAt: described(dateTime, 'When the run closes, RFC 3339 in UTC.'),
          itemCount: described(integer, 'Number of items of this Postbatch in the run.'),
        }),
      ),
      'The runs with its items: one, unless a cutoff passed during scheduling.',
    ),
    cancellableUntil: described(
      v.nullable(dateTime),
      'When the first of its runs closes, at its cutoff or earlier, RFC 3339 in UTC, until which it can be cancelled. Null before it is scheduled.',
    ),
    copy: described(
      v.nullable(
        v.object({
          postbatchId: described(v.string(), 'The original Postbatch, `pbt_…`.'),
          isDone: described(v.boolean(), 'Whether all recipients are copied.'),
          leftOutCount: described(integer, 'Number of items not copied so far.'),
          failureCode: described(
            v.nullable(v.picklist(copyFailureCodes)),
            'Why copying stopped before the end: `permission_withdrawn` if its caller lost the permission. Such a copy can’t be validated. Null otherwise.',
          ),
        }),
      ),
      'Progress of a copy made by `postbatches.copy`; null for others.',
    ),
    isCorrectingSalutations: described(
      v.boolean(),
      'Whether corrected salutations are being written into its items; until then it can’t be validated or approved.',
    ),
    rejection: described(
      v.nullable(
        namedObject('PostbatchRejection', 'A rejection of a Postbatch.', {
          at: described(dateTime, 'When it was rejected, RFC 3339 in UTC.'),
          by: described(actorSchema, 'Who rejected it, users by name.'),
          reason: described(
            v.nullable(v.string()),
            'The reason as entered; null once one of its items was erased.',
          ),
        }),
      ),
      'The last rejection, also after later validation or approval; null without one.',
    ),
    revision: fields.revision,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    validatedAt: described(
      v.nullable(dateTime),
      'When it was last validated, RFC 3339 in UTC; null until then.',
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
      'When its last item reached a final status, RFC 3339 in UTC; null until then.',
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
    'From the next validation on, a new one also applies to items that have the previous one.',
  ),
  sendOn: described(
    v.optional(v.nullable(itemDay)),
    'Earliest day of production, `YYYY-MM-DD`, in the organisation’s time zone; null for the next run.',
  ),
  allowDuplicates: described(
    v.optional(v.boolean()),
    'Whether a recipient may appear twice; otherwise the second item needs attention.',
  ),
}
export const postbatchInput = namedStrictObject(
  'PostbatchCreate',
  'A new Postbatch: exactly one of `templateVersionId` and `templateId`.',
  { name: described(name, 'Display name, 1 to 120 characters.'), ...settings },
)
export const postbatchPatch = namedStrictObject(
  'PostbatchUpdate',
  'Changes to a Postbatch. Omitted fields don’t change.',
  { name: described(v.optional(name), 'Display name, 1 to 120 characters.'), ...settings },
)
export const postbatchCopyInput = v.optional(
  namedStrictObject('PostbatchCopy', 'Settings of the copy that differ from the original.', {
    name: described(v.optional(name), 'Display name, 1 to 120 characters; by default the original’s.'),
    advertisingCategory: described(
      mailingFields.advertisingCategory,
      'Another advertising category, if the copy’s mode lacks the original’s; null for transactional mail.',
    ),
  }),
  {},
)
export const postbatchRejectInput = namedStrictObject('PostbatchReject', 'The reason of a rejection.', {
  reason: described(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(itemLimits.reasonLength), storable),
    'The reason, for the member who corrects it.',
  ),
})
export type PostbatchPatch = v.InferOutput<typeof postbatchPatch>

export const postbatchParams = v.strictObject({ id: described(v.string(), 'The Postbatch, `pbt_…`.') })

/** What prevents approval in live mode, as far as known beforehand. */
const obstacles = ({ inTest }: { inTest: boolean }) => ({
  availableCents: described(
    v.nullable(integer),
    `Available balance in cents; null without the permission billing.read, if nothing is prepaid${inTest ? ', and in test mode' : ''}.`,
  ),
  missingCents: described(
    v.nullable(integer),
    `Amount to top up before approval, in cents; null without the permission billing.read, if no balance is needed${inTest ? ', and in test mode' : ''}.`,
  ),
  isBalanceShort: described(
    v.boolean(),
    `Whether a top-up is needed before approval${inTest ? '; false in test mode' : ''}.`,
  ),
  capsReached: described(
    v.array(
      namedObject('PostbatchCapReached', 'A spending cap that approval would exceed.', {
        apiKeyId: described(
          v.nullable(v.string()),
          'The caller’s API key with the cap, or the first key of its rotations, `key_…`. Null: the cap of the organisation.',
        ),
        month: described(v.string(), 'The month, `YYYY-MM`, in the organisation’s time zone.'),
        capCents: described(integer, 'The cap in cents, net of VAT.'),
        spentCents: described(integer, 'Spending of the month so far, in cents.'),
        missingCents: described(integer, 'Amount by which approval would exceed it, in cents.'),
      }),
    ),
    `Spending caps that would refuse approval now (\`spending_cap_reached\`), without the permission billing.read only that of the calling key${inTest ? '; empty in test mode and after approval' : ''}.`,
  ),
  isCapReached: described(
    v.boolean(),
    `Whether a spending cap would refuse approval now${inTest ? '; false in test mode and after approval' : ''}.`,
  ),
  waits: described(
    v.array(findingSchema),
    `Why approved pieces would be rendered and then wait instead of being printed, each as a warning: \`no_live_printer\` (no printer is configured), \`live_printing_held\` (printing is paused). Approval is still allowed${inTest ? '; empty in test mode' : ''}.`,
  ),
  notReady: described(
    v.array(findingSchema),
    `What else prevents approval, each with the setting to correct as \`field\`: \`returnAddressId\`, \`trackingTargetUrl\`, the server’s \`baseUrl\`, or an \`advertisingCategory\` that live mode lacks${inTest ? '; empty in test mode and after approval' : ''}.`,
  ),
})

const sentBefore = namedObject(
  'PostbatchSentBefore',
  'Pieces of a Postbatch whose recipients also get another piece of its template.',
  {
    count: described(
      integer,
      'Number of its pieces to the same name and address as a piece of another Postbatch or Postflow that prints any version of the template. Cancelled, rejected, suppressed and failed ones don’t count.',
    ),
    days: described(
      integer,
      'Number of days considered: since the approval of a Postbatch, or the creation of an item of a Postflow.',
    ),
    last: described(
      v.nullable(
        v.object({
          at: described(
            dateTime,
            'When its Postbatch, or the item, was approved, otherwise when the item was created, RFC 3339 in UTC.',
          ),
          postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for a Postflow.'),
          postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for a Postbatch.'),
          name: described(v.nullable(v.string()), 'Name of that mailing; null once it was deleted.'),
        }),
      ),
      'The latest of those other pieces; null without one.',
    ),
  },
)

export const quoteSchema = namedObject('PostbatchQuote', 'The present cost of a Postbatch.', {
  postbatchId: described(v.string(), 'The Postbatch, `pbt_…`.'),
  status: described(postbatchStatus, 'Present status.'),
  currency: fields.currency,
  lines: described(
    v.array(
      v.object({
        zone: described(priceZone, 'The price zone, relative to the organisation’s country.'),
        quantity: described(integer, 'Number of pieces in the zone.'),
        unitPriceCents: described(integer, 'Price per piece in cents, net of VAT.'),
        amountCents: described(integer, 'Price of all pieces of the line in cents, net of VAT.'),
      }),
    ),
    'One line per price zone.',
  ),
  quantity: described(integer, 'Total number of pieces.'),
  subtotalCents: described(
    integer,
    'In cents, net of VAT: the amount that approval reserves and production captures.',
  ),
  vatRate: fields.vatRate,
  vatCents: described(integer, 'VAT in cents.'),
  totalCents: described(integer, 'In cents, including VAT.'),
  leftOut: described(
    v.object({
      needsAttention: described(integer, 'Number of items with findings to correct.'),
      suppressed: described(integer, 'Number of items on the suppression list.'),
    }),
    'Items that are neither sent nor charged.',
  ),
  sentBefore: described(
    v.nullable(sentBefore),
    'Recipients who also get, or recently got, another piece of the same template in the same mode, as of its validation, and of later approvals or cancellations of other Postbatches. Doesn’t prevent approval. Null before it is validated.',
  ),
  warnings: warningCounts,
  isSellerNamed: described(
    v.boolean(),
    'Whether a seller is configured; without one, nothing can be topped up.',
  ),
  ...obstacles({ inTest: true }),
  beforeLive: described(
    v.nullable(
      namedObject(
        'PostbatchBeforeLive',
        'What would prevent approval of a live copy now.',
        obstacles({ inTest: false }),
      ),
    ),
    'For a Postbatch in test mode and members only: what to correct before it can be sent live. Null in live mode, and for keys.',
  ),
})
export type Quote = v.InferOutput<typeof quoteSchema>

const salutation = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.salutationLength), storable)

const numberUpTo = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(least), v.maxValue(most))

export const salutationQuery = v.strictObject({
  search: described(
    v.optional(v.pipe(v.string(), v.maxLength(limits.salutationLength), storable)),
    'Lists only salutations that contain these words, ignoring case and accents.',
  ),
  offset: described(
    v.optional(numberUpTo(0, limits.countedSalutations)),
    'Number of salutations to skip; 0 by default.',
  ),
  limit: described(
    v.optional(numberUpTo(1, limits.shownSalutations)),
    `Number of salutations to list, 1 to ${limits.shownSalutations}; 50 by default.`,
  ),
})
export type SalutationQuery = v.InferOutput<typeof salutationQuery>

export const salutationPage = namedObject('PostbatchSalutations', 'Distinct salutations of a Postbatch.', {
  data: described(
    v.array(
      namedObject('PostbatchSalutation', 'A salutation with its number of letters.', {
        salutation: described(
          v.string(),
          `The printed salutation without the comma after it, cut to ${limits.salutationLength} characters.`,
        ),
        itemCount: described(integer, 'Number of items with this salutation.'),
        isDoubtful: described(
          v.boolean(),
          'Whether one of these items has the warning `salutation_unclear`.',
        ),
        correction: described(
          v.nullable(v.string()),
          'The correction being written into these items; null without one.',
        ),
        itemId: described(v.string(), 'One of the items, `itm_…`.'),
        recipientName: described(v.string(), 'The recipient of that item.'),
      }),
    ),
    'Doubtful ones first, then by frequency.',
  ),
  totalCount: described(integer, 'Number of distinct salutations.'),
  hasMore: described(v.boolean(), 'Whether there are more than `offset` and `limit` cover.'),
  unlistedItemCount: described(
    integer,
    `Number of items whose salutations are not listed, since there are more than ${limits.countedSalutations} distinct ones. Use \`search\` to find them.`,
  ),
  isCorrecting: described(v.boolean(), 'Whether corrections are being written into items.'),
  isComposed: described(
    v.boolean(),
    'Whether the template prints `{{salutation}}` as composed by Lettershop; otherwise the list is empty.',
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
            salutation: described(salutation, 'The salutation as listed by `postbatches.salutations`.'),
            corrected: described(
              v.pipe(
                salutation,
                v.check(
                  (text) => /[^\s,]/.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text),
                  postbatchProblems.message('invalid_value.salutation'),
                ),
              ),
              'The salutation to print instead, exactly as given, without the comma after it.',
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
