/**
 * Compiles the messages of the core, `src/core/messages/LANGUAGE/AREA.json`, to modules next to them:
 * `node scripts/generate-messages.ts`. Fails if a language lacks a message.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogues } from '../portal/words/catalogues.ts'
import { coreLoaders, coreModule } from '../portal/words/emit.ts'

const folder = join(import.meta.dirname, '../src/core/messages')
const { areas, faults } = readCatalogues(folder)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
for (const [name, area] of areas) {
  writeFileSync(join(folder, `${name}.gen.ts`), coreLoaders(name, area))
  for (const language of area.keys()) {
    writeFileSync(join(folder, language, `${name}.gen.ts`), coreModule(name, area, language))
  }
}
