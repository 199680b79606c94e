/** Writes the types of all areas for `svelte-check`: `node words/generate-types.ts`. Fails like the build. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogues } from './catalogues.ts'
import { declarations } from './emit.ts'

const { areas, faults } = readCatalogues(join(import.meta.dirname, '../messages'))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
writeFileSync(join(import.meta.dirname, '../src/messages/areas.gen.d.ts'), declarations(areas))
