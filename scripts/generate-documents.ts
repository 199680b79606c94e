/** Writes docs/limits.md and docs/decisions/README.md. `test/documents.test.ts` compares. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionsIndex } from './decisions/index-document.ts'
import { limitsDocument } from './limits/document.ts'

const docs = join(import.meta.dirname, '../docs')
writeFileSync(join(docs, 'limits.md'), limitsDocument())
writeFileSync(join(docs, 'decisions/README.md'), decisionsIndex())
