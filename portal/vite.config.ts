import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { spritePlugin } from './sprite.ts'

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
  },
  // The server sends scripts of workers with a policy of their own, which it knows them by the folder for.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
  },
  // `changeOrigin` stays off: a sign-in is refused unless Host is the name that the browser asked for.
  server: { proxy: { '/v1': { target: process.env.LETTERSHOP_URL ?? 'http://127.0.0.1:8484' } } },
})
