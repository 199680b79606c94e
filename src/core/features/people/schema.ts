import * as v from 'valibot'
import { organisationScopes } from '../../engine/access/scopes.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { invitationStatuses } from '../../model/people.ts'
import { organisationStatus } from '../../model/wire-enums.ts'
import { anyPassword, newPassword } from './password.ts'
import { emailAddress, personName } from './users.ts'

const permission = named(
  'OrganisationPermission',
  'A permission in an organisation; `meta.scopes` says what each allows.',
  v.picklist(organisationScopes),
)
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const id = v.pipe(v.string(), v.maxLength(40))
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** Characters of a code as it is typed. */
export const maxTypedCode = 40
/**
 * A code of the second factor as it is typed: six digits, or a recovery code; spaces and dashes count for
 * nothing.
 */
const factorCode = v.pipe(v.string(), v.minLength(1), v.maxLength(maxTypedCode))

export const signInInput = namedStrictObject('SessionCreate', 'Who signs in.', {
  email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
  password: anyPassword,
  /** Of the second factor, where the account has one: 401 `second_factor_required` asks for it. */
  code: v.optional(factorCode),
})

const userSchema = namedObject('Profile', 'A user, as they see themselves.', {
  id: v.string(),
  email: v.string(),
  name: v.string(),
})

export const currentSessionSchema = namedObject(
  'CurrentSession',
  'Who is signed in, where they belong and what they may do in the organisation that the session looks at.',
  {
    session: v.object({ id: v.string(), createdAt: dateTime, expiresAt: dateTime }),
    user: v.object({
      ...userSchema.entries,
      /** `platform.admin` and `runs.manage` of whoever runs the instance; empty of everybody else. */
      operatorScopes: v.array(v.string()),
      secondFactorEnabled: v.boolean(),
    }),
    /** The server asks this user for a second factor, and there is none: until it is set up nothing else works. */
    secondFactorMissing: v.boolean(),
    /** The organisation that requests are about where `X-Organisation-Id` names none; null where one has to be named. */
    organisationId: v.nullable(v.string()),
    /** What the user may do in it. */
    permissions: v.array(v.string()),
    organisations: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        status: organisationStatus,
        /** Built-in roles by name, own ones by id. */
        roles: v.array(v.string()),
      }),
    ),
  },
)

export const sessionSchema = namedObject('Session', 'One of the browsers that the user is signed in with.', {
  id: v.string(),
  /** The one that asks. */
  current: v.boolean(),
  userAgent: v.string(),
  address: v.string(),
  createdAt: dateTime,
  /** To within a minute. */
  lastSeenAt: dateTime,
  expiresAt: dateTime,
})

export const profilePatch = namedStrictObject(
  'ProfileUpdate',
  'Changes to a profile; a field that is not sent stays as it is.',
  { name: v.optional(personName) },
)
export const profileSchema = userSchema

export const changePasswordInput = namedStrictObject(
  'PasswordChange',
  'The present password and the new one.',
  { currentPassword: anyPassword, newPassword },
)

/** The password once more; somebody at an unlocked desk is not the user yet. */
const oneself = { currentPassword: anyPassword }
export const beginFactorInput = namedStrictObject(
  'SecondFactorBegin',
  'Proof that the user asks, for setting a second factor up.',
  { ...oneself, code: v.optional(factorCode) },
)
export const confirmFactorInput = namedStrictObject(
  'SecondFactorConfirm',
  'The first code of a new second factor.',
  { code: factorCode },
)
export const withFactorInput = namedStrictObject(
  'SecondFactorProof',
  'Password and second factor, as proof that the user asks.',
  { ...oneself, code: factorCode },
)

export const factorSchema = namedObject('SecondFactor', 'Whether a user has a second factor.', {
  enabled: v.boolean(),
  /** Since when; null of who has none. */
  enabledAt: v.nullable(dateTime),
  /** Whether this server asks the user for one. */
  required: v.boolean(),
  recoveryCodesLeft: v.number(),
})

