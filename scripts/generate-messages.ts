/**
 * Compiles the messages of the core, `src/core/messages/LANGUAGE/AREA.json`, to modules next to them:
 * `node scripts/generate-messages.ts`. Fails if a language lacks a message.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messagesIn, readCatalogues } from '../portal/words/catalogues.ts'
import { coreLoaders, coreModule } from '../portal/words/emit.ts'

const folder = join(import.meta.dirname, '../src/core/messages')
const { areas, faults } = readCatalogues(folder)
/** Callers format values: invoices and pages have notations of their own. */
const formatted = [...areas].flatMap(([name, area]) =>
  [...area].flatMap(([language, group]) =>
    messagesIn(group).flatMap(([key, { template }]) =>
      /\$\{f\./.test(template) ? [`${language}/${name}.json: ${key}: Values here are texts.`] : [],
    ),
  ),
)
for (const fault of [...faults, ...formatted]) console.error(fault)
if (faults.length + formatted.length > 0) process.exit(1)
for (const [name, area] of areas) {
  writeFileSync(join(folder, `${name}.gen.ts`), coreLoaders(name, area))
  for (const language of area.keys()) {
    writeFileSync(join(folder, language, `${name}.gen.ts`), coreModule(name, area, language))
  }
}
