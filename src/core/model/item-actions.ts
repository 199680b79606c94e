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
import type { ActorThen } from './audit.ts'

export const itemActionStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'] as const
type ItemActionStatus = (typeof itemActionStatuses)[number]

/**
 * What a cancelled one has done stays done. A refused one has done nothing, or its caller lost the permission to do the
 * rest; then another caller can restart it. All of them are removed some time after they were asked for.
 */
export const itemActionLifecycle = defineLifecycle<ItemActionStatus>('item action', {
  PENDING: ['PROCESSING', 'COMPLETED', 'CANCELLED', 'REFUSED'],
  PROCESSING: ['COMPLETED', 'CANCELLED', 'REFUSED'],
  COMPLETED: [],
  CANCELLED: [],
  REFUSED: ['PENDING'],
})

/** Whether nothing more is done, unless a refused one is restarted. */
export const isOver = (status: ItemActionStatus): boolean => status !== 'PENDING' && status !== 'PROCESSING'

export const itemActionKinds = ['APPROVE', 'REJECT', 'CANCEL', 'REPRINT'] as const
export type ItemActionKind = (typeof itemActionKinds)[number]

export const itemActionFailureCodes = ['permission_withdrawn', 'revision_conflict'] as const
export type ItemActionFailureCode = (typeof itemActionFailureCodes)[number]

/** One thing that is done to many items, some after the other. */
export const itemActionsTable = defineTable(
  'item_actions',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    action: text<ItemActionKind>(),
    /** Why items are rejected. */
    reason: textOrNull(),
    /** Whether reprints are paid for. */
    charge: boolean(),
    status: text<ItemActionStatus>(),
    totalCount: integer(),
    succeededCount: integer(),
    failedCount: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
    /** Real time. */
    expiresAt: integer(),
    /** What its items are gathered by, until they are; null where they are settled. */
    conditions: jsonOrNull<readonly Condition[]>(),
    /** The line of the API key that asked for it, to which reprints are charged; null where none did. */
    apiKeyId: textOrNull(),
    /** Who asked for it, for the history of its items; null where an earlier version was asked. */
    askedBy: jsonOrNull<ActorThen>(),
    /** Why it was REFUSED; null where its number of items had changed. */
    failureCode: textOrNull<ItemActionFailureCode>(),
    /**
     * The fingerprint of its items that the caller has seen, until they are gathered; null where the caller
     * sent none, or an earlier version was asked.
     */
    expectedFingerprint: textOrNull(),
  },
  {
    indexes: [['organisationId', 'mode', 'createdAt'], ['organisationId', 'mode', 'status'], ['expiresAt']],
  },
)
export type ItemActionRow = RowOf<typeof itemActionsTable>

/**
 * Items that an action has not come to yet. The transaction that acts on them removes the row, so that none
 * of them is acted on twice.
 */
export const itemActionChunksTable = defineTable(
  'item_action_chunks',
  'mode',
  {
    /** `itemActionId|position` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    itemActionId: text(),
    /** The place of its first item among all of the action. */
    position: integer(),
    itemIds: json<readonly string[]>(),
    expiresAt: integer(),
    /** The revision in which the caller has seen each item; null where none were sent. */
    revisions: jsonOrNull<readonly number[]>(),
  },
  { indexes: [['itemActionId', 'position'], ['expiresAt']] },
)
export type ItemActionChunkRow = RowOf<typeof itemActionChunksTable>

/** Items that refused what was asked of them. */
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
