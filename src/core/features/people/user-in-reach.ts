import type { Caller, Client } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import { found, problem } from '../../kernel/errors.ts'
import type { UserRow } from '../../model/people.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { assertHolds } from './granting.ts'
import type { Passed } from './second-factor.ts'
import { peopleProblems } from './sentences.ts'
import { checkOneself } from './sign-in.ts'

type Proof = { currentPassword: string; code?: string | undefined }

/**
 * Proof that the operator asks who is signed in: a step that gives access away takes more than a session that
 * was left open. Throws 422 and 429 as `checkOneself` does.
 */
export const proven = (
  { services, client, caller }: { services: Services; client: Client; caller: Caller },
  proof: Proof,
): Promise<Passed> => checkOneself(services, client, caller, proof)

/**
 * Another user whom the caller may do this to. Throws 404 for an unknown id; 409 for the caller, who must not
 * lose what the instance is run with by mistake; 403 for an operator with scopes that the caller lacks.
 */
export const userInReach = async (rows: Rows, caller: Caller, id: string): Promise<UserRow> => {
  const user = found(await rows.users.get(everyone, id), 'user')
  if (user.id === caller.id) {
    throw problem(peopleProblems.say('invalid_state.own_account'))
  }
  assertHolds(caller, user.operatorScopes)
  return user
}
