import { operationsOf } from '../../../engine/operation.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import * as passwordReset from './password-reset.ts'
import * as profile from './profile.ts'
import * as roles from './roles.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as users from './users.ts'

export const peopleOperations = operationsOf(
  invitations,
  members,
  passwordReset,
  profile,
  roles,
  secondFactor,
  sessions,
  users,
)
