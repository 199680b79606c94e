/**
 * Builds the executable: `node scripts/build-executable.ts [--target bun-linux-x64] [--outfile
 * dist/lettershop]`. Everything that it needs is inside.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Metafile, sizeReport } from './executable-size.ts'

const root = join(import.meta.dirname, '..')
const hostTarget = `bun-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: hostTarget },
    outfile: { type: 'string', default: join(root, 'dist', 'lettershop') },
  },
})

const bun = join(root, 'node_modules/.bin/bun')
const folder = dirname(values.outfile)
mkdirSync(folder, { recursive: true })
// Bun lays a source map of every part beside the executable, which holds them itself: they stay in a folder
// of their own. What is made moves out by renaming, so that an executable that runs can be replaced.
const scratch = mkdtempSync(join(folder, '.executable-'))

/** An executable of these entries in the scratch folder, under whatever name the target wants. */
const compile = (name: string, entries: readonly string[], flags: readonly string[] = []): string => {
  const into = join(scratch, name)
  mkdirSync(into)
  const outfile = `--outfile=${join(into, basename(values.outfile))}`
  execFileSync(bun, ['build', '--compile', `--target=${values.target}`, ...flags, outfile, ...entries], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return join(into, readdirSync(into).find((file) => !file.endsWith('.map'))!)
}

try {
  const metafile = join(scratch, 'metafile.json')
  const made = compile(
    'program',
    ['lettershop.ts', 'worker.ts', 'scan-worker.ts'].map((name) => join(root, 'bin/executable', name)),
    [
      '--minify',
      '--bytecode',
      '--format=esm',
      // Without it every Node built-in that any command uses is loaded at every start, which takes 15 ms.
      '--splitting',
      '--chunk-naming=[name]-[hash].[ext]',
      '--sourcemap',
      // More than `headLimitBytes` of src/server/limits.ts, so that the server refuses with a problem what
      // Bun would answer with a bare status. A program cannot set it itself.
      '--compile-exec-argv=--max-http-header-size=1048576',
      // A `.env` or `bunfig.toml` in the folder where it is started is none of its business.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      // Names are kept at the root: nested paths of worker entries do not work, and harfbuzzjs finds its wasm
      // by name.
      '--asset-naming=[name].[ext]',
      '--entry-naming=[name].[ext]',
      `--metafile=${metafile}`,
    ],
  )
  // What Bun takes for any target is what a program that does nothing takes.
  const nothing = join(scratch, 'nothing.ts')
  writeFileSync(nothing, '')
  const runtime = statSync(compile('nothing', [nothing])).size
  const place = join(folder, basename(made))
  renameSync(made, place)
  // Whoever gets the executable gets them along; it prints them too.
  copyFileSync(join(root, 'THIRD-PARTY-NOTICES'), join(folder, 'THIRD-PARTY-NOTICES'))
  const { size } = statSync(place)
  console.log(`${place}  ${(size / 1024 / 1024).toFixed(0)} MiB  ${values.target}`)
  const built = JSON.parse(readFileSync(metafile, 'utf8')) as Metafile
  const sizeOf = (path: string) => statSync(join(root, path)).size
  console.log(sizeReport(size, runtime, built, sizeOf).join('\n'))
} finally {
  rmSync(scratch, { recursive: true })
}
