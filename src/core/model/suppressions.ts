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

export const suppressionImportStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const
export type SuppressionImportStatus = (typeof suppressionImportStatuses)[number]

export const suppressionImportFailureCodes = ['file_gone', 'file_unreadable', 'permission_withdrawn'] as const
export type SuppressionImportFailureCode = (typeof suppressionImportFailureCodes)[number]

/** The fields that a column of the file may hold: a part of the recipient, or of the entry. */
export const importFields = [...recipientFields, 'reason', 'advertisingCategory', 'matchName'] as const
export type ImportField = (typeof importFields)[number]

/** The values for rows without a column or value for them. */
export interface ImportDefaults {
  reason: string
  advertisingCategory: string | null
  matchName: boolean
  country: string
}

/** How the file is read. */
export interface ListDialect extends CsvDialect {
  /** The sheet of a workbook; absent of a CSV. */
  sheet?: string
  /** Records before the first entry; absent where there is one, the heading. */
  headRecords?: number
}

/** The import of a list of addresses into the suppression list, and its progress. */
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
    /** The index in the heading of each field that has a column. */
    columns: json<Partial<Record<ImportField, number>>>(),
    defaults: json<ImportDefaults>(),
    /** Rows that are done, without the heading; a job that starts anew continues after them. */
    rowCount: integer(),
    addedCount: integer(),
    mergedCount: integer(),
    failedCount: integer(),
    /** Chunks whose rejected and doubtful rows are in a blob of their own. */
    errorChunks: json<number[]>(),
    failure: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
    /** Sources of recipient fields that one column alone does not make; null where there are none. */
    fields: jsonOrNull<Record<string, Source>>(),
    /** Rows that became entries and are doubtful; null for an import that a version without this count began. */
    doubtfulCount: integerOrNull(),
    /** What nobody decided about the list, without its values; null for an import that a version without it began. */
    questions: jsonOrNull<Question[]>(),
    /** Why it is FAILED; null for an import that a version without it ended. */
    failureCode: textOrNull<SuppressionImportFailureCode>(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt']] },
)
export type SuppressionImportRow = RowOf<typeof suppressionImportsTable>
