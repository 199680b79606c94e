import { developerRole, ownerRole, permissionsOf, type Scope } from '../../engine/access/permissions.ts'
import type { EventType } from '../../engine/events/catalogue.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import { oneOf } from '../../kernel/query.ts'
import { type MemberRow, type NoticeKind, noticeKinds, type UserRow } from '../../model/people.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'

interface Kind {
  /** Permissions of which a member needs one to get the notice. */
  permissions: readonly Scope[]
  /** True if a member with these permissions gets it by default. */
  isDefault(permissions: readonly string[]): boolean
  /** Live-mode events that cause the notice. */
  events: readonly EventType[]
}

export const noticeKindsOf: Readonly<Record<NoticeKind, Kind>> = {
  APPROVAL_WAITING: {
    permissions: ['items.approve', 'items.write', 'postflows.write'],
    // Members who may only approve get it; members who write mail approve their own.
    isDefault: (held) => held.includes('items.approve') && !held.includes('items.write'),
    events: ['item.pending_approval', 'postbatch.validated'],
  },
  POSTBATCH_REJECTED: {
    permissions: ['items.read'],
    // Members who prepare mailings correct them.
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
    // Members who may set the cap decide about the held mail.
    isDefault: (held) => held.includes('billing.manage'),
    events: ['spending_cap.reached'],
  },
  ENDPOINT_DISABLED: {
    permissions: ['webhooks.manage'],
    // Decided by role, in `noticedMembers`.
    isDefault: () => false,
    events: [],
  },
}

const mayGet = (kind: NoticeKind, held: readonly string[]): boolean =>
  noticeKindsOf[kind].permissions.some((permission) => held.includes(permission))

/** A member with the data that decides their notices. */
export interface Noticed {
  member: MemberRow
  permissions: readonly string[]
  /** True if the member gets notices of disabled endpoints by default. */
  looksAfterEndpoints: boolean
}

/** Returns all members, with permissions by the current roles. */
export const noticedMembers = async (rows: Rows, organisationId: string): Promise<Noticed[]> => {
  const members = await rows.members.find({ organisationId }, {})
  const own = await rows.roles.find({ organisationId }, {})
  const hasDeveloper = members.some(({ roles }) => roles.includes(developerRole))
  return members.map((member) => ({
    member,
    permissions: permissionsOf(member.roles, own),
    looksAfterEndpoints: member.roles.includes(hasDeveloper ? developerRole : ownerRole),
  }))
}

const isDefault = (kind: NoticeKind, { permissions, looksAfterEndpoints }: Noticed): boolean =>
  kind === 'ENDPOINT_DISABLED' ? looksAfterEndpoints : noticeKindsOf[kind].isDefault(permissions)

/** Returns the notices available to a member, and whether they are on. */
export const noticesOf = (noticed: Noticed) =>
  noticeKinds
    .filter((kind) => mayGet(kind, noticed.permissions))
    .map((kind) => {
      const chosen = noticed.member.notices?.[kind]
      const byDefault = isDefault(kind, noticed)
      return { kind, mailed: chosen ?? byDefault, byDefault }
    })

const gets = (kind: NoticeKind, noticed: Noticed): boolean =>
  noticesOf(noticed).some((notice) => notice.kind === kind && notice.mailed)

/** Returns the active users who get the notice. */
export const recipientsOf = async (
  rows: Rows,
  organisationId: string,
  kind: NoticeKind,
): Promise<{ user: UserRow; permissions: readonly string[] }[]> => {
  const noticed = (await noticedMembers(rows, organisationId)).filter((one) => gets(kind, one))
  if (noticed.length === 0) return []
  const ids = noticed.map(({ member }) => member.userId)
  const users = await rows.users.find(everyone, { id: oneOf(ids), status: 'ACTIVE' })
  return users.map((user) => ({
    user,
    permissions: noticed.find(({ member }) => member.userId === user.id)!.permissions,
  }))
}

/** Enqueues one job per mail, all in one transaction: a crash neither loses nor duplicates one. */
export const fanOut = (
  { services, job, transact }: JobContext,
  notice: NoticeKind,
  id: string,
  alongside: (rows: WritableRows) => Promise<void> = async () => {},
): Promise<void> =>
  transact(async ({ rows, work }) => {
    const organisationId = job.organisationId!
    const recipients = await recipientsOf(rows, organisationId, notice)
    for (const { user } of recipients) {
      work.enqueue({
        kind: 'notices.mail',
        subject: `${job.id}|${user.id}|${services.clock.now()}`,
        organisationId,
        mode: null,
        dueAt: services.clock.now(),
        payload: { notice, id, userId: user.id },
      })
    }
    await rows.jobs.update(everyone, job.id, { payload: { ...job.payload, told: true } })
    await alongside(rows)
  })
