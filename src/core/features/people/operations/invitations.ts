import { builtInRoles } from '../../../engine/access/permissions.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { type InvitationRow, invitationStatuses, invitationsTable } from '../../../model/people.ts'
import { invitationMs, linkTo } from '../accounts/links.ts'
import { emailKeyOf, userByEmail } from '../accounts/users.ts'
import {
  acceptAsNew,
  acceptAsUser,
  endInvitation,
  invitationById,
  invitationLifecycle,
  invitationToWire,
  maxPendingInvitations,
  openInvitation,
} from '../membership/invitations.ts'
import { membershipOf } from '../membership/members.ts'
import { assertHolds, permissionsOfNamed } from '../membership/roles.ts'
import {
  acceptInput,
  currentSessionSchema,
  invitationInput,
  invitationSchema,
  linkRenewal,
  linkSchema,
  newInvitationSchema,
  previewInput,
  previewSchema,
} from '../schema.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'
import { refuseOtherSites } from '../sessions/sign-in.ts'

export const listInvitations = defineOperation({
  id: 'invitations.list',
  method: 'GET',
  path: '/organisation/invitations',
  summary: 'List invitations',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(invitationsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: invitationStatuses, operators: ['eq', 'ne', 'in'] },
      email: { type: 'text', maxLength: 254, operators: ['eq'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(invitationSchema),
  async handler({ rows, shared }, { list }) {
    return toList(list, await rows.invitations.list(shared, list), invitationToWire)
  },
})

export const createInvitation = defineOperation({
  id: 'invitations.create',
  method: 'POST',
  path: '/organisation/invitations',
  summary: 'Invite a user',
  description:
    'Sends the link by mail. Without a mail server, `link` contains the link to hand over. It works once, for 7 days. A pending invitation for the same address is revoked.',
  permission: 'members.manage',
  audience: 'portal',
  rateClass: 'invite',
  effect: 'write',
  body: invitationInput,
  output: newInvitationSchema,
  shownOnce: linkRenewal,
  status: 201,
  errors: ['invalid_state'],
  async handler({ rows, work, shared, services, caller }, { body }) {
    assertHolds(caller, await permissionsOfNamed(rows, shared, body.roles))
    const emailKey = emailKeyOf(body.email)
    const user = await userByEmail(rows, body.email)
    if (user && (await membershipOf(rows, shared, user.id))) {
      throw invalid('email', peopleSentences.sentence('taken.member', { email: body.email }))
    }
    const pending = await rows.invitations.find(shared, { status: 'PENDING' })
    for (const earlier of pending.filter((row) => row.emailKey === emailKey)) {
      await endInvitation(services, rows, earlier, 'REVOKED')
    }
    if (pending.length >= maxPendingInvitations) {
      throw problem(
        peopleProblems.sentence('invalid_state.too_many_invitations', { limit: maxPendingInvitations }),
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

const { sentence } = peopleProblems

export const invitationLink = defineOperation({
  id: 'invitations.link',
  method: 'GET',
  path: '/organisation/invitations/{id}/link',
  summary: 'Get the link of a pending invitation',
  description:
    'Available without a mail server. Anyone with the link can join, so only members who could make the same invitation get it. The link of a mailed invitation is never shown, because following it verifies the address. If the mail was lost, invite the address again.',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'read',
  params: idParams('The invitation, `ivt_…`.'),
  output: linkSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, shared, services, caller }, { params }) {
    const invitation = await invitationById(rows, shared, params.id)
    invitationLifecycle.assert(invitation.status, 'ACCEPTED')
    assertHolds(caller, await permissionsOfNamed(rows, shared, invitation.roles))
    if (invitation.mailed || services.mailer.available) {
      const { mailed, email } = invitation
      throw problem(
        mailed
          ? sentence('invalid_state.invitation_mailed', { email })
          : sentence('invalid_state.links_mailed'),
      )
    }
    return {
      link: linkTo(services, 'accept-invitation', invitation.id),
      expiresAt: toDateTime(invitation.expiresAt),
    }
  },
})

export const revokeInvitation = defineOperation({
  id: 'invitations.revoke',
  method: 'POST',
  path: '/organisation/invitations/{id}/revoke',
  summary: 'Revoke an invitation',
  permission: 'members.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The invitation, `ivt_…`.'),
  output: invitationSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, shared, services }, { params }) {
    const invitation = await invitationById(rows, shared, params.id)
    return invitationToWire(await endInvitation(services, rows, invitation, 'REVOKED'))
  },
})

export const previewInvitation = defineOperation({
  id: 'invitations.preview',
  method: 'POST',
  path: '/invitations/preview',
  summary: 'Preview an invitation',
  permission: 'public',
  effect: 'public',
  body: previewInput,
  output: previewSchema,
  async handler({ services }, { body }) {
    return services.store.read(async (rows) => {
      const { invitation, organisation, inviter } = await openInvitation(services, rows, body.token)
      return {
        email: invitation.email,
        organisationName: organisation.name,
        invitedByName: inviter.name,
        roles: [...builtInRoles, ...inviter.ownRoles]
          .filter(({ id }) => invitation.roles.includes(id))
          .map(({ id, name }) => ({ id, name })),
        hasAccount: (await userByEmail(rows, invitation.email)) !== undefined,
        expiresAt: toDateTime(invitation.expiresAt),
      }
    })
  },
})

export const acceptInvitation = defineOperation({
  id: 'invitations.accept',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'A user without an account sends a `name` and a `password`. A user with an account is signed in to it, or sends its password and the `code` of its second factor: the link alone does not open it. Requires `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: acceptInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: [
    'cross_site_refused',
    'sign_in_failed',
    'second_factor_required',
    'second_factor_failed',
    'second_factor_not_set_up',
  ],
  async handler(context, { body }) {
    const { services, client } = context
    refuseOtherSites(client)
    const { invitation, user } = await services.store.read(async (rows) => {
      const open = await openInvitation(services, rows, body.token)
      return { ...open, user: await userByEmail(rows, open.invitation.email) }
    })
    return user
      ? acceptAsUser(context, { ...body, invitation, user })
      : acceptAsNew(context, { ...body, invitation })
  },
})
