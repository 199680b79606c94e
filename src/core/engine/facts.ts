import { everyone, type WritableRows } from '../ports/store.ts'

/** Writes a fact of the instance, over the one of this id or as a new one. */
export const setFact = async (
  rows: Pick<WritableRows, 'facts'>,
  id: string,
  value: string,
): Promise<void> => {
  if (await rows.facts.update(everyone, id, { value })) return
  await rows.facts.insert({ id, value })
}
