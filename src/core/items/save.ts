import type { WritableRows } from '../ports/store.ts'
import type { ItemRow } from './store.ts'

/** Persists the row that a move or a settling returned. */
export const saveItem = (rows: WritableRows, { id, ...fields }: ItemRow): Promise<boolean> =>
  rows.items.update({ organisationId: fields.organisationId, mode: fields.mode }, id, fields)
