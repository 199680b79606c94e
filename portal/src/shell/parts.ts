import { worded } from '../messages/index.svelte.ts'

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
