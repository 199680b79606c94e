import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { spritePlugin } from './sprite.ts'
import { wordsPlugin } from './words/plugin.ts'

/**
 * Modules shared by all lists, bundled with the frame: as fifteen files of a few hundred bytes each, they would be
 * listed with every screen that is loaded.
 */
const ofLists =
  /portal\/src\/(ui\/(Table|Empty|Filters|SearchBox|Ago|ago|popover|seen|Tabs|NoMatches|SelectCell|WaitingRows|Screen|Status|Tag|selection|window)\b|paper\/(Thumb|pictures)\b|api\/(pages|rows)\b)|@tanstack\/virtual-core/

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
        codeSplitting: { groups: [{ name: 'frame', test: ofLists }] },
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
