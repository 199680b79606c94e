/** No page is to load a decoder of 250 KB as gzip: fonts for a browser can be saved as WOFF. */
export const unpackWoff2: ((bytes: Uint8Array) => Promise<Uint8Array>) | undefined = undefined
