import { type Recipient, recipientFields } from '../address/schema.ts'
import type { CsvDialect } from '../kernel/csv-dialect.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  booleanOrNull,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { Question, Source } from './mapping.ts'
import type { Stops } from './vocabulary.ts'
import { termsTable } from './vocabulary.ts'

export const suppressionStatuses = ['ACTIVE', 'PROPOSED'] as const
/** PROPOSED entries take effect once made ACTIVE. */
export type SuppressionStatus = (typeof suppressionStatuses)[number]

export const suppressionSources = ['API', 'IMPORT', 'OPT_OUT', 'RETURNED'] as const
/** A call, an imported list, the public opt-out page, or a returned piece. */
export type SuppressionSource = (typeof suppressionSources)[number]

/** Test entries of these origins may be genuine: earlier versions created them in the portal's test mode. */
export const wishSources = ['API', 'IMPORT'] as const satisfies readonly SuppressionSource[]

/** Addresses that must not receive mail: any, advertising, or one advertising category. */
export const suppressionsTable = defineTable(
  'suppressions',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    status: text<SuppressionStatus>(),
    source: text<SuppressionSource>(),
    /** Version 1, for servers of 0.2.0 and entries without version 2 (docs/design/addresses.md). */
    matchKey: text(),
    addressKey: text(),
    /** Null suppresses everyone at the address. */
    nameKey: textOrNull(),
    advertisingCategory: textOrNull(),
    /** Derived from its reason; always ADVERTISING with a category. */
    stops: text<Stops>(),
    reason: text(),
    recipient: json<Recipient>(),
    recipientName: text(),
    /** The item that led to the entry. */
    itemId: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
    /**
     * Keys of version 2: of all that an entry matches by (`features/suppressions/match.ts`), and of its
     * address. Null if a server of 0.2.0 wrote the entry, until `items.renewKeys` derives them.
     */
    matchKeyV2: textOrNull(),
    addressKeyV2: textOrNull(),
    /** The `updatedAt` of the write that derived the keys of version 2. */
    keyedAt: integerOrNull(),
    /**
     * True for a test entry from before members' entries were always live: it may be genuine, which a member
     * decides (`suppressions.assignMode`).
     */
    isUndecided: booleanOrNull(),
  },
  {
    // Not unique: entries distinct by version 1 of the keys may be equal by version 2.
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

/** The built-in reasons are data in `reasons.ts`. */
export const suppressionReasonsTable = termsTable('suppression_reasons')

/** An entry always compares the address. */
export const matchParts = ['address', 'name', 'advertisingCategory'] as const

export type MatchPart = (typeof matchParts)[number]

/** A copy of the entry that suppressed an item. */
export interface ItemSuppression {
  id: string
  reason: string
  advertisingCategory: string | null
  matchedBy: MatchPart[]
}

export const suppressionImportStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const
export type SuppressionImportStatus = (typeof suppressionImportStatuses)[number]

export const suppressionImportFailureCodes = ['file_gone', 'file_unreadable', 'permission_withdrawn'] as const
export type SuppressionImportFailureCode = (typeof suppressionImportFailureCodes)[number]

/** Fields of the recipient, then of the entry. */
export const importFields = [...recipientFields, 'reason', 'advertisingCategory', 'matchName'] as const
export type ImportField = (typeof importFields)[number]

/** Values for rows without one. */
export interface ImportDefaults {
  reason: string
  advertisingCategory: string | null
  matchName: boolean
  country: string
}

export interface ListDialect extends CsvDialect {
  /** Absent for a CSV. */
  sheet?: string
  /** Records before the first entry; absent for one, the heading. */
  headRecords?: number
}

export const suppressionImportsTable = defineTable(
  'suppression_imports',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    uploadId: text(),
    fileName: text(),
    blobKey: text(),
    status: text<SuppressionImportStatus>(),
    dialect: json<ListDialect>(),
    heading: json<string[]>(),
    /** Column index of each field that has a column. */
    columns: json<Partial<Record<ImportField, number>>>(),
    defaults: json<ImportDefaults>(),
    /** Rows without the heading; a restarted job continues after them. */
    rowCount: integer(),
    addedCount: integer(),
    mergedCount: integer(),
    failedCount: integer(),
    /** Chunks whose rejected and doubtful rows are in their own blob. */
    errorChunks: json<number[]>(),
    failure: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
    /** Sources of recipient fields composed of several columns. */
    fields: jsonOrNull<Record<string, Source>>(),
    /** Rows imported with doubts; null for imports begun before this was counted. */
    doubtfulCount: integerOrNull(),
    /** Questions without values; null for imports begun by earlier versions. */
    questions: jsonOrNull<Question[]>(),
    /** Null for imports ended by earlier versions. */
    failureCode: textOrNull<SuppressionImportFailureCode>(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt']] },
)
export type SuppressionImportRow = RowOf<typeof suppressionImportsTable>
