/** Whether two JSON values are deeply equal. The order of fields and undefined fields don't matter. */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => same(left[name], right[name]))
}

/** Returns the names of fields that differ. */
export const differing = (one: object, other: object): string[] => {
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].filter((name) => !same(left[name], right[name]))
}

/** Merges two changes of an entry. `mine` wins if both changed a field; the user is asked first. */
export const merged = <E extends object>(base: E, mine: E, theirs: E): E => {
  const next = { ...(theirs as Record<string, unknown>) }
  for (const name of differing(base, mine)) {
    const value = (mine as Record<string, unknown>)[name]
    if (value === undefined) delete next[name]
    else next[name] = value
  }
  return next as E
}
