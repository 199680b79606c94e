/** Text as bytes without a detour: a page is a hundred kilobytes of it, and a run ten thousand pages. */
const viewOf = (bytes: Uint8Array): Buffer =>
  bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Bytes to be written over: what they hold is anything. */
export const allocate = (length: number): Uint8Array<ArrayBuffer> => Buffer.allocUnsafeSlow(length)

/** Writes UTF-8 and tells how many bytes it took; there must be room for all of it. */
export const writeUtf8 = (text: string, to: Uint8Array, at: number): number => viewOf(to).write(text, at)

export const utf8Length = (text: string): number => Buffer.byteLength(text)

/**
 * A byte for each character, the lower eight bits of it; tells how many. There must be room for all of it.
 */
export const writeLatin1 = (text: string, to: Uint8Array, at: number): number =>
  viewOf(to).write(text, at, 'latin1')

/** A character for each byte, with the byte's number. */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  viewOf(bytes).toString('latin1', start, end)

/** Writes the text's UTF-16 units; there must be room for all of it. */
export const writeUtf16 = (text: string, to: Uint16Array<ArrayBuffer>): void => {
  Buffer.from(to.buffer, to.byteOffset, to.byteLength).write(text, 'utf16le')
}

/** A byte for each character, the lower eight bits of it. */
export const latin1Bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = allocate(text.length)
  writeLatin1(text, bytes, 0)
  return bytes
}
