import { found } from '../../kernel/errors.ts'
import type { RoleRow } from '../../model/people.ts'
import type { Rows } from '../../ports/store.ts'

export const ownRoleToWire = ({ id, name, permissions }: RoleRow) => ({
  id,
  name,
  builtIn: false,
  permissions,
})

/** Throws 404 for a built-in role too: nobody changes or deletes those. */
export const ownRoleById = async (
  rows: Rows,
  shared: { organisationId: string },
  id: string,
): Promise<RoleRow> => found(await rows.roles.get(shared, id), 'role of the organisation’s own')
