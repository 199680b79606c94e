import * as v from 'valibot'
import { operatorScopes } from '../../../engine/access/permissions.ts'
import { type ShownOnce, shownOnce } from '../../../engine/idempotency/shown-once.ts'
import { dateTime, described, fields, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { userStatuses } from '../../../model/people.ts'
import { membershipSchema, proofEntries } from '../schema.ts'
import { accountEntries } from './user-accounts.ts'

const operatorScope = v.picklist(operatorScopes)

const userEntries = {
  id: described(v.string(), 'The user, `usr_…`.'),
  email: described(v.string(), 'The address for signing in.'),
  name: described(v.string(), 'The user’s name.'),
  status: described(v.picklist(userStatuses), '`ACTIVE`, or `DISABLED`: cannot sign in.'),
  operatorScopes: described(
    v.array(v.string()),
    'Operator scopes of the user, e.g. `platform.admin` and `tenants.read`; empty for all other users.',
  ),
  emailVerified: described(
    v.boolean(),
    'Whether the user followed a link mailed to the address. If not, another person may have set the password.',
  ),
  secondFactorEnabled: described(v.boolean(), 'Whether the account has a second factor.'),
  createdAt: fields.createdAt,
  lastSignInAt: described(
    v.nullable(dateTime),
    'Time of the last sign-in, RFC 3339 in UTC; null if there was none.',
  ),
}

export const userAccountSchema = namedObject(
  'UserAccount',
  'A user of the instance, as operators see them.',
  userEntries,
)

export const userDetailSchema = namedObject('UserAccountDetail', 'A user with all memberships.', {
  ...userEntries,
  organisations: described(v.array(membershipSchema), 'The user’s organisations.'),
})

const mailed = described(v.boolean(), 'Whether the link to set a password is mailed to the user.')

export const userAccessSchema = namedObject(
  'UserAccountAccess',
  'A user with new access, and how they get a password if they need one.',
  {
    ...userEntries,
    permissions: described(
      v.array(v.string()),
      'Permissions in the named organisation; empty if none was named.',
    ),
    mailed,
    ...shownOnce('link'),
  },
)
export const linkRenewal: ShownOnce = {
  field: 'link',
  renewal: 'The link was shown once. Create another with users.resetLink.',
}

export const userCreateInput = namedStrictObject(
  'UserAccountCreate',
  'A user who gets access to an organisation, to the instance as an operator, or both.',
  { ...accountEntries, ...proofEntries },
)

export const operatorScopesInput = namedStrictObject(
  'OperatorScopesUpdate',
  'New operator scopes of a user.',
  {
    scopes: described(
      v.pipe(v.array(operatorScope), v.maxLength(operatorScopes.length)),
      'All operator scopes of the user after the change; an empty list removes them.',
    ),
    existing: accountEntries.existing,
    ...proofEntries,
  },
)

export const confirmedInput = namedStrictObject(
  'Confirmed',
  'The caller’s credentials, as confirmation.',
  proofEntries,
)

export const resetLinkSchema = namedObject('UserResetLink', 'A link that sets a new password.', {
  ...shownOnce('link'),
  expiresAt: described(dateTime, 'The link works once, until this time, RFC 3339 in UTC.'),
})
