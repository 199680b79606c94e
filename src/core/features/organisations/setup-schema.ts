import * as v from 'valibot'
import { namedStrictObject } from '../../kernel/wire-schema.ts'
import { newPassword } from '../people/password.ts'
import { emailAddress, personName } from '../people/users.ts'
import { organisationInput } from './schema.ts'

export const setupInput = namedStrictObject(
  'Setup',
  'The first user of an instance and, where it has none, the organisation they own.',
  {
    token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    email: emailAddress,
    name: personName,
    password: newPassword,
    /** Needed where the instance has no organisation yet; otherwise the oldest one is taken. */
    organisation: v.optional(organisationInput),
  },
)
