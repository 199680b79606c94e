import { type CatalogueFile, type Entry, entriesOf, type Part, parts } from '../parts.ts'

/** A finding of a check with its JSON pointer. */
export interface Found {
  severity: 'error' | 'warning'
  path: string
  message: string
}

/** Returns an entry's findings by their pointer relative to the entry; '' for the whole entry. */
export const faultsBelow = <F extends Found>(
  findings: readonly F[],
  pointer: string,
): ReadonlyMap<string, F> => {
  const faults = new Map<string, F>()
  for (const found of findings) {
    if (found.path !== pointer && !found.path.startsWith(`${pointer}/`)) continue
    const below = found.path.slice(pointer.length)
    // Keeps the most severe finding, and the first of equal ones.
    const known = faults.get(below)
    if (!known || (known.severity === 'warning' && found.severity === 'error')) faults.set(below, found)
  }
  return faults
}

/** Splits a pointer into list, entry and the pointer below it; undefined if the list is unknown. */
export const entryAt = (
  file: CatalogueFile,
  path: string,
): { part: Part; entry: Entry | undefined; below: string } | undefined => {
  const [, list, at, ...rest] = path.split('/')
  const part = parts.find((name) => name === list)
  if (!part) return undefined
  const entry = at === undefined ? undefined : entriesOf(file, part)[Number(at)]
  return { part, entry, below: rest.length > 0 ? `/${rest.join('/')}` : '' }
}
