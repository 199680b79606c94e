/** The description that an ICC profile gives itself, or undefined where it has none. */
export const profileName = (profile: Uint8Array): string | undefined => {
  if (profile.length < 132) return undefined
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  const count = Math.min(view.getUint32(128), 100)
  for (let index = 0; index < count; index++) {
    const entry = 132 + index * 12
    if (entry + 12 > profile.length) return undefined
    if (latin1(profile, entry, entry + 4) !== 'desc') continue
    const offset = view.getUint32(entry + 4)
    if (offset + 28 > profile.length) return undefined
    const name =
      latin1(profile, offset, offset + 4) === 'mluc' ? unicode(profile, offset) : ascii(profile, offset)
    return cleaned(name)
  }
  return undefined
}

/** Version 2: a count of characters with the zero at the end, and ASCII. */
const ascii = (profile: Uint8Array, offset: number): string => {
  const length = new DataView(profile.buffer, profile.byteOffset).getUint32(offset + 8)
  return latin1(profile, offset + 12, offset + 12 + Math.min(length, 200))
}

/** Version 4: the first of its languages, in UTF-16. */
const unicode = (profile: Uint8Array, offset: number): string => {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  const length = Math.min(view.getUint32(offset + 20), 400)
  const start = offset + view.getUint32(offset + 24)
  let text = ''
  for (let at = start; at + 1 < Math.min(start + length, profile.length); at += 2) {
    text += String.fromCharCode(view.getUint16(at))
  }
  return text.toWellFormed()
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

const cleaned = (name: string): string | undefined =>
  name
    .replace(/\0.*/su, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100) || undefined

/**
 * The colour space that an ICC profile is for, e.g. `RGB`, `CMYK`, `GRAY`; undefined where it is no profile.
 */
export const profileSpace = (profile: Uint8Array): string | undefined =>
  profile.length > 128 && latin1(profile, 36, 40) === 'acsp' ? latin1(profile, 16, 20).trim() : undefined
