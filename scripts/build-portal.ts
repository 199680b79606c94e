/**
 * Builds the portal with Vite and packs it into one file, which `src/server/portal/pack.ts` reads:
 * `node scripts/build-portal.ts [--outfile dist/portal.pack] [--if-missing]`. `--if-missing` keeps an existing
 * pack.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { packFile } from '../src/server/portal/pack.ts'
import { packOf } from './portal-pack.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    outfile: { type: 'string', default: join(root, 'dist', packFile) },
    'if-missing': { type: 'boolean' },
  },
})
if (values['if-missing'] && existsSync(values.outfile)) process.exit()

const { build } = await import('vite')
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-portal-'))
try {
  await build({
    root: join(root, 'portal'),
    logLevel: 'warn',
    build: { outDir: scratch, emptyOutDir: true },
  })
  const pack = packOf(scratch)
  mkdirSync(dirname(values.outfile), { recursive: true })
  // Renamed into place, so that a server never reads half a pack.
  writeFileSync(`${values.outfile}.new`, pack)
  renameSync(`${values.outfile}.new`, values.outfile)
  // On standard error, because commands that build the portal first may print JSON.
  console.error(`${values.outfile}  ${(pack.length / 1024).toFixed(0)} KiB`)
} finally {
  rmSync(scratch, { recursive: true })
}
