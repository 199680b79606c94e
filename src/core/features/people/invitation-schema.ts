import * as v from 'valibot'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { dateTime, fields } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { invitationStatuses } from '../../model/people.ts'
import { anyPassword } from './password.ts'
import { factorCode, roles, token } from './schema.ts'
import { emailAddress, personName } from './users.ts'

export const invitationInput = namedStrictObject('InvitationCreate', 'Whom to invite.', {
  email: described(emailAddress, 'The e-mail address to invite.'),
  roles: described(roles, 'The roles to give: built-in ones by name, own ones by id.'),
})
const invitation = {
  id: described(v.string(), 'The invitation, `ivt_…`.'),
  email: described(v.string(), 'The e-mail address that is invited.'),
  roles: described(v.array(v.string()), 'The roles that it gives: built-in ones by name, own ones by id.'),
  status: described(
    named(
      'InvitationStatus',
      '`PENDING`: can be accepted; `ACCEPTED`, `REVOKED` or `EXPIRED`: cannot any more.',
      v.picklist(invitationStatuses),
    ),
    'Whether it can be accepted.',
  ),
  mailed: described(
    v.boolean(),
    'Whether its link goes by mail; if not, invitations.link shows it, to be handed over.',
  ),
  invitedById: described(v.string(), 'Who invited, `usr_…`.'),
  createdAt: fields.createdAt,
  expiresAt: described(dateTime, 'Until when it can be accepted, RFC 3339 in UTC.'),
}
export const invitationSchema = namedObject('Invitation', 'An invitation to the organisation.', invitation)
export const newInvitationSchema = namedObject(
  'InvitationWithLink',
  'A new invitation; with its link if no mail was sent.',
  { ...invitation, ...shownOnce('link') },
)
export const linkAgain: ShownOnce = {
  field: 'link',
  renewal:
    'The link was shown once. invitations.link shows it while the invitation is pending; or invite again.',
}
export const linkSchema = namedObject('InvitationLink', 'The link of a pending invitation.', {
  link: described(v.string(), 'The link, to be handed over.'),
  expiresAt: described(dateTime, 'Until when it works, RFC 3339 in UTC.'),
})

export const previewInput = namedStrictObject('InvitationLookup', 'The token of an invitation’s link.', {
  token: described(token, 'The token of the invitation’s link.'),
})
export const previewSchema = namedObject('InvitationPreview', 'What an invitation is about.', {
  email: described(v.string(), 'The e-mail address that is invited.'),
  organisationName: described(v.string(), 'Name of the organisation.'),
  invitedByName: described(v.string(), 'Name of the member who invited.'),
  roles: described(
    v.array(
      v.object({
        id: described(v.string(), 'The role: a built-in one by its key, an own one `rol_…`.'),
        name: described(v.string(), 'What it is called.'),
      }),
    ),
    'The roles that it gives.',
  ),
  hasAccount: described(
    v.boolean(),
    'True if the address has an account, whose owner signs in; otherwise accepting creates it.',
  ),
  expiresAt: described(dateTime, 'Until when it can be accepted, RFC 3339 in UTC.'),
})

export const acceptInput = namedStrictObject(
  'InvitationAccept',
  'Accepts an invitation: `name` and `password` of a new account; `password`, and `code` if it has a second factor, or a session, of an existing one.',
  {
    token: described(token, 'The token of the invitation’s link.'),
    name: described(v.optional(personName), 'Name of a new account.'),
    password: described(
      v.optional(anyPassword),
      'Password of the account, new or existing; not needed with a session.',
    ),
    code: described(v.optional(factorCode), 'A code of the second factor, if the account has one.'),
  },
)
