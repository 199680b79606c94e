import { type CatalogueFile, type Entry, entriesOf, type Part, parts } from '../parts.ts'

/** Something that a check found, at its place in the file. */
export interface Found {
  severity: 'error' | 'warning'
  path: string
  message: string
}

/** Where an entry stands in a file, as a JSON pointer. */
export const pointerTo = (file: CatalogueFile, part: Part, at: number): string =>
  `/${part}/${at < 0 ? entriesOf(file, part).length - 1 : at}`

/** What was found in an entry, by its place below the entry; what is about the whole entry is at ''. */
export const faultsBelow = <F extends Found>(
  findings: readonly F[],
  pointer: string,
): ReadonlyMap<string, F> => {
  const faults = new Map<string, F>()
  for (const found of findings) {
    if (found.path !== pointer && !found.path.startsWith(`${pointer}/`)) continue
    const below = found.path.slice(pointer.length)
    // The worse of two, and the first of the same.
    const known = faults.get(below)
    if (!known || (known.severity === 'warning' && found.severity === 'error')) faults.set(below, found)
  }
  return faults
}

/** The entry that a place of the file is in, and the place below it. */
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
