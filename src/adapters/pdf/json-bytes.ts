/**
 * Returns a replacer for `JSON.stringify` that replaces byte arrays with the result of `mark`. It acts on the
 * containing object or array, because a Buffer reaches a replacer only after its `toJSON` has created an
 * array of numbers, which takes fifty times its memory.
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
