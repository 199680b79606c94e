import { worded } from '../messages/index.svelte.ts'

let loading = 0

/**
 * A newer server lacks this page's scripts, so the page is reloaded at the requested URL. For a part of a
 * page it isn't, because unsaved input would be lost.
 */
addEventListener('vite:preloadError', () => {
  if (loading === 0) location.reload()
})

/** Loads a rarely used part; undefined if it can't be loaded. */
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
 * Parts of every page that are loaded when opened. Listed here, because the router would take a component
 * with `import(` for a screen that is still to be loaded.
 */
export const parts = {
  finder: () => import('./finder.svelte.ts').then(worded),
  keys: () => import('./Keys.svelte').then(worded),
  moveClock: () => import('./MoveClock.svelte').then(worded),
  noOrganisation: () => import('./NoOrganisation.svelte').then(worded),
  searchField: () => import('../ui/SearchField.svelte').then(worded),
  bulkActions: () => import('../screens/items/bulk-actions/BulkActions.svelte').then(worded),
}
