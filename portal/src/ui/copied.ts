/** How long a button says that something was copied: long enough to be read by who looked elsewhere. */
export const copiedMs = 4_000
