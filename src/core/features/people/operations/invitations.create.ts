import { defineOperation } from '../../../engine/operation.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import type { InvitationRow } from '../../../model/people.ts'
import { assertHolds, permissionsOfNamed } from '../granting.ts'
import { invitationInput, linkAgain, newInvitationSchema } from '../invitation-schema.ts'
import { endInvitation, invitationToWire, maxPendingInvitations } from '../invitations.ts'
import { invitationMs, linkTo } from '../links.ts'
import { membershipOf } from '../members.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'
import { emailKeyOf, userByEmail } from '../users.ts'

export const createInvitation = defineOperation({
  id: 'invitations.create',
  method: 'POST',
  path: '/organisation/invitations',
  summary: 'Invite a person',
  description:
    'By mail; where no mail server is set, `link` holds what to hand over. Works for 7 days, once. One that is pending for the same address is revoked.',
  permission: 'members.manage',
  audience: 'portal',
  rateClass: 'invite',
  effect: 'write',
  body: invitationInput,
  output: newInvitationSchema,
  shownOnce: linkAgain,
  status: 201,
  errors: ['invalid_state'],
  async handler({ rows, work, shared, services, caller }, { body }) {
    assertHolds(caller, await permissionsOfNamed(rows, shared, body.roles))
    const emailKey = emailKeyOf(body.email)
    const user = await userByEmail(rows, body.email)
    if (user && (await membershipOf(rows, shared, user.id))) {
      throw invalid('email', peopleSentences.say('taken.member', { email: body.email }))
    }
    const pending = await rows.invitations.find(shared, { status: 'PENDING' })
    for (const earlier of pending.filter((row) => row.emailKey === emailKey)) {
      await endInvitation(services, rows, earlier, 'REVOKED')
    }
    if (pending.length >= maxPendingInvitations) {
      throw problem(
        peopleProblems.say('invalid_state.too_many_invitations', { limit: maxPendingInvitations }),
      )
    }
    const now = services.clock.now()
    const { available } = services.mailer
    const invitation: InvitationRow = {
      id: services.ids.next('ivt'),
      ...shared,
      email: body.email,
      emailKey,
      roles: [...new Set(body.roles)],
      status: 'PENDING',
      invitedById: caller.id,
      mailed: available,
      createdAt: now,
      expiresAt: now + invitationMs,
      endedAt: null,
    }
    await rows.invitations.insert(invitation)
    const job = { subject: invitation.id, ...shared, mode: null, payload: { invitationId: invitation.id } }
    work.enqueue({ ...job, kind: 'people.expireInvitation', dueAt: invitation.expiresAt })
    if (available) work.enqueue({ ...job, kind: 'people.invitationMail', dueAt: now })
    const link = available ? null : linkTo(services, 'accept-invitation', invitation.id)
    return { ...invitationToWire(invitation), link }
  },
})
