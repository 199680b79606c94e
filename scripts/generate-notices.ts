/**
 * Writes THIRD-PARTY-NOTICES. Run it after a change of dependencies or of other works that are distributed
 * with the program.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesOf, partsOf } from './third-party/notices.ts'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'THIRD-PARTY-NOTICES'), noticesOf(partsOf(root)))
