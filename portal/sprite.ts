import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { icons } from './src/ui/icons.ts'

const module = 'virtual:sprite'
const served = '/portal/sprite.svg'
const folder = join(dirname(fileURLToPath(import.meta.resolve('lucide-static/package.json'))), 'icons')

/** The drawing of an icon as a symbol. Lines and colours are those of the place that uses it (`ui/Icon.svelte`). */
const symbolOf = (name: string): string => {
  const drawing = /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(join(folder, `${name}.svg`), 'utf8'))
  if (!drawing) throw new Error(`lucide-static has no drawing of ${name}.`)
  const shapes = drawing[1]!.replace(/\s*\n\s*/g, '').replaceAll(' />', '/>')
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`
}

const sprite = (): string => `<svg xmlns="http://www.w3.org/2000/svg">${icons.map(symbolOf).join('')}</svg>`

/** One picture of the icons that the portal uses, of all that lucide-static has; the module gives its address. */
export const spritePlugin = (): Plugin => {
  let isServed = false
  return {
    name: 'sprite',
    configResolved({ command }) {
      isServed = command === 'serve'
    },
    configureServer({ middlewares }) {
      middlewares.use(served, (_, answer) => {
        answer.setHeader('Content-Type', 'image/svg+xml')
        answer.end(sprite())
      })
    },
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load(id) {
      if (id !== `\0${module}`) return
      if (isServed) return `export default ${JSON.stringify(served)}`
      const file = this.emitFile({ type: 'asset', name: 'sprite.svg', source: sprite() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}
