import type { Recipient } from '../address/schema.ts'
import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, json, type RowOf, text, textOrNull } from '../kernel/table.ts'
import type { Stops } from './stops.ts'
import { termsTable } from './vocabulary.ts'

export const suppressionStatuses = ['ACTIVE', 'PROPOSED'] as const
/** PROPOSED entries suppress nothing until somebody makes them ACTIVE. */
export type SuppressionStatus = (typeof suppressionStatuses)[number]

export const suppressionSources = ['API', 'IMPORT', 'OPT_OUT', 'RETURNED'] as const
/** How an entry came here: by a call, an imported list, the public opt-out page, or a piece that came back. */
export type SuppressionSource = (typeof suppressionSources)[number]

/** Addresses that must not get mail: all of it, advertising, or that of one advertising category. */
export const suppressionsTable = defineTable(
  'suppressions',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    status: text<SuppressionStatus>(),
    source: text<SuppressionSource>(),
    /** All that an entry matches by, in one (`matchKeyOf`): two that match the same mail are one entry. */
    matchKey: text(),
    addressKey: text(),
    /** Folded name; null suppresses everyone at the address. */
    nameKey: textOrNull(),
    advertisingCategory: textOrNull(),
    /** By its reason; with a category always ADVERTISING. */
    stops: text<Stops>(),
    reason: text(),
    recipient: json<Recipient>(),
    recipientName: text(),
    /** The piece of mail that led to the entry. */
    itemId: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    unique: [['organisationId', 'mode', 'matchKey']],
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'updatedAt'],
      ['organisationId', 'mode', 'recipientName'],
      ['organisationId', 'mode', 'addressKey'],
      ['organisationId', 'mode', 'advertisingCategory'],
      ['organisationId', 'mode', 'reason'],
    ],
    folded: ['recipientName'],
  },
)
export type SuppressionRow = RowOf<typeof suppressionsTable>

/** The organisation's own reasons; the platform's are data in `reasons.ts`. */
export const suppressionReasonsTable = termsTable('suppression_reasons')

/** What of a piece an entry compares; the address always. */
export const matchParts = ['address', 'name', 'advertisingCategory'] as const

export type MatchPart = (typeof matchParts)[number]

/** The entry that suppressed an item, as it was then. */
export interface ItemSuppression {
  id: string
  reason: string
  advertisingCategory: string | null
  matchedBy: MatchPart[]
}
