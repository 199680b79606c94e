/** JSON that a person pasted; undefined where it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many places of an example are offered: nobody chooses among more. */
const mostPlaces = 300

/** Every place of a payload that holds a text, a number or a truth value, in the order in which they stand. */
export const placesIn = (payload: unknown): string[] => {
  const places: string[] = []
  const walk = (value: unknown, path: readonly string[]): void => {
    if (places.length >= mostPlaces || value === null) return
    if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    } else if (path.length > 0) places.push(written(path))
  }
  walk(payload, [])
  return places
}

/** Dots between the names, or a JSON pointer where a name has a dot itself. */
const written = (path: readonly string[]): string =>
  path.some((name) => name.includes('.')) || path[0]!.startsWith('/')
    ? `/${path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
    : path.join('.')

/** What stands at a place, as text; undefined where nothing does. */
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
