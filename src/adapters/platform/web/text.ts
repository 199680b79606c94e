const encoder = new TextEncoder()

/** Bytes to be written over: what they hold is anything. */
export const allocate = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length)

/** Writes UTF-8 and tells how many bytes it took; there must be room for all of it. */
export const writeUtf8 = (text: string, to: Uint8Array, at: number): number =>
  encoder.encodeInto(text, to.subarray(at)).written

export const utf8Length = (text: string): number => encoder.encode(text).length

/**
 * A byte for each character, the lower eight bits of it; tells how many. There must be room for all of it.
 */
export const writeLatin1 = (text: string, to: Uint8Array, at: number): number => {
  for (let index = 0; index < text.length; index++) to[at + index] = text.charCodeAt(index)
  return text.length
}

/** As many arguments as any engine lets a function have. */
const CHARACTERS_AT_ONCE = 8192

/**
 * A character for each byte, with the byte's number. `TextDecoder` will not do: its Latin-1 is Windows-1252.
 */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string => {
  let text = ''
  for (let at = start; at < end; at += CHARACTERS_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + CHARACTERS_AT_ONCE)))
  }
  return text
}

/** Writes the text's UTF-16 units; there must be room for all of it. */
export const writeUtf16 = (text: string, to: Uint16Array<ArrayBuffer>): void => {
  for (let index = 0; index < text.length; index++) to[index] = text.charCodeAt(index)
}

/** A byte for each character, the lower eight bits of it. */
export const latin1Bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = allocate(text.length)
  writeLatin1(text, bytes, 0)
  return bytes
}
