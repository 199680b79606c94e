/** Imports that may fail without reloading the page. */
let optional = 0

/**
 * A newer server lacks this page's scripts, so the page is reloaded at the requested URL. For a part of a
 * page, or its texts in another language, it isn't, because unsaved input would be lost.
 */
addEventListener('vite:preloadError', () => {
  if (optional === 0) location.reload()
})

/** Loads a rarely used part, or texts; undefined if they can't be loaded. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part | undefined> => {
  optional++
  try {
    return await load()
  } catch {
    return undefined
  } finally {
    optional--
  }
}
