/** Counts Unicode code points, as JSON Schema does. */
export const characterCount = (text: string): number => {
  let count = text.length
  // A surrogate pair is one character. Regex matches would create 300,000 objects for a megabyte of emoji.
  for (let at = 1; at < text.length; at++) {
    if (!isLow(text.charCodeAt(at)) || !isHigh(text.charCodeAt(at - 1))) continue
    count--
    at++
  }
  return count
}

/** Splits a text into pieces of `length` UTF-16 units, or one more to keep a surrogate pair together. */
export function* piecesOf(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + length
    const next = isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end)) ? end + 1 : end
    yield text.slice(at, next)
    at = next
  }
}

/** Shortens a caller's text for messages and params. */
export const shortened = (text: string): string => {
  if (text.length <= longestShown) return text
  const isDivided = isHigh(text.charCodeAt(longestShown - 1)) && isLow(text.charCodeAt(longestShown))
  return `${text.slice(0, isDivided ? longestShown - 1 : longestShown)}…`
}
const longestShown = 80

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** FNV-1a as letters and digits: short and stable, but neither secret nor collision-resistant. */
export const checksum = (text: string): string => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash.toString(36)
}

/** Longer texts are not cached, so that the cache is bounded. */
const longestKept = 200
const mostKept = 1000

export const memoised = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const kept = new Map<string, { answer: T }>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known.answer
    const answer = compute(text)
    if (kept.size >= mostKept) kept.clear()
    if (text.length <= longestKept) kept.set(text, { answer })
    return answer
  }
}

/** Returns the function with its results kept for each argument, an object that is never mutated. */
export const memoisedByObject = <Key extends object, Value extends NonNullable<unknown>>(
  compute: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = compute(key)
      known.set(key, value)
    }
    return value
  }
}

/** Folds case, accents, ligatures and letters with a stroke, and removes invisible characters. */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    // Bounds the expansion. A Korean syllable decomposes into three letters and ㍿ into four; a few characters
    // become eighteen, but are not used in names.
    .slice(0, 4 * text.length + 16)
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/[đð]/g, 'd')
    .replace(/ł/g, 'l')

const longest = 80

/**
 * Returns at most 80 characters of the text, without controls, invisible characters and those that file
 * systems refuse; may be `''`.
 */
export const fileNamePart = (text: string): string => {
  const plain = text
    .normalize('NFC')
    .replace(/[\\/:*?"<>|]|[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
  return [...plain]
    .slice(0, longest)
    .join('')
    .replace(/[\s.]+$/, '')
}

/** `donors.csv` → `donors`. */
export const withoutEnding = (fileName: string): string => fileName.replace(/\.[^.]{1,5}$/, '')
