const longest = 80

/**
 * A text as part of the name of a download: without the characters that file systems refuse, controls and invisible
 * characters, and of a bounded length. `''` where nothing is left.
 */
export const fileNamePart = (text: string): string => {
  const plain = text
    .normalize('NFC')
    .replace(/[\\/:*?"<>|]|[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
  return [...plain]
    .slice(0, longest)
    .join('')
    .replace(/[\s.]+$/, '')
}

/** The name of a file without its ending, as `donors` of `donors.csv`. */
export const withoutEnding = (fileName: string): string => fileName.replace(/\.[^.]{1,5}$/, '')
