import { builtInRoles, permissionsOf } from '../../../engine/access/permissions.ts'
import { asError, found, problem, validationFailed } from '../../../kernel/errors.ts'
import { shortened } from '../../../kernel/text.ts'
import type { RoleRow } from '../../../model/people.ts'
import type { Rows } from '../../../ports/store.ts'
import { peopleProblems, peopleSentences } from '../sentences.ts'

/** Returns the permissions of the named roles. Throws 422 for unknown roles. */
export const permissionsOfNamed = async (
  rows: Rows,
  shared: { organisationId: string },
  named: readonly string[],
): Promise<string[]> => {
  const own = await rows.roles.find(shared, {})
  const known = new Set([...builtInRoles, ...own].map(({ id }) => id))
  const errors = named.flatMap((role, index) =>
    known.has(role)
      ? []
      : [asError(peopleSentences.sentence('unknown.role', { role: shortened(role) }), `roles[${index}]`)],
  )
  if (errors.length > 0) throw validationFailed(errors)
  return permissionsOf(named, own)
}

/** Throws 403 for permissions that the caller lacks: otherwise any caller could become owner. */
export const assertHolds = (caller: { scopes: readonly string[] }, permissions: readonly string[]): void => {
  const missing = permissions.filter((permission) => !caller.scopes.includes(permission))
  if (missing.length === 0) return
  throw problem(
    peopleProblems.sentence('insufficient_scope.permissions', { permissions: missing.join(', ') }),
  )
}

/** Returns a member's permissions by the organisation's current roles. */
export const permissionsOfMember = async (
  rows: Rows,
  member: { organisationId: string; roles: readonly string[] },
): Promise<string[]> => {
  const own: RoleRow[] = await rows.roles.find({ organisationId: member.organisationId }, {})
  return permissionsOf(member.roles, own)
}

export const customRoleToWire = ({ id, name, permissions }: RoleRow) => ({
  id,
  name,
  builtIn: false,
  permissions,
})

/** Returns a custom role. Throws 404, also for a built-in role, which can't be changed. */
export const customRoleById = async (
  rows: Rows,
  shared: { organisationId: string },
  id: string,
): Promise<RoleRow> => found(await rows.roles.get(shared, id), 'custom role')
