import { type CatalogueFile, entriesOf, type Part } from '../parts.ts'

/** What an entry can refer to: what is in use, and what it refers to already. */
export const choicesOf = (
  catalogue: CatalogueFile,
  part: Part,
  current: string | null | undefined,
): (readonly [key: string, name: string])[] =>
  entriesOf(catalogue, part)
    .filter(({ key, archived }) => !archived || key === current)
    .map(({ key, name }) => [key, name] as const)

/** An entry without a field that says nothing, so that its file says nothing of it either. */
export const without = <E extends object>(entry: E, field: keyof E): E => {
  const { [field]: _, ...rest } = entry
  return rest as E
}

/** An entry with a list, or without it where it is empty. */
export const withList = <E extends object>(entry: E, field: keyof E, list: readonly unknown[]): E =>
  list.length > 0 ? { ...entry, [field]: list } : without(entry, field)
