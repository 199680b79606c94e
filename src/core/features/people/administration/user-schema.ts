import * as v from 'valibot'
import { operatorScopes } from '../../../engine/access/permissions.ts'
import { type ShownOnce, shownOnce } from '../../../engine/idempotency/shown-once.ts'
import { dateTime, fields } from '../../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { userStatuses } from '../../../model/people.ts'
import { again, membershipSchema } from '../schema.ts'
import { accountEntries } from './user-accounts.ts'

const operatorScope = v.picklist(operatorScopes)

const userEntries = {
  id: described(v.string(), 'The user, `usr_…`.'),
  email: described(v.string(), 'What they sign in with.'),
  name: described(v.string(), 'What they are called.'),
  status: described(v.picklist(userStatuses), '`ACTIVE`, or `DISABLED`: cannot sign in.'),
  operatorScopes: described(
    v.array(v.string()),
    'The scopes of an operator of the instance, e.g. `platform.admin` and `tenants.read`; empty for all other users.',
  ),
  emailVerified: described(
    v.boolean(),
    'Whether they followed a link that was mailed to the address; if not, it may be another person who set the password.',
  ),
  secondFactorEnabled: described(v.boolean(), 'Whether they have a second factor.'),
  createdAt: fields.createdAt,
  lastSignInAt: described(
    v.nullable(dateTime),
    'When they signed in last, RFC 3339 in UTC; null where they never did.',
  ),
}

export const userAccountSchema = namedObject(
  'UserAccount',
  'A user of the instance, as operators see them.',
  userEntries,
)

export const userDetailSchema = namedObject('UserAccountDetail', 'A user with their organisations.', {
  ...userEntries,
  organisations: described(v.array(membershipSchema), 'The organisations that they belong to.'),
})

const mailed = described(v.boolean(), 'Whether the link that sets the password is mailed to the user.')

export const userAccessSchema = namedObject(
  'UserAccountAccess',
  'A user who was given something, and how they get a password if they need one.',
  {
    ...userEntries,
    permissions: described(
      v.array(v.string()),
      'What the user may do in the organisation that was named; empty where none was.',
    ),
    mailed,
    ...shownOnce('link'),
  },
)
export const linkAgain: ShownOnce = {
  field: 'link',
  renewal: 'The link was shown once. Make another one (users.resetLink).',
}

export const userCreateInput = namedStrictObject(
  'UserAccountCreate',
  'A person who gets access to an organisation, to the instance as an operator, or to both.',
  { ...accountEntries, ...again },
)

export const operatorScopesInput = namedStrictObject(
  'OperatorScopesUpdate',
  'What a user may run from now on.',
  {
    scopes: described(
      v.pipe(v.array(operatorScope), v.maxLength(operatorScopes.length)),
      'All operator scopes that the user has afterwards; an empty list ends them.',
    ),
    existing: accountEntries.existing,
    ...again,
  },
)

export const confirmedInput = namedStrictObject('Confirmed', 'Proof that the caller asks.', again)

export const resetLinkSchema = namedObject('UserResetLink', 'A link that sets a new password.', {
  ...shownOnce('link'),
  expiresAt: described(dateTime, 'Until when it works, once, RFC 3339 in UTC.'),
})
