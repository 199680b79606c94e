import { worded } from '../messages/index.svelte.ts'

/**
 * Parts of pages that are loaded on demand. Their imports are here, because the router takes a component that
 * contains `import(` for a screen that isn't loaded yet.
 */
export const parts = {
  entryTabs: () => import('./EntryTabs.svelte').then(worded),
  entryPages: () => import('./EntryPages.svelte').then(worded),
  paletteResults: () => import('./PaletteResults.svelte').then(worded),
  menuCounts: () => import('./MenuCounts.svelte').then(worded),
  keys: () => import('./Keys.svelte').then(worded),
  moveClock: () => import('./MoveClock.svelte').then(worded),
  nextCutoff: () => import('./next-cutoff.ts').then(worded),
  noOrganisation: () => import('./NoOrganisation.svelte').then(worded),
  scene: () => import('../screens/session/Scene.svelte').then(worded),
  suspended: () => import('./Suspended.svelte').then(worded),
  searchField: () => import('../ui/SearchField.svelte').then(worded),
  code: () => import('../ui/Code.svelte').then(worded),
  itemFilters: () => import('../screens/items/ItemFilters.svelte').then(worded),
  bulkActions: () => import('../screens/items/bulk-actions/BulkActions.svelte').then(worded),
}
