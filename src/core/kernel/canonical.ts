/**
 * Canonical JSON (RFC 8785): members sorted by the UTF-16 units of their names, no white space, strings and
 * numbers as ECMAScript writes them. Members that are undefined are left out. Equal values have equal texts,
 * to hash or to sign.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const object = value as Record<string, unknown>
  let text = ''
  for (const name of Object.keys(object).sort()) {
    if (object[name] === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(object[name])}`
  }
  return `{${text}}`
}

/**
 * The canonical JSON of a large value in pieces: lists and objects are taken apart down to `levels` levels.
 */
export function* canonicalPieces(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || value === null || typeof value !== 'object') {
    yield canonicalJson(value)
    return
  }
  const isList = Array.isArray(value)
  let between = isList ? '[' : '{'
  const names = isList ? value.keys() : Object.keys(value).sort()
  for (const name of names) {
    const member = (value as Record<string | number, unknown>)[name]
    if (member === undefined && !isList) continue
    yield isList ? between : `${between}${JSON.stringify(name)}:`
    yield* canonicalPieces(member, levels - 1)
    between = ','
  }
  const opening = between === ',' ? '' : between
  yield opening + (isList ? ']' : '}')
}
