/** The font of a WOFF2. Throws `RangeError` where memory runs out, or another error where the file is damaged. */
export const unpackWoff2: ((bytes: Uint8Array) => Promise<Uint8Array>) | undefined = async (bytes) =>
  (await import('woff2-encoder/decompress')).default(bytes)
