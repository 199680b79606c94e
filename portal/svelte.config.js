import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // Shorter than `svelte-` with the whole hash: the class is in every element with a style of its own.
    cssHash: ({ hash, css, filename }) => `s${hash(filename === '(unknown)' ? css : filename).slice(0, 5)}`,
  },
}
