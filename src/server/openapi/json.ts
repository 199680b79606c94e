/** An object of the API document. */
export type Json = Record<string, unknown>
