import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { type Lookup, planFiles, sharedPrefix } from './chunks.ts'
import { spritePlugin } from './sprite.ts'
import { languageOf, wordsPlugin } from './words/plugin.ts'

/**
 * Modules shared by all lists, bundled with the frame: as fifteen files of a few hundred bytes each, they would be
 * listed with every screen that is loaded.
 */
const ofLists =
  /portal\/src\/(ui\/(Table|Column|Empty|Filters|SearchBox|Ago|ago|popover|seen|Tabs|NoMatches|SelectCell|WaitingRows|Screen|Tag|selection|window)\b|paper\/(Thumb|pictures)\b|api\/(pages|rows)\b)|@tanstack\/virtual-core|rolldown\/runtime/

/** The parts that a first visit of a screen loads. */
const visitOf = (screen: string): RegExp =>
  new RegExp(
    `/(screens/(session/Scene|${screen})\\.svelte|shell/(EntryTabs.svelte|MenuCounts.svelte|next-cutoff.ts))$`,
  )

/**
 * Screens use only some names of the entries of Lettershop's code, so their imports say nothing about what is
 * loaded. The bundler makes its own files of that code.
 */
const isEntryOfLettershop = (id: string): boolean => id.includes('portal/src/lettershop/')
const entryOfLettershop = { importedIds: [], dynamicallyImportedIds: [], code: null }

interface Bundler {
  getModuleInfo: Lookup
}
let plan: ReadonlyMap<string, string> | undefined
const planned = (bundler: Bundler): ReadonlyMap<string, string> => {
  plan ??= planFiles(
    {
      main: join(import.meta.dirname, 'src/main.ts'),
      isAlways: (id) => ofLists.test(id),
      visits: [visitOf('home/Home'), visitOf('items/Items')],
    },
    (id) => (isEntryOfLettershop(id) ? entryOfLettershop : bundler.getModuleInfo(id)),
  )
  return plan
}

/** Names the file of a module that several screens use. */
const shared = (id: string, bundler: Bundler): string | undefined => {
  const file = planned(bundler).get(id)
  return file?.startsWith(sharedPrefix) ? file : undefined
}

/** Names the file of a translation: the languages of all areas that are in one file are one file each too. */
const languages = (id: string, bundler: Bundler): string | undefined => {
  const translation = languageOf(id)
  return translation && `${translation.language}-${planned(bundler).get(translation.area)}`
}

/** A group takes its modules only, as the plan has a file for all that they import. */
const exactly = { priority: 1, includeDependenciesRecursively: false }

export default defineConfig({
  base: '/portal/',
  plugins: [svelte(), spritePlugin(), wordsPlugin()],
  build: {
    target: 'es2022',
    // The content security policy forbids `data:` URLs.
    assetsInlineLimit: 0,
    // Browsers without module preload load modules when they are imported, which is only slower.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // So that a screen that uses one name of an entry loads no others.
      treeshake: { moduleSideEffects: [{ test: /portal\/src\/lettershop\//, sideEffects: false }] },
      output: {
        // The first file lists all others, so they are named by hashes alone, as short as uniqueness allows.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'frame', test: ofLists, priority: 2 },
            { name: shared, debugName: 'shared', ...exactly },
            { name: languages, debugName: 'languages', ...exactly },
          ],
        },
      },
    },
  },
  // The server recognises worker scripts by their folder and sends them with a policy of their own.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
  },
  // `changeOrigin` stays off: sign-in requires the Host that the browser requested.
  server: { proxy: { '/v1': { target: process.env.LETTERSHOP_URL ?? 'http://127.0.0.1:8484' } } },
})
