/**
 * Builds the self-contained executable and reports the parts of its size:
 * `node scripts/build-executable.ts [--target bun-linux-x64] [--outfile dist/lettershop]`.
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
import { migrationFiles } from '../src/adapters/sql/migrations.ts'
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
// Bun writes source maps next to the executable, which contains them anyway; they stay in a scratch folder.
// The executable is renamed out of it, so that a running one can be replaced.
const scratch = mkdtempSync(join(folder, '.executable-'))

/** Compiles the entries into the scratch folder. Returns the executable's path, with the target's ending. */
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

writeFileSync(
  join(root, 'dist/migrations.json'),
  JSON.stringify({ sqlite: migrationFiles('sqlite'), postgres: migrationFiles('postgres') }),
)

try {
  const metafile = join(scratch, 'metafile.json')
  const made = compile(
    'program',
    ['lettershop.ts', 'worker.ts', 'scan-worker.ts'].map((name) => join(root, 'bin/executable', name)),
    [
      '--minify',
      '--bytecode',
      '--format=esm',
      // Without splitting, every start would load the Node modules of all commands, which takes 15 ms.
      '--splitting',
      '--chunk-naming=[name]-[hash].[ext]',
      '--sourcemap',
      // Larger than `headLimitBytes` of src/server/limits.ts, so that the server refuses a large head with a
      // problem before Bun does with a bare status. A program cannot set it at run time.
      '--compile-exec-argv=--max-http-header-size=1048576',
      // A `.env` or `bunfig.toml` in the working directory belongs to another project and must not be read.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      // Files keep their names without folders: nested paths of worker entries do not work, and harfbuzzjs finds its
      // wasm by name.
      '--asset-naming=[name].[ext]',
      '--entry-naming=[name].[ext]',
      `--metafile=${metafile}`,
    ],
  )
  // An empty program has the size of Bun's runtime for this target.
  const empty = join(scratch, 'empty.ts')
  writeFileSync(empty, '')
  const runtime = statSync(compile('empty', [empty])).size
  const place = join(folder, basename(made))
  renameSync(made, place)
  // The licences require their notices next to the executable, which also prints them.
  copyFileSync(join(root, 'THIRD-PARTY-NOTICES'), join(folder, 'THIRD-PARTY-NOTICES'))
  const { size } = statSync(place)
  console.log(`${place}  ${(size / 1024 / 1024).toFixed(0)} MiB  ${values.target}`)
  const built = JSON.parse(readFileSync(metafile, 'utf8')) as Metafile
  const sizeOf = (path: string) => statSync(join(root, path)).size
  console.log(sizeReport(size, runtime, built, sizeOf).join('\n'))
} finally {
  rmSync(scratch, { recursive: true })
}
