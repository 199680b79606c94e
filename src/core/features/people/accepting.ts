import * as v from 'valibot'
import { userActor } from '../../engine/audit/actor.ts'
import type { PublicContext } from '../../engine/context.ts'
import { transact } from '../../engine/transact.ts'
import { tryParse } from '../../engine/validate.ts'
import { type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import type { InvitationRow, UserRow } from '../../model/people.ts'
import { everyone, UniqueViolation, type WritableRows } from '../../ports/store.ts'
import { endInvitation, openInvitation } from './invitations.ts'
import { membershipOf, newMember, takeWithMemberships } from './members.ts'
import { assertUsablePassword, hashPassword, newPassword } from './password.ts'
import { peopleProblems } from './sentences.ts'
import { currentSession } from './sessions.ts'
import { assertStillSignedIn, checkSignIn, signedInUser, signIn } from './sign-in.ts'
import { newUser, personName } from './users.ts'

interface NewAccount {
  token: string
  invitation: Pick<InvitationRow, 'organisationId' | 'email' | 'mailed'>
  name?: string | undefined
  password?: string | undefined
}

/** Creates an account for the invitation's address and accepts the invitation with it. */
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
    if (error instanceof UniqueViolation) throw problem(peopleProblems.say('invalid_state.account_exists'))
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

/**
 * Accepts an invitation for an existing account, whose owner is signed in or sends the account's password and
 * second factor.
 */
export const acceptAsUser = async (
  context: PublicContext,
  { token, invitation, user, password, code }: Joining,
) => {
  const { services, client } = context
  const { organisationId } = invitation
  if (password === undefined) {
    if ((await signedInUser(services, client)) !== user.id) {
      throw problem(peopleProblems.say('sign_in_failed.as', { email: user.email }))
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

/** Ends the invitation, begins the membership, and begins a session in the organisation. */
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
