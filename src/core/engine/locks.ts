import { everyone, type WritableRows } from '../ports/store.ts'

/**
 * Locks the organisations that a transaction will use, existing or not, in the order that all transactions
 * follow (docs/design/several-servers.md). For transactions that would otherwise lock them one by one, in another order.
 */
export const takeOrganisations = async (rows: WritableRows, ids: readonly string[]): Promise<void> => {
  for (const id of [...new Set(ids)].sort()) await rows.organisations.get(everyone, id)
}
