/** Undefined: the decoder is too large for pages (250 KB as gzip). Use WOFF there. */
export const unpackWoff2: ((bytes: Uint8Array) => Promise<Uint8Array>) | undefined = undefined
