import * as v from 'valibot'
import { described, namedStrictObject } from '../../kernel/wire-schema.ts'
import { newPassword } from '../people/password.ts'
import { emailAddress, personName } from '../people/users.ts'
import { organisationInput } from './schema.ts'

export const setupInput = namedStrictObject(
  'Setup',
  'The first user of an instance and, where it has none, the organisation they own.',
  {
    token: described(
      v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      'The token that the server shows at its first start.',
    ),
    email: described(emailAddress, 'E-mail address of the first user.'),
    name: described(personName, 'Name of the first user.'),
    password: described(newPassword, 'Password of the first user.'),
    organisation: described(
      v.optional(organisationInput),
      'Needed if the instance has no organisation yet; otherwise the oldest one is taken.',
    ),
  },
)
