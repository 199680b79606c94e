/**
 * For `JSON.stringify`: bytes are replaced by what `mark` gives for them. Their holder is looked at, not they: a Buffer has
 * turned itself into an array of numbers by the time that a replacer sees it, which takes fifty times its memory.
 */
export const replaceBytes =
  <T>(isBytes: (value: unknown) => value is T, mark: (bytes: T) => unknown) =>
  (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const replaced = (entry: unknown): unknown => (isBytes(entry) ? mark(entry) : entry)
    if (Array.isArray(value)) return value.some(isBytes) ? value.map(replaced) : value
    const entries = Object.entries(value)
    if (!entries.some(([, entry]) => isBytes(entry))) return value
    return Object.fromEntries(entries.map(([key, entry]) => [key, replaced(entry)]))
  }
