import { found } from '../../kernel/errors.ts'
import type { RoleRow } from '../../model/people.ts'
import type { Rows } from '../../ports/store.ts'

export const ownRoleToWire = ({ id, name, permissions }: RoleRow) => ({
  id,
  name,
  builtIn: false,
  permissions,
})

/**
 * The organisation's own role with this id. Throws 404, also for a built-in role, which cannot be changed or
 * deleted.
 */
export const ownRoleById = async (
  rows: Rows,
  shared: { organisationId: string },
  id: string,
): Promise<RoleRow> => found(await rows.roles.get(shared, id), 'role of the organisation’s own')
