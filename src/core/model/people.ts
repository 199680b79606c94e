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

export const userStatuses = ['ACTIVE', 'DISABLED'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Users who sign in. A user may be a member of several organisations. */
export const usersTable = defineTable(
  'users',
  'none',
  {
    id: text(),
    email: text(),
    /** The e-mail address in lower case, so that no two users differ by case only. */
    emailKey: text(),
    name: text(),
    /**
     * Name and address, in which operators search; null for a user whom a server of an earlier version made beside
     * this one, who is found by the whole address.
     */
    search: textOrNull(),
    /** The hash of the passwords port; null until the first link was followed. */
    passwordHash: textOrNull(),
    /** When the owner set the password; links from before it are void. */
    passwordSetAt: integerOrNull(),
    /** Since when a second factor is required besides the password; null for a user without one. */
    secondFactorAt: integerOrNull(),
    /**
     * When a link mailed to the address was first followed; null while it is unproven that the user reads it.
     */
    verifiedAt: integerOrNull(),
    /**
     * The scopes that make a user an operator: `platform.admin`, `tenants.read` (docs/api-rules.md#scopes).
     */
    operatorScopes: json<string[]>(),
    status: text<UserStatus>(),
    lastSignInAt: integerOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { unique: [['emailKey']], indexes: [['createdAt']], folded: ['search'] },
)
export type UserRow = RowOf<typeof usersTable>

/**
 * Signed-in browsers. The token is in the cookie; only its SHA-256 is stored. A session that ends is removed.
 */
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
    /** The latest end of the session; `lastSeenAt` may end it earlier. */
    expiresAt: integer(),
  },
  { unique: [['tokenHash']], indexes: [['userId', 'createdAt'], ['expiresAt']] },
)
export type SessionRow = RowOf<typeof sessionsTable>

/**
 * Second factors: the one in use, and perhaps one that waits for its first code before it replaces the other.
 * Every write locks the user first.
 */
export const secondFactorsTable = defineTable(
  'second_factors',
  'none',
  {
    id: text(),
    userId: text(),
    /** The seed in the authenticator, sealed with the instance key. */
    seed: bytes(),
    /** The period of the last accepted code: neither it nor an earlier one is accepted again. */
    lastPeriod: integer(),
    /** Salted hashes of the unused recovery codes (`second-factor.ts`). */
    recoveryCodes: json<string[]>(),
    /** When its first code was confirmed; null while it waits for one. */
    confirmedAt: integerOrNull(),
    createdAt: integer(),
    /** When an unconfirmed factor expires; null for the one in use. */
    expiresAt: integerOrNull(),
  },
  { indexes: [['userId'], ['expiresAt']] },
)
export type SecondFactorRow = RowOf<typeof secondFactorsTable>

/** What members may be told by mail. */
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

/** The members of organisations, with their roles. */
export const membersTable = defineTable(
  'members',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    userId: text(),
    /** Keys of built-in roles, and ids of the organisation's own roles. */
    roles: json<string[]>(),
    /** Whether `owner` is among the roles: an organisation must keep an owner. */
    isOwner: boolean(),
    /** The notices that they chose to get, or not to; null where they chose nothing. */
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

/** Invitations to join. The link is derived from the id and the instance key, so no token is stored. */
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
    /** Whether the link is only mailed and never shown, so that following it proves the address. */
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

/** Links that work once: a new password, the first owner of an instance, and a session of the demo. */
export const linksTable = defineTable(
  'links',
  'none',
  {
    id: text(),
    purpose: text<'RESET' | 'SETUP' | 'SIGN_IN'>(),
    userId: textOrNull(),
    /** Whether the link was mailed, so that following it proves the address; false where it was shown. */
    mailed: boolean(),
    createdAt: integer(),
    expiresAt: integer(),
  },
  { indexes: [['purpose', 'userId'], ['expiresAt']] },
)
export type LinkRow = RowOf<typeof linksTable>

/** Failed sign-ins in a window, by user and network; the id names both and the window (`sign-in-attempts.ts`). */
export const signInAttemptsTable = defineTable(
  'sign_in_attempts',
  'none',
  { id: text(), count: integer(), expiresAt: integer() },
  { indexes: [['expiresAt']] },
)

/** An organisation's own roles, in addition to the built-in ones of `roles.ts`. */
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
