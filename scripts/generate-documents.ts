/** Writes docs/limits.md and docs/scopes.md. Tests fail if they are out of date. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../src/core/app/operations.ts'
import { apiDocument } from './api-document.ts'
import { limitsDocument } from './limits/document.ts'
import { scopesDocument } from './scopes/document.ts'

const docs = join(import.meta.dirname, '../docs')
writeFileSync(join(docs, 'limits.md'), limitsDocument())
writeFileSync(join(docs, 'scopes.md'), scopesDocument(operations, await apiDocument()))
