import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { spritePlugin } from './sprite.ts'

/**
 * What every list is made of: one file with what the frame needs, instead of fifteen of a few hundred bytes, each
 * of which would be named wherever a screen is loaded.
 */
const ofLists =
  /portal\/src\/(ui\/(Table|Empty|Code|FilterSelect|Tabs|NoMatches|SelectCell|Screen|Status|Tag|selection|window)\b|api\/(pages|rows)\b)|@tanstack\/virtual-core/

export default defineConfig({
  base: '/portal/',
  plugins: [svelte(), spritePlugin()],
  build: {
    target: 'es2022',
    // The policy forbids `data:` addresses.
    assetsInlineLimit: 0,
    // Every screen shares one base, so that the next screen is one small request.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every file stands in the first one by its name: the shortest hash that tells all of them apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: [{ name: 'frame', test: ofLists }] },
      },
    },
  },
  // The server sends scripts of workers with a policy of their own, which it knows them by the folder for.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
  },
  // `changeOrigin` stays off: a sign-in is refused unless Host is the name that the browser asked for.
  server: { proxy: { '/v1': { target: process.env.LETTERSHOP_URL ?? 'http://127.0.0.1:8484' } } },
})
