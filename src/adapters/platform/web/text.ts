const encoder = new TextEncoder()

/** Returns bytes to overwrite, whose initial content is unspecified on other platforms. */
export const allocate = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length)

/** Writes UTF-8; returns the number of bytes. There must be room for all of them. */
export const writeUtf8 = (text: string, to: Uint8Array, at: number): number =>
  encoder.encodeInto(text, to.subarray(at)).written

export const utf8Length = (text: string): number => encoder.encode(text).length

/** Writes the lower byte of each UTF-16 unit; returns their number. There must be room for all of them. */
export const writeLatin1 = (text: string, to: Uint8Array, at: number): number => {
  for (let index = 0; index < text.length; index++) to[at + index] = text.charCodeAt(index)
  return text.length
}

/** Within every engine's limit of arguments to a function. */
const CHARACTERS_AT_ONCE = 8192

/** Returns a character for each byte, with its value as code. `TextDecoder` has only Windows-1252. */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string => {
  let text = ''
  for (let at = start; at < end; at += CHARACTERS_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + CHARACTERS_AT_ONCE)))
  }
  return text
}

/** Writes the text's UTF-16 units. There must be room for all of them. */
export const writeUtf16 = (text: string, to: Uint16Array<ArrayBuffer>): void => {
  for (let index = 0; index < text.length; index++) to[index] = text.charCodeAt(index)
}

/** Returns one byte for each UTF-16 unit: its lower eight bits. */
export const latin1Bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = allocate(text.length)
  writeLatin1(text, bytes, 0)
  return bytes
}

export const base64 = (bytes: Uint8Array): string => btoa(latin1(bytes))
