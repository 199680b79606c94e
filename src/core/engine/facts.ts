import { everyone, type Store, type WritableRows } from '../ports/store.ts'

/** Writes a fact of the instance, over the one of this id or as a new one. */
export const setFact = async (
  rows: Pick<WritableRows, 'facts'>,
  id: string,
  value: string,
): Promise<void> => {
  if (await rows.facts.update(everyone, id, { value })) return
  await rows.facts.insert({ id, value })
}

/** Fact that holds the fingerprint of the key that seals secrets in the store. */
export const keyFact = 'instance-key'

/**
 * Stores the fingerprint of the key where none is stored yet; returns whether the stored one is the same. Of
 * two servers that start at the same moment, the second sees the decision of the first.
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
