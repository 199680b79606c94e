import {
  boolean,
  bytes,
  defineTable,
  integer,
  integerOrNull,
  json,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

export const userStatuses = ['ACTIVE', 'DISABLED'] as const
export type UserStatus = (typeof userStatuses)[number]

/** People who sign in. One user may be a member of several organisations. */
export const usersTable = defineTable(
  'users',
  'none',
  {
    id: text(),
    email: text(),
    /** The address in lower case: two users never differ by case only. */
    emailKey: text(),
    name: text(),
    /** As the passwords port wrote it; null until the first link was followed. */
    passwordHash: textOrNull(),
    /** When the password was set by its owner; what was asked for before counts no more. */
    passwordSetAt: integerOrNull(),
    /** Since when a second factor is asked for beside the password; null of who has none. */
    secondFactorAt: integerOrNull(),
    /** When a link that was mailed to the address was first followed; null while nobody has shown that they read it. */
    verifiedAt: integerOrNull(),
    /** What makes a user an operator: `platform.admin`, `runs.manage` (docs/interface.md#scopes). */
    operatorScopes: json<string[]>(),
    status: text<UserStatus>(),
    lastSignInAt: integerOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { unique: [['emailKey']], indexes: [['createdAt']] },
)
export type UserRow = RowOf<typeof usersTable>

/** Signed-in browsers. The token is in the cookie; only its SHA-256 is kept. A session that ends is removed. */
export const sessionsTable = defineTable(
  'sessions',
  'none',
  {
    id: text(),
    userId: text(),
    tokenHash: text(),
    /** The organisation that was switched to; a request may name another. */
    organisationId: textOrNull(),
    address: text(),
    userAgent: text(),
    createdAt: integer(),
    /** To the nearest minutes: not every read is worth a write. */
    lastSeenAt: integer(),
    /** However much it is used; `lastSeenAt` may end it earlier. */
    expiresAt: integer(),
  },
  { unique: [['tokenHash']], indexes: [['userId', 'createdAt'], ['expiresAt']] },
)
export type SessionRow = RowOf<typeof sessionsTable>

/**
 * What a user signs in with beside the password: one that counts, and perhaps one that waits for its first code to take that
 * one's place. Whoever writes them has locked the user.
 */
export const secondFactorsTable = defineTable(
  'second_factors',
  'none',
  {
    id: text(),
    userId: text(),
    /** What the authenticator was told, sealed with the instance key. */
    seed: bytes(),
    /** The period of the last code that was taken: neither it nor an older one is taken again. */
    lastPeriod: integer(),
    /** Salted hashes of the recovery codes that are left (`recovery-codes.ts`). */
    recoveryCodes: json<string[]>(),
    /** When its first code was right; null while it waits for one. */
    confirmedAt: integerOrNull(),
    createdAt: integer(),
    /** Of one that waits; null of one that counts. */
    expiresAt: integerOrNull(),
  },
  { indexes: [['userId'], ['expiresAt']] },
)
export type SecondFactorRow = RowOf<typeof secondFactorsTable>

/** Who belongs to an organisation, and as what. */
export const membersTable = defineTable(
  'members',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    userId: text(),
    /** Keys of built-in roles and ids of the organisation's own. */
    roles: json<string[]>(),
    /** Whether `owner` is among them: an organisation keeps one. */
    isOwner: boolean(),
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

/** Who was asked to join. Its link is made of its id and the instance key, so no token is kept. */
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
    /** Its link goes by mail and is shown to nobody: whoever follows it reads the address. */
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

/** Links that work once: a new password, and the first owner of an instance. */
export const linksTable = defineTable(
  'links',
  'none',
  {
    id: text(),
    purpose: text<'RESET' | 'SETUP'>(),
    userId: textOrNull(),
    /** Whoever follows it reads the address that it was mailed to; false where it was shown. */
    mailed: boolean(),
    createdAt: integer(),
    expiresAt: integer(),
  },
  { indexes: [['purpose', 'userId'], ['expiresAt']] },
)
export type LinkRow = RowOf<typeof linksTable>

/** Failed sign-ins in a window, by who and from where; the id names both and the window (`guessing.ts`). */
export const signInAttemptsTable = defineTable(
  'sign_in_attempts',
  'none',
  { id: text(), count: integer(), expiresAt: integer() },
  { indexes: [['expiresAt']] },
)

/** An organisation's own roles, beside the built-in ones of `roles.ts`. */
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
