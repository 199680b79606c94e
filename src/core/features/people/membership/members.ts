import { ownerRole } from '../../../engine/access/permissions.ts'
import { membershipsOf } from '../../../engine/access/session.ts'
import type { Services } from '../../../engine/services.ts'
import { takeOrganisations } from '../../../engine/transact.ts'
import { found, problem } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { MemberRow, UserRow } from '../../../model/people.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { peopleProblems } from '../sentences.ts'

type Shared = { organisationId: string }

export const newMember = (
  services: Services,
  shared: Shared,
  userId: string,
  roles: readonly string[],
): MemberRow => {
  const now = services.clock.now()
  return {
    id: services.ids.next('mbr'),
    organisationId: shared.organisationId,
    userId,
    roles: [...new Set(roles)],
    isOwner: roles.includes(ownerRole),
    notices: null,
    createdAt: now,
    updatedAt: now,
  }
}

export const memberById = async (rows: Rows, shared: Shared, id: string): Promise<MemberRow> =>
  found(await rows.members.get(shared, id), 'member')

export const membershipOf = async (
  rows: Rows,
  shared: Shared,
  userId: string,
): Promise<MemberRow | undefined> => {
  const [member] = await rows.members.find(shared, { userId })
  return member
}

/** Locks an organisation together with all organisations of a user (`takeOrganisations`). */
export const takeWithMemberships = async (
  rows: WritableRows,
  userId: string,
  organisationId: string,
): Promise<void> => {
  const members = await membershipsOf(rows, userId, { lock: 'none' })
  await takeOrganisations(rows, [organisationId, ...members.map((member) => member.organisationId)])
}

/** Returns members with their users, read in one query. */
export const membersToWire = async (rows: Rows, members: readonly MemberRow[]) => {
  const ids = members.map(({ userId }) => userId)
  const users = ids.length === 0 ? [] : await rows.users.find(everyone, { id: oneOf(ids) })
  const byId = new Map(users.map((user) => [user.id, user]))
  return members.map((member) => memberToWire(member, byId.get(member.userId)!))
}

const memberToWire = (member: MemberRow, { id, email, name, status, ...user }: UserRow) => ({
  id: member.id,
  user: {
    id,
    email,
    name,
    status,
    emailVerified: user.verifiedAt !== null,
    secondFactorEnabled: user.secondFactorAt !== null,
  },
  roles: member.roles,
  createdAt: toDateTime(member.createdAt),
  updatedAt: toDateTime(member.updatedAt),
})

/**
 * Throws 409 for the last owner, and for a concurrent change: the organisation's revision serialises changes.
 */
export const assertOwnerStays = async (rows: WritableRows, member: MemberRow): Promise<void> => {
  if (!member.isOwner) return
  const organisation = await rows.organisations.get(everyone, member.organisationId)
  const revision = organisation?.revision ?? 0
  const held = await rows.organisations.update(
    everyone,
    member.organisationId,
    { revision: revision + 1 },
    { revision },
  )
  const owners = await rows.members.count({ organisationId: member.organisationId }, { isOwner: true })
  if (!held || owners <= 1) {
    throw problem(peopleProblems.sentence('invalid_state.last_owner'))
  }
}

/**
 * Throws 409 if an unverified account would gain permissions: the member who invited the address before a
 * mail server was configured may have set its password. Without a mail server the check is skipped.
 */
export const assertVerified = async (
  services: Services,
  rows: Rows,
  { userId }: MemberRow,
): Promise<void> => {
  const user = await rows.users.get(everyone, userId)
  if (!services.mailer.available || !user || user.verifiedAt !== null) return
  throw problem(peopleProblems.sentence('invalid_state.unverified', { email: user.email }))
}

/** Removes a member, whose next request in the organisation is refused. Throws 409 for the last owner. */
export const removeMember = async (rows: WritableRows, member: MemberRow): Promise<void> => {
  await assertOwnerStays(rows, member)
  await rows.members.remove({ organisationId: member.organisationId }, { id: member.id })
}
