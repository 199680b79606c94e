/**
 * Canonical JSON (RFC 8785), so that equal values have equal texts to hash or sign: members are sorted by the
 * UTF-16 units of their names, without white space. Undefined members are omitted.
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

/** Canonical JSON of a large value in pieces, splitting lists and objects down to `levels` levels. */
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

const quote = 0x22
const backslash = 0x5c

const separators: ReadonlySet<number> = new Set([...' \t\r\n,:]}'].map((sign) => sign.charCodeAt(0)))
const isSeparator = Uint8Array.from({ length: 256 }, (_, byte) => Number(separators.has(byte)))

/**
 * Counts names and values of a JSON text, lists and objects included, and stops above `enough`. Costs a tenth
 * of parsing, so texts with too many values are refused first. Malformed JSON is counted approximately.
 */
export const countValues = (json: Uint8Array, enough: number): number => {
  let count = 0
  let inWord = false
  for (let at = 0; at < json.length && count <= enough; at++) {
    const byte = json[at]!
    if (isSeparator[byte] === 1) inWord = false
    else if (byte === quote) {
      count++
      inWord = false
      at = endOfText(json, at)
    } else if (byte === 0x5b || byte === 0x7b) {
      count++
      inWord = false
    } else if (!inWord) {
      count++
      inWord = true
    }
  }
  return count
}

const endOfText = (json: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
