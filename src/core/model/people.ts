import {
  boolean,
  bytes,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

/** Languages of the portal and of mails. */
export const languages = ['en', 'nl', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

export const userStatuses = ['ACTIVE', 'DISABLED'] as const
export type UserStatus = (typeof userStatuses)[number]

/** A user may be a member of several organisations. */
export const usersTable = defineTable(
  'users',
  'none',
  {
    id: text(),
    email: text(),
    /** Email address in lower case, so that no two users differ by case only. */
    emailKey: text(),
    name: text(),
    /**
     * Name and address for operators' search. Null for users created by a server of an earlier version; they
     * are found by the whole address.
     */
    search: textOrNull(),
    /** Null until the first link was followed. */
    passwordHash: textOrNull(),
    /** When the password was set; earlier links are void. */
    passwordSetAt: integerOrNull(),
    /** Since when a second factor is required; null without one. */
    secondFactorAt: integerOrNull(),
    /** When a mailed link was first followed; null while the address is unverified. */
    verifiedAt: integerOrNull(),
    /** `platform.admin`, `tenants.read` and others make the user an operator (docs/api-rules.md#scopes). */
    operatorScopes: json<string[]>(),
    status: text<UserStatus>(),
    lastSignInAt: integerOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Chosen by the user. If null, the portal follows the browser, and mails are in English. */
    language: textOrNull<Language>(),
  },
  { unique: [['emailKey']], indexes: [['createdAt']], folded: ['search'] },
)
export type UserRow = RowOf<typeof usersTable>

/** Only the SHA-256 of the cookie's token is stored. Ended sessions are removed. */
export const sessionsTable = defineTable(
  'sessions',
  'none',
  {
    id: text(),
    userId: text(),
    tokenHash: text(),
    /** The organisation that the session switched to; a request may name another. */
    organisationId: textOrNull(),
    address: text(),
    userAgent: text(),
    createdAt: integer(),
    /** Accurate to about a minute, so that not every read becomes a write. */
    lastSeenAt: integer(),
    /** Latest end of the session; `lastSeenAt` may end it earlier. */
    expiresAt: integer(),
  },
  { unique: [['tokenHash']], indexes: [['userId', 'createdAt'], ['expiresAt']] },
)
export type SessionRow = RowOf<typeof sessionsTable>

/** Active factors, and replacements that wait for their first code. Every write locks the user first. */
export const secondFactorsTable = defineTable(
  'second_factors',
  'none',
  {
    id: text(),
    userId: text(),
    /** Sealed with the instance key. */
    seed: bytes(),
    /** Period of the last accepted code; it and earlier ones are not accepted again. */
    lastPeriod: integer(),
    /** Salted hashes of unused codes (`second-factor.ts`). */
    recoveryCodes: json<string[]>(),
    /** When its first code was confirmed. */
    confirmedAt: integerOrNull(),
    createdAt: integer(),
    /** Null for the active factor. */
    expiresAt: integerOrNull(),
  },
  { indexes: [['userId'], ['expiresAt']] },
)
export type SecondFactorRow = RowOf<typeof secondFactorsTable>

export const noticeKinds = [
  'APPROVAL_WAITING',
  'POSTBATCH_REJECTED',
  'RUN_HANDED_OVER',
  'IMPORT_FAILED',
  'BALANCE_LOW',
  'SPENDING_CAP_REACHED',
  'ENDPOINT_DISABLED',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const membersTable = defineTable(
  'members',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    userId: text(),
    /** Keys of built-in roles and ids of the organisation's roles. */
    roles: json<string[]>(),
    /** True if `owner` is among the roles: an organisation must keep an owner. */
    isOwner: boolean(),
    /** Switched on or off by the member; null for the defaults. */
    notices: jsonOrNull<Partial<Record<NoticeKind, boolean>>>(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    unique: [['organisationId', 'userId']],
    indexes: [['userId'], ['organisationId', 'createdAt'], ['organisationId', 'updatedAt']],
  },
)
export type MemberRow = RowOf<typeof membersTable>

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

/** The link is derived from id and instance key, so no token is stored. */
export const invitationsTable = defineTable(
  'invitations',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    email: text(),
    emailKey: text(),
    roles: json<string[]>(),
    status: text<InvitationStatus>(),
    invitedById: text(),
    /** The link is only mailed and never shown, so that following it verifies the address. */
    mailed: boolean(),
    createdAt: integer(),
    expiresAt: integer(),
    endedAt: integerOrNull(),
  },
  {
    indexes: [
      ['organisationId', 'createdAt'],
      ['organisationId', 'emailKey', 'status'],
    ],
  },
)
export type InvitationRow = RowOf<typeof invitationsTable>

/** Links that work once: to set a password, become the first owner of an instance, or open the demo. */
export const linksTable = defineTable(
  'links',
  'none',
  {
    id: text(),
    purpose: text<'RESET' | 'SETUP' | 'SIGN_IN'>(),
    userId: textOrNull(),
    /** Following a mailed link verifies the address; false if it was shown. */
    mailed: boolean(),
    createdAt: integer(),
    expiresAt: integer(),
  },
  { indexes: [['purpose', 'userId'], ['expiresAt']] },
)
export type LinkRow = RowOf<typeof linksTable>

/** Counts by user and network; the id names both and the window (`sign-in-attempts.ts`). */
export const signInAttemptsTable = defineTable(
  'sign_in_attempts',
  'none',
  { id: text(), count: integer(), expiresAt: integer() },
  { indexes: [['expiresAt']] },
)

/** Custom roles of an organisation, in addition to the built-in ones. */
export const rolesTable = defineTable(
  'roles',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    name: text(),
    permissions: json<string[]>(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['organisationId', 'createdAt']] },
)
export type RoleRow = RowOf<typeof rolesTable>
