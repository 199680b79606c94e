/** Whether two values of a catalogue file say the same; the order of an object's fields says nothing. */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => same(left[name], right[name]))
}

/** The fields in which two entries differ. */
export const differing = (one: object, other: object): string[] => {
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].filter((name) => !same(left[name], right[name]))
}

/**
 * What one person made of an entry, with what another changed of it meanwhile. Where both changed the same field,
 * that of `mine` stands: the person is asked first.
 */
export const merged = <E extends object>(base: E, mine: E, theirs: E): E => {
  const next = { ...(theirs as Record<string, unknown>) }
  for (const name of differing(base, mine)) {
    const value = (mine as Record<string, unknown>)[name]
    if (value === undefined) delete next[name]
    else next[name] = value
  }
  return next as E
}
