import { everyone, type Store, type WritableRows } from '../ports/store.ts'

export const setFact = async (
  rows: Pick<WritableRows, 'facts'>,
  id: string,
  value: string,
): Promise<void> => {
  if (await rows.facts.update(everyone, id, { value })) return
  await rows.facts.insert({ id, value })
}

/** Id of the fact that holds the fingerprint of the instance key. */
export const keyFact = 'instance-key'

/**
 * Stores the fingerprint if the store has none. Returns false if the stored one differs. If two servers start
 * at once, the second compares its fingerprint with the first one's.
 */
export const isKeyOfStore = async (store: Pick<Store, 'read' | 'write'>, value: string): Promise<boolean> => {
  const known =
    (await store.read((rows) => rows.facts.get(everyone, keyFact))) ??
    (await store.write(async (rows) => {
      const decided = await rows.facts.get(everyone, keyFact)
      if (!decided) await rows.facts.insert({ id: keyFact, value })
      return decided
    }))
  return known === undefined || known.value === value
}
