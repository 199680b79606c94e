import * as v from 'valibot'
import { permissionsOf } from '../../../engine/access/permissions.ts'
import { userActor } from '../../../engine/audit/actor.ts'
import type { PublicContext } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import { transact } from '../../../engine/transact.ts'
import { tryParse } from '../../../engine/validate.ts'
import { found, type ParameterError, problem, validationFailed } from '../../../kernel/errors.ts'
import { defineLifecycle } from '../../../kernel/lifecycle.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { InvitationRow, InvitationStatus, RoleRow, UserRow } from '../../../model/people.ts'
import { everyone, type Rows, UniqueViolation, type WritableRows } from '../../../ports/store.ts'
import { idInToken } from '../accounts/links.ts'
import { assertUsablePassword, hashPassword, newPassword } from '../accounts/password.ts'
import { deadLink, newUser, personName } from '../accounts/users.ts'
import { peopleProblems } from '../sentences.ts'
import { currentSession } from '../sessions/sessions.ts'
import { assertStillSignedIn, checkSignIn, signedInUser, signIn } from '../sessions/sign-in.ts'
import { membershipOf, newMember, takeWithMemberships } from './members.ts'

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

/** Ends an invitation and returns the new row. Throws 409 if it has already ended. */
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
    throw problem(peopleProblems.sentence('invalid_state.invitation_ended'))
  }
  return { ...invitation, ...patch }
}

/** Returns the invitation of a token. Throws 422 on `token` unless it can be accepted. */
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
 * Returns the inviter; undefined if disabled, no longer a member, or without a permission that the invitation
 * requires or gives.
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

interface NewAccount {
  token: string
  invitation: Pick<InvitationRow, 'organisationId' | 'email' | 'mailed'>
  name?: string | undefined
  password?: string | undefined
}

export const acceptAsNew = async (context: PublicContext, { token, invitation, ...given }: NewAccount) => {
  const { services } = context
  const { organisationId, email, mailed } = invitation
  const { name, password } = parseAccount(given)
  await assertUsablePassword(password, email)
  const passwordHash = await hashPassword(services, password)
  const user = newUser(services, { email, name, passwordHash, verified: mailed })
  try {
    return await transact(
      services,
      async ({ rows }) => {
        await rows.users.insert(user)
        return join(context, rows, { token, organisationId, user })
      },
      actor(context, user),
    )
  } catch (error) {
    // A concurrent request has accepted the same invitation.
    if (error instanceof UniqueViolation)
      throw problem(peopleProblems.sentence('invalid_state.account_exists'))
    throw error
  }
}

const accountInput = v.strictObject({ name: personName, password: newPassword })

const parseAccount = (given: { name?: string | undefined; password?: string | undefined }) => {
  const { output, errors } = tryParse(accountInput, given, 'body')
  if (!output) throw validationFailed(errors satisfies ParameterError[])
  return output
}

interface Joining {
  token: string
  invitation: Pick<InvitationRow, 'organisationId'>
  user: UserRow
  password?: string | undefined
  code?: string | undefined
}

/** Accepts an invitation for an existing user, who is signed in, or sends password and second factor. */
export const acceptAsUser = async (
  context: PublicContext,
  { token, invitation, user, password, code }: Joining,
) => {
  const { services, client } = context
  const { organisationId } = invitation
  if (password === undefined) {
    if ((await signedInUser(services, client)) !== user.id) {
      throw problem(peopleProblems.sentence('sign_in_failed.as', { email: user.email }))
    }
    return transact(
      services,
      async ({ rows }) => {
        await assertStillSignedIn(services, rows, client, user.id)
        return join(context, rows, { token, organisationId, user })
      },
      actor(context, user),
    )
  }
  const { confirm } = await checkSignIn(services, client, { email: user.email, password, code })
  return transact(
    services,
    async ({ rows }) => {
      await confirm(rows)
      return join(context, rows, { token, organisationId, user })
    },
    actor(context, user),
  )
}

const actor = ({ requestId }: PublicContext, user: UserRow) =>
  userActor(user, { operation: 'invitations.accept', requestId })

/** Ends the invitation, adds the member, and begins a session in the organisation. */
const join = async (
  context: PublicContext,
  rows: WritableRows,
  { token, organisationId, user }: { token: string; organisationId: string; user: UserRow },
) => {
  const { services } = context
  // The answer lists all organisations of the user, so all are locked, in the usual order.
  await takeWithMemberships(rows, user.id, organisationId)
  const { invitation, organisation } = await openInvitation(services, rows, token)
  await endInvitation(services, rows, invitation, 'ACCEPTED')
  if (invitation.mailed && user.verifiedAt === null) {
    await rows.users.update(everyone, user.id, { verifiedAt: services.clock.now() })
  }
  const shared = { organisationId: organisation.id }
  if (!(await membershipOf(rows, shared, user.id))) {
    await rows.members.insert(newMember(services, shared, user.id, invitation.roles))
  }
  return currentSession(services, rows, await signIn(context, rows, user, organisation.id))
}
