import { type CatalogueFile, entriesOf, type Part } from '../parts.ts'

/** Returns possible references: entries in use and the current one. */
export const choicesOf = (
  catalogue: CatalogueFile,
  part: Part,
  current: string | null | undefined,
): (readonly [key: string, name: string])[] =>
  entriesOf(catalogue, part)
    .filter(({ key, archived }) => !archived || key === current)
    .map(({ key, name }) => [key, name] as const)

/** Returns the entry without a field. The file omits fields with default values. */
export const without = <E extends object>(entry: E, field: keyof E): E => {
  const { [field]: _, ...rest } = entry
  return rest as E
}

/** Sets a list; removes an empty one. */
export const withList = <E extends object>(entry: E, field: keyof E, list: readonly unknown[]): E =>
  list.length > 0 ? { ...entry, [field]: list } : without(entry, field)
