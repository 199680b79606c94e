/**
 * Measures the portal against its budgets: the size of a first visit, the speed of a list of ten thousand
 * items, the Desk and the editor, and the cost of two hundred open pages for the creation of items. With the
 * executable, in Chromium.
 *
 *   node bench/portal.ts [--only size,list,desk,editor,streams,postgres] [--rounds 5]
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'size,list,desk,editor,streams,postgres' },
    rounds: { type: 'string', default: '5' },
  },
})
const executable = join(import.meta.dirname, '..', 'dist', 'lettershop')
if (!existsSync(executable)) throw new Error('Build it first: npm run build:exe')
process.env.LETTERSHOP_TEST_PROGRAM = executable

const chosen = values.only.split(',')
const rounds = Number(values.rounds)
const { measurePages } = await import('./portal/pages.ts')
const { measureStreams } = await import('./portal/streams.ts')
if (chosen.some((part) => ['size', 'list', 'desk', 'editor'].includes(part))) await measurePages(chosen)
if (chosen.includes('streams')) await measureStreams('SQLite', rounds)
if (chosen.includes('postgres')) await measureStreams('PostgreSQL', rounds)
