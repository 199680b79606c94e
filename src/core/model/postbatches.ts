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
import type { RecordedActor } from './audit.ts'
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
 * Changing content or rejecting turns a validated Postbatch into a draft again. It can be cancelled until its
 * cutoff. If no item is left after approval, it is COMPLETED without production. From APPROVED on it follows
 * its items (`progress.ts`).
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

/** Items, imports and template may change. */
export const openStatuses: readonly PostbatchStatus[] = ['DRAFT', 'VALIDATED']

/** `count`: pieces whose recipient gets another piece of the template. `last`: the latest of the others. */
export interface SentBefore {
  count: number
  /** `at` in ms on the clock of its mode. */
  last: (MailingRef & { at: number }) | null
}

/** Codes counted per Postbatch, and items shown for each. */
export const warningLimits = { codes: 50, samples: 3 } as const

/** Warnings of items waiting for approval at the last validation. */
export interface PostbatchWarnings {
  /** The `validatedAt` of that validation: a later one by an earlier version counts no warnings. */
  validatedAt: number
  /** Items with at least one warning. */
  itemCount: number
  /** Most frequent first, each with its first items. */
  codes: { code: string; itemCount: number; itemIds: string[] }[]
}

/** Replaces the salutation of all items whose composed salutation is `salutation`. */
export interface SalutationCorrection {
  salutation: string
  corrected: string
  /** Last item compared, in order of ids; absent before the first. */
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
    /** `YYYY-MM-DD`, earliest day of production. */
    sendOn: textOrNull(),
    /** A recipient may appear twice. */
    allowDuplicates: boolean(),
    /** The original, of either mode, if it is a copy. */
    copyOf: textOrNull(),
    /** Last item of the original examined, '' before the first; null when copying is complete. */
    copiedUntil: textOrNull(),
    /** Items of the original not copied; null is 0. */
    copyLeftOut: integerOrNull(),
    /** Why copying stopped; null while it runs, and for copies begun by a version without this column. */
    copyFailureCode: textOrNull<CopyFailureCode>(),
    /** Reserved by approval and not yet taken over by items. */
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
    /** Cost centre of items without their own. */
    billingGroup: textOrNull(),
    /** Spending cap use reserved by approval and not yet taken over by items; null is 0. */
    takenCents: integerOrNull(),
    /** Month `YYYY-MM` of that use, and the line of the approving key. */
    spentMonth: textOrNull(),
    spentKeyId: textOrNull(),
    /** Pieces priced at the last validation; null before it, which means one. */
    pricedQuantity: integerOrNull(),
    /** Last rejection. Erasing one of its items removes the reason. */
    rejectedAt: integerOrNull(),
    rejectedBy: jsonOrNull<RecordedActor>(),
    rejectionReason: textOrNull(),
    /** Earlier cost centres: items with one of them get the present one at validation. */
    formerBillingGroups: jsonOrNull<(string | null)[]>(),
    /** As of the last validation, or a later approval or cancellation of another Postbatch. */
    sentBefore: jsonOrNull<SentBefore>(),
    /** Corrections not yet applied; `postbatches.correctSalutations` writes them into the items. */
    salutationCorrections: jsonOrNull<SalutationCorrection[]>(),
    /** As of the last validation; null before the first, and for validations before 0.3.0. */
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

/** Maintained in the transactions that move items, so that counts and quotes read few rows. */
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
