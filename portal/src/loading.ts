/** Number of running imports whose failure doesn't reload the page. */
let optional = 0

/**
 * Reloads the page if a script is missing because the server was updated. A missing part of a page, or a
 * missing translation, doesn't reload it, because unsaved input would be lost.
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
