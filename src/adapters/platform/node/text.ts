/** Returns a view instead of a copy: a page is 100 kB of text, and a run has thousands. */
const viewOf = (bytes: Uint8Array): Buffer =>
  bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Returns bytes to overwrite, whose initial content is unspecified. */
export const allocate = (length: number): Uint8Array<ArrayBuffer> => Buffer.allocUnsafeSlow(length)

/** Writes UTF-8; returns the number of bytes. There must be room for all of them. */
export const writeUtf8 = (text: string, to: Uint8Array, at: number): number => viewOf(to).write(text, at)

export const utf8Length = (text: string): number => Buffer.byteLength(text)

/** Writes the lower byte of each UTF-16 unit; returns their number. There must be room for all of them. */
export const writeLatin1 = (text: string, to: Uint8Array, at: number): number =>
  viewOf(to).write(text, at, 'latin1')

/** Returns one character for each byte, with the byte's value as its code. */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  viewOf(bytes).toString('latin1', start, end)

/** Writes the text's UTF-16 units. There must be room for all of them. */
export const writeUtf16 = (text: string, to: Uint16Array<ArrayBuffer>): void => {
  Buffer.from(to.buffer, to.byteOffset, to.byteLength).write(text, 'utf16le')
}

/** Returns one byte for each UTF-16 unit: its lower eight bits. */
export const latin1Bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = allocate(text.length)
  writeLatin1(text, bytes, 0)
  return bytes
}

export const base64 = (bytes: Uint8Array): string => viewOf(bytes).toString('base64')
