import * as v from 'valibot'
import { organisationScopes } from '../../engine/access/permissions.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import {
  dateTime,
  described,
  fields,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { invitationStatuses } from '../../model/people.ts'
import { billingMode, language, organisationStatus } from '../../model/wire-enums.ts'
import { anyPassword, newPassword } from './accounts/password.ts'
import { emailAddress, personName } from './accounts/users.ts'

const permission = named(
  'OrganisationPermission',
  'A permission in an organisation; `meta.scopes` describes each.',
  v.picklist(organisationScopes),
)
const id = v.pipe(v.string(), v.maxLength(40))
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

export const maxTypedCode = 40
/** Six digits, or a recovery code; `typedCode` removes spaces and dashes. */
export const factorCode = v.pipe(v.string(), v.minLength(1), v.maxLength(maxTypedCode))

export const membershipSchema = namedObject('Membership', 'A user’s membership of an organisation.', {
  id: described(v.string(), 'The organisation, `org_…`.'),
  name: described(v.string(), 'Its name.'),
  status: described(organisationStatus, 'Status of the organisation.'),
  roles: described(v.array(v.string()), 'The user’s roles: built-in roles by name, custom roles by id.'),
})

export const signInInput = namedStrictObject('SessionCreate', 'Credentials for signing in.', {
  email: described(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
    'The user’s e-mail address.',
  ),
  password: described(anyPassword, 'The user’s password.'),
  code: described(
    v.optional(factorCode),
    'A code of the second factor, if the account has one; requested with 401 `second_factor_required`. Six digits, or a recovery code.',
  ),
})

const userEntries = {
  id: described(v.string(), 'The user, `usr_…`.'),
  email: described(v.string(), 'The user’s e-mail address.'),
  name: described(v.string(), 'The user’s name.'),
}
export const profileSchema = namedObject('Profile', 'The signed-in user’s profile.', {
  ...userEntries,
  language: described(
    v.nullable(language),
    'Language that the user chose for the portal and for e-mails. If null, the portal follows the browser, and e-mails are in English.',
  ),
})

export const currentSessionSchema = namedObject(
  'CurrentSession',
  'The signed-in user, their organisations, and their permissions in the current organisation.',
  {
    session: described(
      v.object({
        id: described(v.string(), 'The session, `ses_…`.'),
        createdAt: fields.createdAt,
        expiresAt: described(dateTime, 'Latest end of the session, RFC 3339 in UTC.'),
      }),
      'The session.',
    ),
    user: described(
      v.object({
        ...profileSchema.entries,
        operatorScopes: described(
          v.array(v.string()),
          'Operator scopes of the user, e.g. `platform.admin` and `tenants.read`; empty for all other users.',
        ),
        secondFactorEnabled: described(v.boolean(), 'Whether the account has a second factor.'),
      }),
      'The signed-in user.',
    ),
    secondFactorMissing: described(
      v.boolean(),
      'True if the server requires a second factor and the user has none. Until it is set up, no other operation is allowed.',
    ),
    organisationId: described(
      v.nullable(v.string()),
      'The organisation of requests without `X-Organisation-Id`, `org_…`; null if each request must name one.',
    ),
    organisation: described(
      v.nullable(
        namedObject('SessionOrganisation', 'The current organisation of a session.', {
          id: described(v.string(), 'The organisation, `org_…`.'),
          name: described(v.string(), 'Its name.'),
          status: described(organisationStatus, 'Status of the organisation.'),
          suspensionReason: described(
            v.nullable(v.string()),
            'The operator’s reason for the suspension; null if not suspended, or without a reason.',
          ),
          billingMode: described(billingMode, 'How the organisation pays.'),
          timeZone: described(v.string(), 'Time zone that defines days (IANA), e.g. `Europe/Amsterdam`.'),
          country: described(v.string(), 'Country, ISO 3166-1 alpha-2, e.g. `NL`.'),
          isMember: described(
            v.boolean(),
            'Whether the user is a member. If not, the user has access as an operator.',
          ),
        }),
      ),
      'The current organisation; null if each request must name one.',
    ),
    permissions: described(v.array(v.string()), 'The user’s permissions in it.'),
    organisations: described(v.array(membershipSchema), 'The user’s memberships.'),
  },
)

export const sessionSchema = namedObject('Session', 'A signed-in browser of the user.', {
  id: described(v.string(), 'The session, `ses_…`.'),
  current: described(v.boolean(), 'Whether the request uses this session.'),
  userAgent: described(v.string(), 'The browser’s `User-Agent`.'),
  address: described(v.string(), 'Network address of the sign-in.'),
  createdAt: fields.createdAt,
  lastSeenAt: described(dateTime, 'Time of the last use, accurate to a minute, RFC 3339 in UTC.'),
  expiresAt: described(dateTime, 'Latest end of the session, RFC 3339 in UTC.'),
})

