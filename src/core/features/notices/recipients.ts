import { developerRole, ownerRole, permissionsOf } from '../../engine/access/permissions.ts'
import { oneOf } from '../../kernel/query.ts'
import { type MemberRow, type NoticeKind, noticeKinds, type UserRow } from '../../model/people.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { mayGet, noticeKindsOf } from './kinds.ts'

/** A member with what decides which notices reach them. */
export interface Noticed {
  member: MemberRow
  permissions: readonly string[]
  /** Whether a disabled endpoint is told to them where they have chosen nothing. */
  looksAfterEndpoints: boolean
}

/** The members of an organisation, as its roles are now. */
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

/** The notices that a member may get, and whether they do. */
export const noticesOf = (noticed: Noticed) =>
  noticeKinds
    .filter((kind) => mayGet(kind, noticed.permissions))
    .map((kind) => {
      const chosen = noticed.member.notices?.[kind]
      const byDefault = isDefault(kind, noticed)
      return { kind, mailed: chosen ?? byDefault, byDefault }
    })

export const gets = (kind: NoticeKind, noticed: Noticed): boolean =>
  noticesOf(noticed).some((notice) => notice.kind === kind && notice.mailed)

/** The active users whom a notice reaches, with their permissions. */
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
