import type { Scope } from '../../engine/access/permissions.ts'
import type { EventType } from '../../engine/events/catalogue.ts'
import type { NoticeKind } from '../../model/people.ts'

interface Kind {
  /** It is for members who hold one of these. */
  permissions: readonly Scope[]
  /** Whether a member with these permissions gets it who has chosen nothing. */
  isDefault(permissions: readonly string[]): boolean
  /** The events of live mode that it is about. */
  events: readonly EventType[]
}

/** What a member may be told by mail. */
export const noticeKindsOf: Readonly<Record<NoticeKind, Kind>> = {
  APPROVAL_WAITING: {
    permissions: ['items.approve', 'items.write', 'postflows.write'],
    // Who may only approve is there for it; who writes mail approves their own.
    isDefault: (held) => held.includes('items.approve') && !held.includes('items.write'),
    events: ['item.pending_approval', 'postbatch.validated'],
  },
  POSTBATCH_REJECTED: {
    permissions: ['items.read'],
    // Who prepares mailings mends them.
    isDefault: (held) => held.includes('postflows.write'),
    events: ['postbatch.rejected'],
  },
  RUN_HANDED_OVER: {
    permissions: ['items.read'],
    isDefault: () => false,
    events: ['run.handed_to_printer'],
  },
  IMPORT_FAILED: {
    permissions: ['items.read'],
    isDefault: (held) => held.includes('postflows.write'),
    events: ['import.failed'],
  },
  BALANCE_LOW: {
    permissions: ['billing.read'],
    isDefault: (held) => held.includes('billing.manage'),
    events: ['balance.low'],
  },
  SPENDING_CAP_REACHED: {
    permissions: ['billing.read'],
    // Whoever may set the cap decides what becomes of the mail that waits.
    isDefault: (held) => held.includes('billing.manage'),
    events: ['spending_cap.reached'],
  },
  ENDPOINT_DISABLED: {
    permissions: ['webhooks.manage'],
    // By role: `recipients.ts`.
    isDefault: () => false,
    events: [],
  },
}

export const mayGet = (kind: NoticeKind, held: readonly string[]): boolean =>
  noticeKindsOf[kind].permissions.some((permission) => held.includes(permission))