export const newFactorSchema = namedObject(
  'SecondFactorSetup',
  'A new second factor, to be confirmed with its first code.',
  {
    /** By then its first code has to be sent. */
    expiresAt: dateTime,
    ...shownOnce(
      'authenticator',
      namedObject('AuthenticatorSecret', 'What an authenticator app is given.', {
        /** To type: base 32, SHA-1, six digits, 30 seconds. */
        secret: v.string(),
        /** To scan: an `otpauth://` URI, as a QR code. */
        uri: v.string(),
      }),
    ),
  },
)
export const authenticatorAgain: ShownOnce = {
  field: 'authenticator',
  again: 'The secret was shown once. Begin again (secondFactor.begin) to get another.',
}
export const recoveryCodesSchema = namedObject(
  'RecoveryCodes',
  'Codes that stand in for the second factor, each of them once.',
  { ...shownOnce('recoveryCodes', v.array(v.string())) },
)
export const recoveryCodesAgain: ShownOnce = {
  field: 'recoveryCodes',
  again: 'The recovery codes were shown once. Make new ones (secondFactor.renewRecoveryCodes).',
}

export const resetRequestInput = namedStrictObject(
  'PasswordResetRequest',
  'Whose password is to be set anew.',
  { email: emailAddress },
)
export const resetConfirmInput = namedStrictObject(
  'PasswordResetConfirm',
  'The token of the mailed link and the new password.',
  {
    token,
    password: newPassword,
    /** Of the second factor, where the account has one: a link does not stand for it. */
    code: v.optional(factorCode),
  },
)

const roleName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))
const permissions = v.pipe(v.array(permission), v.minLength(1), v.maxLength(50))

export const maxRoles = 50
/** Roles of one member. */
export const maxRolesOfMember = 10
export const roleSchema = namedObject('Role', 'What its members may do.', {
  /** Of a built-in role its name, else `rol_…`. */
  id: v.string(),
  name: v.string(),
  builtIn: v.boolean(),
  permissions: v.array(v.string()),
})
export const roleInput = namedStrictObject('RoleCreate', 'A new role.', { name: roleName, permissions })
export const rolePatch = namedStrictObject(
  'RoleUpdate',
  'Changes to a role; a field that is not sent stays as it is.',
  { name: v.optional(roleName), permissions: v.optional(permissions) },
)

/** Built-in roles by name, own ones by id. */
const roles = v.pipe(v.array(id), v.minLength(1), v.maxLength(maxRolesOfMember))

export const memberSchema = namedObject('Member', 'A user of the organisation.', {
  id: v.string(),
  user: v.object({
    ...userSchema.entries,
    status: v.picklist(['ACTIVE', 'DISABLED']),
    /** Whether they followed a link that was mailed to the address; else it may be another person who set the password. */
    emailVerified: v.boolean(),
    secondFactorEnabled: v.boolean(),
  }),
  roles: v.array(v.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
})
export const memberPatch = namedStrictObject('MemberUpdate', 'Changes to a member.', { roles })

export const invitationInput = namedStrictObject('InvitationCreate', 'Whom to invite.', {
  email: emailAddress,
  roles,
})
const invitation = {
  id: v.string(),
  email: v.string(),
  roles: v.array(v.string()),
  status: named(
    'InvitationStatus',
    '`PENDING`: can be accepted; `ACCEPTED`, `REVOKED` or `EXPIRED`: cannot any more.',
    v.picklist(invitationStatuses),
  ),
  invitedById: v.string(),
  createdAt: dateTime,
  expiresAt: dateTime,
}
export const invitationSchema = namedObject('Invitation', 'An invitation to the organisation.', invitation)
export const newInvitationSchema = namedObject(
  'InvitationWithLink',
  'A new invitation; with its link if no mail was sent.',
  { ...invitation, ...shownOnce('link') },
)
export const linkAgain: ShownOnce = {
  field: 'link',
  again:
    'The link was shown once. invitations.link shows it while the invitation is pending; or invite again.',
}
export const linkSchema = namedObject('InvitationLink', 'The link of a pending invitation.', {
  link: v.string(),
  expiresAt: dateTime,
})

export const previewInput = namedStrictObject('InvitationLookup', 'The token of an invitation’s link.', {
  token,
})
export const previewSchema = namedObject('InvitationPreview', 'What an invitation is about.', {
  email: v.string(),
  organisationName: v.string(),
  /** True where the address has an account: its owner signs in; else the account is made by accepting. */
  hasAccount: v.boolean(),
  expiresAt: dateTime,
})

export const acceptInput = namedStrictObject(
  'InvitationAccept',
  'Accepts an invitation: `name` and `password` of a new account; `password`, and `code` if it has a second factor, or a session, of an existing one.',
  {
    token,
    name: v.optional(personName),
    password: v.optional(anyPassword),
    code: v.optional(factorCode),
  },
)