export const profilePatch = namedStrictObject(
  'ProfileUpdate',
  'Changes to a profile. Omitted fields keep their values.',
  {
    name: described(v.optional(personName), 'The user’s name, 1 to 120 characters.'),
    language: described(
      v.optional(v.nullable(language)),
      'Language of the portal and of e-mails. Null removes the choice: the portal follows the browser, and e-mails are in English.',
    ),
  },
)

export const changePasswordInput = namedStrictObject('PasswordChange', 'The current and the new password.', {
  currentPassword: described(anyPassword, 'The current password.'),
  newPassword: described(newPassword, 'The new password.'),
})

const ownPassword = {
  currentPassword: described(
    anyPassword,
    'The user’s current password, because another person may be using an unlocked computer.',
  ),
}
/** Fields required before a step with wide consequences. */
export const proofEntries = {
  ...ownPassword,
  code: described(
    v.optional(factorCode),
    'A code of the caller’s second factor, if there is one: six digits, or a recovery code.',
  ),
}
export const beginFactorInput = namedStrictObject(
  'SecondFactorBegin',
  'Confirmation by the user for setting up a second factor.',
  {
    ...ownPassword,
    code: described(
      v.optional(factorCode),
      'A code of the current second factor, if there is one. The new one replaces it.',
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
  'Password and second factor, as confirmation.',
  {
    ...ownPassword,
    code: described(factorCode, 'A code of the second factor: six digits, or a recovery code.'),
  },
)

export const factorSchema = namedObject('SecondFactor', 'State of a user’s second factor.', {
  enabled: described(v.boolean(), 'Whether the user has a second factor.'),
  enabledAt: described(
    v.nullable(dateTime),
    'Time of the setup, RFC 3339 in UTC; null without a second factor.',
  ),
  required: described(v.boolean(), 'Whether this server requires one of the user.'),
  recoveryCodesLeft: described(v.number(), 'Number of unused recovery codes.'),
})

export const newFactorSchema = namedObject(
  'SecondFactorSetup',
  'A new second factor, to be confirmed with its first code.',
  {
    expiresAt: described(dateTime, 'Deadline for confirming with the first code, RFC 3339 in UTC.'),
    ...shownOnce(
      'authenticator',
      namedObject('AuthenticatorSecret', 'The secret for an authenticator app.', {
        secret: described(
          v.string(),
          'The secret to type into an authenticator app: base 32, SHA-1, six digits, 30 seconds.',
        ),
        uri: described(v.string(), 'The same as an `otpauth://` URI, to show as a QR code.'),
      }),
    ),
  },
)
export const authenticatorRenewal: ShownOnce = {
  field: 'authenticator',
  renewal: 'The secret was shown once. Call secondFactor.begin for another.',
}
export const recoveryCodesSchema = namedObject(
  'RecoveryCodes',
  'Recovery codes. Each replaces the second factor once.',
  { ...shownOnce('recoveryCodes', v.array(v.string())) },
)
export const recoveryCodesRenewal: ShownOnce = {
  field: 'recoveryCodes',
  renewal: 'The recovery codes were shown once. Create new ones with secondFactor.renewRecoveryCodes.',
}

export const resetRequestInput = namedStrictObject(
  'PasswordResetRequest',
  'The account whose password is reset.',
  { email: described(emailAddress, 'The user’s e-mail address.') },
)
export const signInLinkInput = namedStrictObject(
  'SignInLink',
  'The token of the link that the demo prints.',
  {
    token: described(token, 'The token: the part of the link after `#`.'),
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
      'A code of the second factor, if the account has one. The link does not replace it.',
    ),
  },
)

const roleName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))
const permissions = v.pipe(v.array(permission), v.minLength(1), v.maxLength(50))

export const maxRoles = 50
export const maxRolesOfMember = 10
export const roleSchema = namedObject('Role', 'A set of permissions.', {
  id: described(v.string(), 'The name of a built-in role, otherwise `rol_…`.'),
  name: described(v.string(), 'Display name.'),
  builtIn: described(v.boolean(), 'Whether the role is built in and cannot be changed.'),
  permissions: described(v.array(v.string()), 'Permissions of its members.'),
})
export const roleInput = namedStrictObject('RoleCreate', 'A new role.', {
  name: described(roleName, 'Display name, 1 to 80 characters.'),
  permissions: described(permissions, 'Permissions of its members.'),
})
export const rolePatch = namedStrictObject(
  'RoleUpdate',
  'Changes to a role. Omitted fields keep their values.',
  {
    name: described(v.optional(roleName), 'Display name, 1 to 80 characters.'),
    permissions: described(v.optional(permissions), 'Permissions of its members. Replaces the whole list.'),
  },
)

