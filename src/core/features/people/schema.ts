import * as v from 'valibot'
import { organisationScopes } from '../../engine/access/permissions.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { dateTime, fields } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { invitationStatuses } from '../../model/people.ts'
import { billingMode, organisationStatus } from '../../model/wire-enums.ts'
import { anyPassword, newPassword } from './accounts/password.ts'
import { emailAddress, personName } from './accounts/users.ts'

const permission = named(
  'OrganisationPermission',
  'A permission in an organisation; `meta.scopes` says what each allows.',
  v.picklist(organisationScopes),
)
const id = v.pipe(v.string(), v.maxLength(40))
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** Characters of a code as it is typed. */
export const maxTypedCode = 40
/**
 * A code of the second factor as it is typed: six digits, or a recovery code; spaces and dashes count for
 * nothing.
 */
export const factorCode = v.pipe(v.string(), v.minLength(1), v.maxLength(maxTypedCode))

export const membershipSchema = namedObject('Membership', 'An organisation that a user belongs to.', {
  id: described(v.string(), 'The organisation, `org_…`.'),
  name: described(v.string(), 'Its name.'),
  status: described(organisationStatus, 'Whether it can write.'),
  roles: described(v.array(v.string()), 'The user’s roles there: built-in ones by name, own ones by id.'),
})

export const signInInput = namedStrictObject('SessionCreate', 'Who signs in.', {
  email: described(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
    'The user’s e-mail address.',
  ),
  password: described(anyPassword, 'Their password.'),
  code: described(
    v.optional(factorCode),
    'A code of the second factor, if the account has one: 401 `second_factor_required` asks for it. Six digits, or a recovery code.',
  ),
})

const userSchema = namedObject('Profile', 'A user, as they see themselves.', {
  id: described(v.string(), 'The user, `usr_…`.'),
  email: described(v.string(), 'Their e-mail address.'),
  name: described(v.string(), 'Their name.'),
})

export const currentSessionSchema = namedObject(
  'CurrentSession',
  'Who is signed in, where they belong and what they may do in the organisation that the session looks at.',
  {
    session: described(
      v.object({
        id: described(v.string(), 'The session, `ses_…`.'),
        createdAt: fields.createdAt,
        expiresAt: described(dateTime, 'When it ends at the latest, RFC 3339 in UTC.'),
      }),
      'The session.',
    ),
    user: described(
      v.object({
        ...userSchema.entries,
        operatorScopes: described(
          v.array(v.string()),
          'The scopes of an operator of the instance, e.g. `platform.admin` and `tenants.read`; empty for all other users.',
        ),
        secondFactorEnabled: described(v.boolean(), 'Whether they have a second factor.'),
      }),
      'Who is signed in.',
    ),
    secondFactorMissing: described(
      v.boolean(),
      'True if the server asks this user for a second factor and there is none: until it is set up nothing else works.',
    ),
    organisationId: described(
      v.nullable(v.string()),
      'The organisation that requests are about where `X-Organisation-Id` names none, `org_…`; null if one has to be named.',
    ),
    organisation: described(
      v.nullable(
        namedObject('SessionOrganisation', 'The organisation that a session looks at.', {
          id: described(v.string(), 'The organisation, `org_…`.'),
          name: described(v.string(), 'Its name.'),
          status: described(organisationStatus, 'Whether it can write.'),
          suspensionReason: described(
            v.nullable(v.string()),
            'Why it is suspended, as the operator wrote; null if it is not, or without a reason.',
          ),
          billingMode: described(billingMode, 'How it pays.'),
          timeZone: described(v.string(), 'Time zone whose days count (IANA), e.g. `Europe/Amsterdam`.'),
          country: described(v.string(), 'Where it is, as two letters by ISO 3166-1, e.g. `NL`.'),
          isMember: described(
            v.boolean(),
            'Whether the user belongs to it; if not, they look at it as an operator.',
          ),
        }),
      ),
      'That organisation; null if one has to be named.',
    ),
    permissions: described(v.array(v.string()), 'What the user may do in it.'),
    organisations: described(v.array(membershipSchema), 'The organisations that the user belongs to.'),
  },
)

export const sessionSchema = namedObject('Session', 'One of the browsers that the user is signed in with.', {
  id: described(v.string(), 'The session, `ses_…`.'),
  current: described(v.boolean(), 'Whether it is the one that asks.'),
  userAgent: described(v.string(), 'The browser, as it calls itself.'),
  address: described(v.string(), 'The network address that it signed in from.'),
  createdAt: fields.createdAt,
  lastSeenAt: described(dateTime, 'When it was used last, to within a minute, RFC 3339 in UTC.'),
  expiresAt: described(dateTime, 'When it ends at the latest, RFC 3339 in UTC.'),
})

export const profilePatch = namedStrictObject(
  'ProfileUpdate',
  'Changes to a profile; a field that is not sent stays as it is.',
  { name: described(v.optional(personName), 'The user’s name, 1 to 120 characters.') },
)
export const profileSchema = userSchema

export const changePasswordInput = namedStrictObject(
  'PasswordChange',
  'The present password and the new one.',
  {
    currentPassword: described(anyPassword, 'The present password.'),
    newPassword: described(newPassword, 'The new one.'),
  },
)

