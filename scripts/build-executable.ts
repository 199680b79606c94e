/**
 * Makes the one executable: `node scripts/build-executable.ts [--target bun-linux-x64] [--outfile dist/lettershop]`.
 * Everything it needs is inside (FACTS "The executable").
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const hostTarget = `bun-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: hostTarget },
    outfile: { type: 'string', default: join(root, 'dist', 'lettershop') },
  },
})

mkdirSync(dirname(values.outfile), { recursive: true })
execFileSync(
  join(root, 'node_modules/.bin/bun'),
  [
    'build',
    '--compile',
    '--minify',
    '--bytecode',
    '--format=esm',
    // Without it every Node built-in that any command uses is loaded at every start: 15 ms.
    '--splitting',
    '--chunk-naming=[name]-[hash].[ext]',
    '--sourcemap',
    // More than `headLimitBytes` of src/server/limits.ts, so that the server refuses with a problem what Bun would answer
    // with a bare status. A program cannot set it itself.
    '--compile-exec-argv=--max-http-header-size=1048576',
    `--target=${values.target}`,
    // A `.env` or `bunfig.toml` in the folder where it is started is none of its business.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // Names are kept at the root: nested paths of worker entries do not work, and harfbuzzjs finds its wasm by name.
    '--asset-naming=[name].[ext]',
    '--entry-naming=[name].[ext]',
    `--outfile=${values.outfile}`,
    join(root, 'bin/executable/lettershop.ts'),
    join(root, 'bin/executable/worker.ts'),
    join(root, 'bin/executable/scan-worker.ts'),
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
)
console.log(
  `${values.outfile}  ${(statSync(values.outfile).size / 1024 / 1024).toFixed(0)} MiB  ${values.target}`,
)
