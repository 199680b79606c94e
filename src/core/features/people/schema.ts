import * as v from 'valibot'
import { organisationScopes } from '../../engine/access/scopes.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { organisationStatuses } from '../../model/organisations.ts'
import { invitationStatuses } from '../../model/people.ts'
import { anyPassword, newPassword } from './password.ts'
import { emailAddress, personName } from './users.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const id = v.pipe(v.string(), v.maxLength(40))
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** A code of the second factor as somebody types it: six digits, or a recovery code; spaces and dashes count for nothing. */
const factorCode = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

export const signInInput = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
  password: anyPassword,
  /** Of the second factor, where the account has one: 401 `second_factor_required` asks for it. */
  code: v.optional(factorCode),
})

const userSchema = v.object({ id: v.string(), email: v.string(), name: v.string() })

/** Who is signed in, where they belong and what they may do in the organisation that the session looks at. */
export const currentSessionSchema = v.object({
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
      status: v.picklist(organisationStatuses),
      /** Built-in roles by name, own ones by id. */
      roles: v.array(v.string()),
    }),
  ),
})

/** One of the browsers that the user is signed in with. */
export const sessionSchema = v.object({
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

export const profilePatch = v.strictObject({ name: v.optional(personName) })
export const profileSchema = userSchema

export const changePasswordInput = v.strictObject({ currentPassword: anyPassword, newPassword })

/** The password once more; somebody at an unlocked desk is not the user yet. */
const oneself = { currentPassword: anyPassword }
/** `code` where there is a second factor already, which the new one replaces. */
export const beginFactorInput = v.strictObject({ ...oneself, code: v.optional(factorCode) })
export const confirmFactorInput = v.strictObject({ code: factorCode })
export const withFactorInput = v.strictObject({ ...oneself, code: factorCode })

export const factorSchema = v.object({
  enabled: v.boolean(),
  /** Since when; null of who has none. */
  enabledAt: v.nullable(dateTime),
  /** Whether this server asks the user for one. */
  required: v.boolean(),
  recoveryCodesLeft: v.number(),
})

/** What an authenticator is told. */
export const newFactorSchema = v.object({
  /** By then its first code has to be sent. */
  expiresAt: dateTime,
  ...shownOnce(
    'authenticator',
    v.object({
      /** To type: base 32, SHA-1, six digits, 30 seconds. */
      secret: v.string(),
      /** To scan: an `otpauth://` URI, as a QR code. */
      uri: v.string(),
    }),
  ),
})
export const authenticatorAgain: ShownOnce = {
  field: 'authenticator',
  again: 'The secret was shown once. Begin again (secondFactor.begin) to get another.',
}
/** Each of them stands for one code. */
export const recoveryCodesSchema = v.object({ ...shownOnce('recoveryCodes', v.array(v.string())) })
export const recoveryCodesAgain: ShownOnce = {
  field: 'recoveryCodes',
  again: 'The recovery codes were shown once. Make new ones (secondFactor.renewRecoveryCodes).',
}

export const resetRequestInput = v.strictObject({ email: emailAddress })
export const resetConfirmInput = v.strictObject({
  token,
  password: newPassword,
  /** Of the second factor, where the account has one: a link does not stand for it. */
  code: v.optional(factorCode),
})

const roleName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))
const permissions = v.pipe(v.array(v.picklist(organisationScopes)), v.minLength(1), v.maxLength(50))

export const maxRoles = 50
export const roleSchema = v.object({
  /** Of a built-in role its name, else `rol_…`. */
  id: v.string(),
  name: v.string(),
  builtIn: v.boolean(),
  permissions: v.array(v.string()),
})
export const roleInput = v.strictObject({ name: roleName, permissions })
export const rolePatch = v.strictObject({ name: v.optional(roleName), permissions: v.optional(permissions) })

/** Built-in roles by name, own ones by id. */
const roles = v.pipe(v.array(id), v.minLength(1), v.maxLength(10))

export const memberSchema = v.object({
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
export const memberPatch = v.strictObject({ roles })

export const invitationInput = v.strictObject({ email: emailAddress, roles })
const invitation = {
  id: v.string(),
  email: v.string(),
  roles: v.array(v.string()),
  status: v.picklist(invitationStatuses),
  invitedById: v.string(),
  createdAt: dateTime,
  expiresAt: dateTime,
}
export const invitationSchema = v.object(invitation)
/** `link` where no mail server is set: somebody has to hand it over. null where a mail is on its way. */
export const newInvitationSchema = v.object({ ...invitation, ...shownOnce('link') })
export const linkAgain: ShownOnce = {
  field: 'link',
  again:
    'The link was shown once. invitations.link shows it while the invitation is pending; or invite again.',
}
export const linkSchema = v.object({ link: v.string(), expiresAt: dateTime })

export const previewInput = v.strictObject({ token })
export const previewSchema = v.object({
  email: v.string(),
  organisationName: v.string(),
  /** True where the address has an account: its owner signs in; else the account is made by accepting. */
  hasAccount: v.boolean(),
  expiresAt: dateTime,
})

/** `name` and `password` of a new account; `password`, with `code` where it has a second factor, or a session, of one that is there. */
export const acceptInput = v.strictObject({
  token,
  name: v.optional(personName),
  password: v.optional(anyPassword),
  code: v.optional(factorCode),
})