/** The present password, because the person at an unlocked computer need not be the user. */
const oneself = {
  currentPassword: described(
    anyPassword,
    'The user’s present password, because a person at an unlocked computer may be another.',
  ),
}
/** What a caller proves again before a step that gives much away. */
export const again = {
  ...oneself,
  code: described(
    v.optional(factorCode),
    'A code of the caller’s second factor, if there is one: six digits, or a recovery code.',
  ),
}
export const beginFactorInput = namedStrictObject(
  'SecondFactorBegin',
  'Proof that the user asks, for setting a second factor up.',
  {
    ...oneself,
    code: described(
      v.optional(factorCode),
      'A code of the present second factor, if there is one, which the new one replaces.',
    ),
  },
)
export const confirmFactorInput = namedStrictObject(
  'SecondFactorConfirm',
  'The first code of a new second factor.',
  { code: described(factorCode, 'The first code that the authenticator app shows: six digits.') },
)
export const withFactorInput = namedStrictObject(
  'SecondFactorProof',
  'Password and second factor, as proof that the user asks.',
  { ...oneself, code: described(factorCode, 'A code of the second factor: six digits, or a recovery code.') },
)

export const factorSchema = namedObject('SecondFactor', 'Whether a user has a second factor.', {
  enabled: described(v.boolean(), 'Whether the user has one.'),
  enabledAt: described(v.nullable(dateTime), 'Since when, RFC 3339 in UTC; null if they have none.'),
  required: described(v.boolean(), 'Whether this server asks the user for one.'),
  recoveryCodesLeft: described(v.number(), 'How many recovery codes are left.'),
})

export const newFactorSchema = namedObject(
  'SecondFactorSetup',
  'A new second factor, to be confirmed with its first code.',
  {
    expiresAt: described(dateTime, 'Until when its first code has to be sent, RFC 3339 in UTC.'),
    ...shownOnce(
      'authenticator',
      namedObject('AuthenticatorSecret', 'What an authenticator app is given.', {
        secret: described(
          v.string(),
          'To type into an authenticator app: base 32, SHA-1, six digits, 30 seconds.',
        ),
        uri: described(v.string(), 'To scan with it: an `otpauth://` URI, shown as a QR code.'),
      }),
    ),
  },
)
export const authenticatorAgain: ShownOnce = {
  field: 'authenticator',
  renewal: 'The secret was shown once. Begin again (secondFactor.begin) to get another.',
}
export const recoveryCodesSchema = namedObject(
  'RecoveryCodes',
  'Codes that stand in for the second factor, each of them once.',
  { ...shownOnce('recoveryCodes', v.array(v.string())) },
)
export const recoveryCodesAgain: ShownOnce = {
  field: 'recoveryCodes',
  renewal: 'The recovery codes were shown once. Make new ones (secondFactor.renewRecoveryCodes).',
}

export const resetRequestInput = namedStrictObject(
  'PasswordResetRequest',
  'Whose password is to be set anew.',
  { email: described(emailAddress, 'The user’s e-mail address.') },
)
export const signInLinkInput = namedStrictObject(
  'SignInLink',
  'The token of the link that the demo prints.',
  {
    token: described(token, 'The token: what follows `#` in the link.'),
  },
)
export const resetConfirmInput = namedStrictObject(
  'PasswordResetConfirm',
  'The token of the mailed link and the new password.',
  {
    token: described(token, 'The token of the mailed link.'),
    password: described(newPassword, 'The new password.'),
    code: described(
      v.optional(factorCode),
      'A code of the second factor, if the account has one: a link does not stand for it.',
    ),
  },
)

const roleName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))
const permissions = v.pipe(v.array(permission), v.minLength(1), v.maxLength(50))

export const maxRoles = 50
/** Roles of one member. */
export const maxRolesOfMember = 10
export const roleSchema = namedObject('Role', 'What its members may do.', {
  id: described(v.string(), 'Of a built-in role its name, otherwise `rol_…`.'),
  name: described(v.string(), 'Name for people.'),
  builtIn: described(v.boolean(), 'Whether it comes with the program and cannot be changed.'),
  permissions: described(v.array(v.string()), 'What its members may do.'),
})
export const roleInput = namedStrictObject('RoleCreate', 'A new role.', {
  name: described(roleName, 'Name for people, 1 to 80 characters.'),
  permissions: described(permissions, 'What its members may do.'),
})
export const rolePatch = namedStrictObject(
  'RoleUpdate',
  'Changes to a role; a field that is not sent stays as it is.',
  {
    name: described(v.optional(roleName), 'Name for people, 1 to 80 characters.'),
    permissions: described(v.optional(permissions), 'What its members may do; replaces all of it.'),
  },
)

/** Built-in roles by name, own ones by id. */
export const roles = v.pipe(v.array(id), v.minLength(1), v.maxLength(maxRolesOfMember))

export const memberSchema = namedObject('Member', 'A user of the organisation.', {
  id: described(v.string(), 'The member, `mbr_…`.'),
  user: described(
    v.object({
      ...userSchema.entries,
      status: described(v.picklist(['ACTIVE', 'DISABLED']), '`ACTIVE`, or `DISABLED`: cannot sign in.'),
      emailVerified: described(
        v.boolean(),
        'Whether they followed a link that was mailed to the address; if not, it may be another person who set the password.',
      ),
      secondFactorEnabled: described(v.boolean(), 'Whether they have a second factor.'),
    }),
    'The user.',
  ),
  roles: described(v.array(v.string()), 'Their roles: built-in ones by name, own ones by id.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export const memberPatch = namedStrictObject('MemberUpdate', 'Changes to a member.', {
  roles: described(roles, 'Their roles: built-in ones by name, own ones by id. Replaces all of them.'),
})

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
