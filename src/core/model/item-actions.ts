import type { ErrorCode } from '../kernel/errors.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Condition } from '../kernel/query.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { RecordedActor } from './audit.ts'

export const itemActionStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'] as const
type ItemActionStatus = (typeof itemActionStatuses)[number]

/**
 * Cancelling keeps what is done. A REFUSED action did nothing or stopped when its caller lost the permission;
 * in the second case another caller can restart it. All actions are removed some time after the request.
 */
export const itemActionLifecycle = defineLifecycle<ItemActionStatus>('item action', {
  PENDING: ['PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'],
  PROCESSING: ['COMPLETED', 'CANCELLED', 'REFUSED'],
  COMPLETED: [],
  CANCELLED: [],
  REFUSED: ['PENDING'],
})

/** If true, nothing more is done, unless a refused action is restarted. */
export const isOver = (status: ItemActionStatus): boolean => status !== 'PENDING' && status !== 'PROCESSING'

export const itemActionKinds = ['APPROVE', 'REJECT', 'CANCEL', 'REPRINT'] as const
export type ItemActionKind = (typeof itemActionKinds)[number]

export const itemActionFailureCodes = ['permission_withdrawn', 'revision_conflict'] as const
export type ItemActionFailureCode = (typeof itemActionFailureCodes)[number]

/** An action on many items, one after another. */
export const itemActionsTable = defineTable(
  'item_actions',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    action: text<ItemActionKind>(),
    reason: textOrNull(),
    /** Reprints are charged. */
    charge: boolean(),
    status: text<ItemActionStatus>(),
    totalCount: integer(),
    succeededCount: integer(),
    failedCount: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
    /** In real time. */
    expiresAt: integer(),
    /** Conditions by which items are gathered; null once they are. */
    conditions: jsonOrNull<readonly Condition[]>(),
    /** Key line of the request, charged for reprints. */
    apiKeyId: textOrNull(),
    /** Shown in the history of items; null for earlier versions. */
    askedBy: jsonOrNull<RecordedActor>(),
    /** Why it was REFUSED; null if its number of items had changed. */
    failureCode: textOrNull<ItemActionFailureCode>(),
    /** Fingerprint of the items that the caller saw, until they are gathered; null if not sent. */
    expectedFingerprint: textOrNull(),
  },
  {
    indexes: [['organisationId', 'mode', 'createdAt'], ['organisationId', 'mode', 'status'], ['expiresAt']],
  },
)
export type ItemActionRow = RowOf<typeof itemActionsTable>

/** Items to process. The transaction that processes them removes the row, so that none is processed twice. */
export const itemActionChunksTable = defineTable(
  'item_action_chunks',
  'mode',
  {
    /** `itemActionId|position` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    itemActionId: text(),
    /** Position of the first item in the action. */
    position: integer(),
    itemIds: json<readonly string[]>(),
    expiresAt: integer(),
    /** Revision of each item that the caller saw; null if not sent. */
    revisions: jsonOrNull<readonly number[]>(),
  },
  { indexes: [['itemActionId', 'position'], ['expiresAt']] },
)
export type ItemActionChunkRow = RowOf<typeof itemActionChunksTable>

/** Items that refused the action. */
export const itemActionFailuresTable = defineTable(
  'item_action_failures',
  'mode',
  {
    /** `itemActionId|position` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    itemActionId: text(),
    position: integer(),
    itemId: text(),
    code: text<ErrorCode>(),
    detail: text(),
    expiresAt: integer(),
  },
  { indexes: [['itemActionId', 'position'], ['expiresAt']] },
)
export type ItemActionFailureRow = RowOf<typeof itemActionFailuresTable>
