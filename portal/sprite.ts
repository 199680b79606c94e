import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { icons } from './src/ui/icons.ts'

const module = 'virtual:sprite'
const served = '/portal/sprite.svg'
const folder = join(dirname(fileURLToPath(import.meta.resolve('lucide-static/package.json'))), 'icons')

const symbolFrom = (id: string, viewBox: string, file: string): string => {
  const drawing = /<svg[^>]*>(.*)<\/svg>/s.exec(file)
  if (!drawing) throw new Error(`The file of ${id} has no drawing.`)
  const shapes = drawing[1]!
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
  return `<symbol id="${id}" viewBox="${viewBox}">${shapes}</symbol>`
}

/** Converts an icon to a symbol. Strokes and colours come from its use (`ui/Icon.svelte`). */
const symbolOf = (name: string): string =>
  symbolFrom(name, '0 0 24 24', readFileSync(join(folder, `${name}.svg`), 'utf8'))

/** Returns the logo as a symbol with its own colours and size. */
const mark = (): string => {
  const drawing = readFileSync(join(import.meta.dirname, 'src/styles/mark.svg'), 'utf8')
  return symbolFrom('mark', '0 0 32 32', drawing)
}

const sprite = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">${icons.map(symbolOf).join('')}${mark()}</svg>`

/** Builds one sprite of the Lucide icons in use, and of the mark; the module exports its URL. */
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
