/** Parses pasted JSON; undefined if it is invalid. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Maximum number of offered paths. */
const maxPlaces = 300

/** Returns the paths of strings, numbers and booleans in order, up to the maximum. */
export const placesIn = (payload: unknown): string[] => {
  const places: string[] = []
  const walk = (value: unknown, path: readonly string[]): void => {
    if (places.length >= maxPlaces || value === null) return
    if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    } else if (path.length > 0) places.push(written(path))
  }
  walk(payload, [])
  return places
}

/** Returns a dotted path, or a JSON pointer if a name contains a dot or the path starts with a slash. */
const written = (path: readonly string[]): string =>
  path.some((name) => name.includes('.')) || path[0]!.startsWith('/')
    ? `/${path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
    : path.join('.')

/** Returns the value at a path as text; undefined if there is none. */
export const textAt = (payload: unknown, place: string): string | undefined => {
  const names = place.startsWith('/')
    ? place
        .slice(1)
        .split('/')
        .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    : place.split('.')
  let value = payload
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}