/** Built-in roles by name, custom roles by id. */
export const roles = v.pipe(v.array(id), v.minLength(1), v.maxLength(maxRolesOfMember))

export const memberSchema = namedObject('Member', 'A user of the organisation.', {
  id: described(v.string(), 'The member, `mbr_…`.'),
  user: described(
    v.object({
      ...userEntries,
      status: described(v.picklist(['ACTIVE', 'DISABLED']), '`ACTIVE`, or `DISABLED`: cannot sign in.'),
      emailVerified: described(
        v.boolean(),
        'Whether the user followed a link mailed to the address. If not, another person may have set the password.',
      ),
      secondFactorEnabled: described(v.boolean(), 'Whether the account has a second factor.'),
    }),
    'The user.',
  ),
  roles: described(v.array(v.string()), 'The member’s roles: built-in roles by name, custom roles by id.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export const memberPatch = namedStrictObject('MemberUpdate', 'Changes to a member.', {
  roles: described(
    roles,
    'The member’s roles: built-in roles by name, custom roles by id. Replaces the whole list.',
  ),
})

export const invitationInput = namedStrictObject('InvitationCreate', 'A new invitation.', {
  email: described(emailAddress, 'The e-mail address to invite.'),
  roles: described(roles, 'Roles of the new member: built-in roles by name, custom roles by id.'),
})
const invitation = {
  id: described(v.string(), 'The invitation, `ivt_…`.'),
  email: described(v.string(), 'The invited e-mail address.'),
  roles: described(
    v.array(v.string()),
    'Roles of the new member: built-in roles by name, custom roles by id.',
  ),
  status: described(
    named(
      'InvitationStatus',
      '`PENDING`: can be accepted. `ACCEPTED`, `REVOKED` and `EXPIRED`: can no longer be accepted.',
      v.picklist(invitationStatuses),
    ),
    'Status of the invitation.',
  ),
  mailed: described(
    v.boolean(),
    'Whether the link is sent by mail. If not, get it with invitations.link and hand it over.',
  ),
  invitedById: described(v.string(), 'The inviting user, `usr_…`.'),
  createdAt: fields.createdAt,
  expiresAt: described(dateTime, 'The invitation can be accepted until then, RFC 3339 in UTC.'),
}
export const invitationSchema = namedObject('Invitation', 'An invitation to the organisation.', invitation)
export const newInvitationSchema = namedObject(
  'InvitationWithLink',
  'A new invitation, with its link if no mail was sent.',
  { ...invitation, ...shownOnce('link') },
)
export const linkRenewal: ShownOnce = {
  field: 'link',
  renewal:
    'The link was shown once. While the invitation is pending, invitations.link shows it; otherwise invite again.',
}
export const linkSchema = namedObject('InvitationLink', 'The link of a pending invitation.', {
  link: described(v.string(), 'The link to hand over.'),
  expiresAt: described(dateTime, 'The link works until then, RFC 3339 in UTC.'),
})

export const previewInput = namedStrictObject('InvitationLookup', 'The token of an invitation’s link.', {
  token: described(token, 'The token of the invitation’s link.'),
})
export const previewSchema = namedObject('InvitationPreview', 'What an invitation’s receiver sees.', {
  email: described(v.string(), 'The invited e-mail address.'),
  organisationName: described(v.string(), 'Name of the organisation.'),
  invitedByName: described(v.string(), 'Name of the inviting member.'),
  roles: described(
    v.array(
      v.object({
        id: described(v.string(), 'The role: the key of a built-in role, otherwise `rol_…`.'),
        name: described(v.string(), 'Name of the role.'),
      }),
    ),
    'Roles of the new member.',
  ),
  hasAccount: described(
    v.boolean(),
    'True if the address has an account, whose owner signs in. Otherwise accepting creates the account.',
  ),
  expiresAt: described(dateTime, 'The invitation can be accepted until then, RFC 3339 in UTC.'),
})

export const acceptInput = namedStrictObject(
  'InvitationAccept',
  'Accepts an invitation. For a new account send `name` and `password`; for an existing one a session, or `password` and the `code` of its second factor.',
  {
    token: described(token, 'The token of the invitation’s link.'),
    name: described(v.optional(personName), 'Name for a new account.'),
    password: described(
      v.optional(anyPassword),
      'Password of the new or existing account; not needed with a session.',
    ),
    code: described(v.optional(factorCode), 'A code of the second factor, if the account has one.'),
  },
)
