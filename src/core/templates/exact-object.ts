import * as v from 'valibot'

/**
 * Like `v.strictObject`, but reports *every* unknown key at once (strictObject stops at the first), so that
 * a caller mends a document in one round.
 */
export const exactObject = <Entries extends v.ObjectEntries>(
  entries: Entries,
): v.StrictObjectSchema<Entries, undefined> => {
  const schema = v.pipe(
    v.looseObject(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      const input = dataset.value
      if (typeof input !== 'object' || input === null) return
      for (const key of Object.keys(input)) {
        if (Object.hasOwn(entries, key)) continue
        const value = (input as Record<string, unknown>)[key]
        addIssue({
          message: `Unknown field "${key}".`,
          path: [{ type: 'object', origin: 'key', input: input as Record<string, unknown>, key, value }],
        })
      }
    }),
  )
  // The pipe accepts and returns exactly what strictObject would; only its reporting differs.
  return schema as unknown as v.StrictObjectSchema<Entries, undefined>
}
