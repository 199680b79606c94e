/** Decodes a WOFF2 font. Throws `RangeError` if memory runs out, another error if the file is damaged. */
export const unpackWoff2: ((bytes: Uint8Array) => Promise<Uint8Array>) | undefined = async (bytes) =>
  (await import('woff2-encoder/decompress')).default(bytes)
