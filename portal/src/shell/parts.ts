let loading = 0

/**
 * A newer server no longer has this page's scripts: the page is fetched anew, at the address that was asked for. For
 * a part of the page it stays, since what is typed on it would be lost.
 */
addEventListener('vite:preloadError', () => {
  if (loading === 0) location.reload()
})

/** The scripts of a part that is seldom opened, or `undefined` where they cannot be loaded. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part | undefined> => {
  loading++
  try {
    return await load()
  } catch {
    return undefined
  } finally {
    loading--
  }
}

/**
 * The parts of every page that are loaded once they are opened. They are named here and not where they stand: a screen or
 * layout in which `import(` stands is one that is still to be loaded, for the router.
 */
export const parts = {
  keys: () => import('./Keys.svelte'),
  moveClock: () => import('./MoveClock.svelte'),
  noOrganisation: () => import('./NoOrganisation.svelte'),
  searchField: () => import('../ui/SearchField.svelte'),
  bulkActions: () => import('../screens/items/bulk-actions/BulkActions.svelte'),
}
