import { everyone, type WritableRows } from '../ports/store.ts'

/**
 * Takes organisations that a body is about to name, there or not, in the order in which all bodies do (decision 188). For bodies that
 * would meet them one after the other: what they then read of them stays so until they end.
 */
export const takeOrganisations = async (rows: WritableRows, ids: readonly string[]): Promise<void> => {
  for (const id of [...new Set(ids)].sort()) await rows.organisations.get(everyone, id)
}
