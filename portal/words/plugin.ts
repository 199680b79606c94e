import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Catalogues, isOfApi, readCatalogues, source } from './catalogues.ts'
import { apiLoaders, apiModule, areaModule, languageModule, languagesModule } from './emit.ts'

const folder = join(import.meta.dirname, '../messages')
const runtime = join(import.meta.dirname, '../src/messages/formats.ts')
const prefix = 'words:'
/** Prefix of the ids of resolved modules. */
const resolved = '\0words/'

/** Returns the module of the area, and the language, of a module that is a translation of it. */
export const languageOf = (id: string): { area: string; language: string } | undefined => {
  const [, name, language] = /^(\0words\/[^.]+)\.(\w+)\.js$/.exec(id) ?? []
  return name && language && language !== source ? { area: `${name}.js`, language } : undefined
}

/**
 * Compiles `portal/messages`: `words:AREA` is an area, `words:AREA/LANGUAGE` one language of it. `words:languages`
 * lists the languages, and `words:api` loads the messages of the API, which are areas for translators only.
 */
export const wordsPlugin = (): Plugin => {
  let catalogues: Catalogues
  return {
    name: 'words',
    buildStart() {
      catalogues = readCatalogues(folder)
      for (const file of catalogues.files) this.addWatchFile(file)
      if (catalogues.faults.length > 0) this.error(catalogues.faults.join('\n'))
    },
    resolveId: (id) =>
      id.startsWith(prefix) ? `${resolved}${id.slice(prefix.length).replace('/', '.')}.js` : undefined,
    load(id) {
      if (!id.startsWith(resolved)) return
      const [name, language] = id.slice(resolved.length, -'.js'.length).split('.') as [
        string,
        string | undefined,
      ]
      if (name === 'languages') return languagesModule(catalogues.areas)
      if (name === 'api') {
        return language === undefined ? apiLoaders(catalogues.areas) : apiModule(catalogues.areas, language)
      }
      const area = catalogues.areas.get(name)
      if (!area || isOfApi(name)) return this.error(`portal/messages has no area ${name}.`)
      return language === undefined ? areaModule(name, area, runtime) : languageModule(area, language)
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder)) return
      catalogues = readCatalogues(folder)
      for (const fault of catalogues.faults) server.config.logger.error(fault)
      server.moduleGraph.invalidateAll()
      server.ws.send({ type: 'full-reload' })
    },
  }
}
