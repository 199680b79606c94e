import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { ActorThen } from './audit.ts'
import type { ItemStatus, MailingRef } from './items.ts'

export const postbatchStatuses = [
  'DRAFT',
  'VALIDATING',
  'VALIDATED',
  'APPROVED',
  'SCHEDULED',
  'IN_PRODUCTION',
  'COMPLETED',
  'CANCELLED',
] as const
export type PostbatchStatus = (typeof postbatchStatuses)[number]

/**
 * New content makes a validated Postbatch a draft again, and so does a rejection. It can be cancelled until its cutoff time. A
 * Postbatch whose items were all suppressed or cancelled after approval is COMPLETED without production. From
 * APPROVED on it follows its items (`progress.ts`).
 */
export const postbatchLifecycle = defineLifecycle<PostbatchStatus>('Postbatch', {
  DRAFT: ['VALIDATING', 'CANCELLED'],
  VALIDATING: ['VALIDATED', 'CANCELLED'],
  VALIDATED: ['DRAFT', 'VALIDATING', 'APPROVED', 'CANCELLED'],
  APPROVED: ['SCHEDULED', 'COMPLETED', 'CANCELLED'],
  SCHEDULED: ['IN_PRODUCTION', 'COMPLETED', 'CANCELLED'],
  IN_PRODUCTION: ['COMPLETED'],
  COMPLETED: [],
  CANCELLED: [],
})

/** Statuses in which its content may change: items, imports, template. */
export const openStatuses: readonly PostbatchStatus[] = ['DRAFT', 'VALIDATED']

/**
 * How many pieces of a Postbatch go to recipients of another piece of its template, and which of those pieces was
 * sent last.
 */
export interface SentBefore {
  count: number
  /** Null where there is none; `at` in ms on the clock of its mode. */
  last: (MailingRef & { at: number }) | null
}

/** Codes of warnings that are counted of a Postbatch, and the items of each that are shown. */
export const warningLimits = { codes: 50, samples: 3 } as const

/** The warnings of the items of a Postbatch that waited for its approval at its last validation. */
export interface PostbatchWarnings {
  /** The `validatedAt` of that validation: a later one by an earlier version counts none. */
  validatedAt: number
  /** Items with at least one. */
  itemCount: number
  /** The most frequent first, each with the first few of its items. */
  codes: { code: string; itemCount: number; itemIds: string[] }[]
}

/** Another salutation for all items whose composed salutation is `salutation`. */
export interface SalutationCorrection {
  salutation: string
  corrected: string
  /** The last of the items that it was compared with, in the order of their ids; all of them lie ahead without it. */
  after?: string
}

export const copyFailureCodes = ['permission_withdrawn'] as const
export type CopyFailureCode = (typeof copyFailureCodes)[number]

/** One mailing: a template version, its recipients, and one decision to send it. */
export const postbatchesTable = defineTable(
  'postbatches',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    description: textOrNull(),
    status: text<PostbatchStatus>(),
    templateId: text(),
    templateVersionId: text(),
    productId: text(),
    specificationId: text(),
    advertisingCategory: textOrNull(),
    returnAddressId: textOrNull(),
    trackingTargetUrl: textOrNull(),
    /** `YYYY-MM-DD`, the earliest day of production. */
    sendOn: textOrNull(),
    /** Whether a person at an address may be in it twice. */
    allowDuplicates: boolean(),
    /** The Postbatch that it was made from, of either mode. */
    copyOf: textOrNull(),
    /** The last item of it that was looked at, '' before the first; null where none is left to copy. */
    copiedUntil: textOrNull(),
    /** Items of it that were not copied; null as 0. */
    copyLeftOut: integerOrNull(),
    /** Why it was not copied to the end; null while it is, and of one that a version without this began. */
    copyFailureCode: textOrNull<CopyFailureCode>(),
    /** Money that approval reserved and that no item has taken over yet. */
    reservedCents: integer(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    validatedAt: integerOrNull(),
    approvedAt: integerOrNull(),
    scheduledAt: integerOrNull(),
    inProductionAt: integerOrNull(),
    completedAt: integerOrNull(),
    cancelledAt: integerOrNull(),
    /** The cost centre of items that name none themselves. */
    billingGroup: textOrNull(),
    /** What its approval took of spending caps and no item has taken over yet; null is 0. */
    takenCents: integerOrNull(),
    /** The month `YYYY-MM` that it was taken of, and the line of the key that approved. */
    spentMonth: textOrNull(),
    spentKeyId: textOrNull(),
    /** The pieces that its prices were taken for, at its last validation; null before that: one. */
    pricedQuantity: integerOrNull(),
    /** When it was rejected last, by whom and why; an erasure of one of its items removes the reason. */
    rejectedAt: integerOrNull(),
    rejectedBy: jsonOrNull<ActorThen>(),
    rejectionReason: textOrNull(),
    /** Cost centres that it had before: its items that have one of them get the present one when it is validated. */
    formerBillingGroups: jsonOrNull<(string | null)[]>(),
    /** As of its last validation, or of a later approval or cancellation of another one; null before the first. */
    sentBefore: jsonOrNull<SentBefore>(),
    /** Corrections that its items do not have yet; `postbatches.correctSalutations` writes them into the items. */
    salutationCorrections: jsonOrNull<SalutationCorrection[]>(),
    /** As of its last validation; null before the first, and where a version before 0.3.0 validated it. */
    warnings: jsonOrNull<PostbatchWarnings>(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'updatedAt'],
      ['organisationId', 'mode', 'name'],
      ['organisationId', 'mode', 'advertisingCategory'],
    ],
    folded: ['name'],
  },
)
export type PostbatchRow = RowOf<typeof postbatchesTable>

/**
 * The number of a Postbatch's items by status, country, price and run, maintained in the transactions that
 * move the items, so that counts and quote read a handful of rows and are always current.
 */
export const postbatchTotalsTable = defineTable(
  'postbatch_totals',
  'mode',
  {
    /** `postbatchId|status|country|priceCents|runId` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    postbatchId: text(),
    status: text<ItemStatus>(),
    country: text(),
    priceCents: integer(),
    runId: textOrNull(),
    itemCount: integer(),
  },
  { indexes: [['postbatchId']] },
)
export type PostbatchTotalRow = RowOf<typeof postbatchTotalsTable>
