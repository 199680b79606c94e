import { permissionsOf } from '../../engine/access/permissions.ts'
import type { Services } from '../../engine/services.ts'
import { found, problem } from '../../kernel/errors.ts'
import { defineLifecycle } from '../../kernel/lifecycle.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { InvitationRow, InvitationStatus, RoleRow } from '../../model/people.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import { idInToken } from './links.ts'
import { membershipOf } from './members.ts'
import { peopleProblems } from './sentences.ts'
import { deadLink } from './users.ts'

/** Pending invitations of one organisation. */
export const maxPendingInvitations = 200

export const invitationLifecycle = defineLifecycle<InvitationStatus>('invitation', {
  PENDING: ['ACCEPTED', 'REVOKED', 'EXPIRED'],
  ACCEPTED: [],
  REVOKED: [],
  EXPIRED: [],
})

export const invitationToWire = (row: InvitationRow) => ({
  id: row.id,
  email: row.email,
  roles: row.roles,
  status: row.status,
  mailed: row.mailed,
  invitedById: row.invitedById,
  createdAt: toDateTime(row.createdAt),
  expiresAt: toDateTime(row.expiresAt),
})

export const invitationById = async (
  rows: Rows,
  shared: { organisationId: string },
  id: string,
): Promise<InvitationRow> => found(await rows.invitations.get(shared, id), 'invitation')

/** Ends an invitation with a status; returns the new row. */
export const endInvitation = async (
  services: Services,
  rows: WritableRows,
  invitation: InvitationRow,
  status: InvitationStatus,
): Promise<InvitationRow> => {
  invitationLifecycle.assert(invitation.status, status)
  const patch = { status, endedAt: services.clock.now() }
  const { organisationId } = invitation
  const expected = { status: invitation.status }
  if (!(await rows.invitations.update({ organisationId }, invitation.id, patch, expected))) {
    throw problem(peopleProblems.say('invalid_state.invitation_ended'))
  }
  return { ...invitation, ...patch }
}

/** The invitation of a link, with its organisation, while it can be accepted. Throws 422 on `token`. */
export const openInvitation = async (services: Services, rows: Rows, token: string) => {
  const id = idInToken(services, token)
  const invitation = id === undefined ? undefined : await rows.invitations.get(everyone, id)
  const open = invitation?.status === 'PENDING' && invitation.expiresAt > services.clock.now()
  const organisation = open ? await rows.organisations.get(everyone, invitation.organisationId) : undefined
  const inviter = invitation && organisation && (await inviterOf(rows, invitation))
  if (!inviter) throw deadLink()
  return { invitation, organisation, inviter }
}

/**
 * The inviter, who could still make the invitation: it ends with the inviter's membership, and with the
 * permissions that it gives.
 */
const inviterOf = async (
  rows: Rows,
  { organisationId, invitedById, roles }: InvitationRow,
): Promise<{ name: string; ownRoles: readonly RoleRow[] } | undefined> => {
  const shared = { organisationId }
  const inviter = await rows.users.get(everyone, invitedById)
  const member = await membershipOf(rows, shared, invitedById)
  if (inviter?.status !== 'ACTIVE' || !member) return undefined
  const own = await rows.roles.find(shared, {})
  const held = permissionsOf(member.roles, own)
  const gives = ['members.manage', ...permissionsOf(roles, own)]
  if (!gives.every((permission) => held.includes(permission))) return undefined
  return { name: inviter.name, ownRoles: own }
}
