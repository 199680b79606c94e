import type { Recipient } from '../address/schema.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  booleanOrNull,
  defineTable,
  integer,
  integerOrNull,
  json,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { Stops } from './stops.ts'
import { termsTable } from './vocabulary.ts'

export const suppressionStatuses = ['ACTIVE', 'PROPOSED'] as const
/** PROPOSED entries suppress nothing until they are made ACTIVE. */
export type SuppressionStatus = (typeof suppressionStatuses)[number]

export const suppressionSources = ['API', 'IMPORT', 'OPT_OUT', 'RETURNED'] as const
/** The origin of an entry: a call, an imported list, the public opt-out page, or a returned piece. */
export type SuppressionSource = (typeof suppressionSources)[number]

/** Origins of test entries that may be wishes, since earlier versions made them where the portal showed test mode. */
export const wishSources = ['API', 'IMPORT'] as const satisfies readonly SuppressionSource[]

/** Addresses that must not receive mail: none at all, no advertising, or none of one advertising category. */
export const suppressionsTable = defineTable(
  'suppressions',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    status: text<SuppressionStatus>(),
    source: text<SuppressionSource>(),
    /**
     * The keys of version 1, which servers of 0.2.0 look up (docs/design/address-keys.md). They still decide for
     * entries without keys of version 2.
     */
    matchKey: text(),
    addressKey: text(),
    /** Null suppresses everyone at the address. */
    nameKey: textOrNull(),
    advertisingCategory: textOrNull(),
    /** Follows from its reason; with a category always ADVERTISING. */
    stops: text<Stops>(),
    reason: text(),
    recipient: json<Recipient>(),
    recipientName: text(),
    /** The piece of mail that led to the entry. */
    itemId: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
    /**
     * Everything that an entry matches by (`matchKeyOf`), and the address alone. Null where a server of 0.2.0
     * wrote the entry, until `items.renewKeys` derives them.
     */
    matchKeyV2: textOrNull(),
    addressKeyV2: textOrNull(),
    /** The `updatedAt` of the write that derived the keys of version 2. */
    keyedAt: integerOrNull(),
    /**
     * True for an entry of test mode that a call or a list made before members' entries were always live: it may
     * be a person's wish, which a member decides (`suppressions.assignMode`).
     */
    isUndecided: booleanOrNull(),
  },
  {
    // Not unique: entries that were different by the keys of version 1 may be equal by those of version 2,
    // and each is kept under its id.
    indexes: [
      ['organisationId', 'mode', 'matchKey'],
      ['organisationId', 'mode', 'matchKeyV2'],
      ['organisationId', 'mode', 'addressKeyV2'],
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'updatedAt'],
      ['organisationId', 'mode', 'recipientName'],
      ['organisationId', 'mode', 'addressKey'],
      ['organisationId', 'mode', 'advertisingCategory'],
      ['organisationId', 'mode', 'reason'],
      ['organisationId', 'mode', 'status'],
    ],
    sparse: [['organisationId', 'isUndecided', 'createdAt']],
    folded: ['recipientName'],
  },
)
export type SuppressionRow = RowOf<typeof suppressionsTable>

/** The organisation's own reasons; the platform's are data in `reasons.ts`. */
export const suppressionReasonsTable = termsTable('suppression_reasons')

/** The parts of a piece that an entry compares; always the address. */
export const matchParts = ['address', 'name', 'advertisingCategory'] as const

export type MatchPart = (typeof matchParts)[number]

/** A copy of the entry that suppressed an item. */
export interface ItemSuppression {
  id: string
  reason: string
  advertisingCategory: string | null
  matchedBy: MatchPart[]
}
