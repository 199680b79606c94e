/**
 * Builds the executable: `node scripts/build-executable.ts [--target bun-linux-x64] [--outfile
 * dist/lettershop]`. Everything that it needs is inside.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const hostTarget = `bun-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: hostTarget },
    outfile: { type: 'string', default: join(root, 'dist', 'lettershop') },
  },
})

const folder = dirname(values.outfile)
mkdirSync(folder, { recursive: true })
// Bun lays a source map of every part beside the executable, which holds them itself: they stay in a folder of their own. What is
// made moves out by renaming, so that an executable that runs can be replaced.
const scratch = mkdtempSync(join(folder, '.executable-'))
try {
  execFileSync(
    join(root, 'node_modules/.bin/bun'),
    [
      'build',
      '--compile',
      '--minify',
      '--bytecode',
      '--format=esm',
      // Without it every Node built-in that any command uses is loaded at every start, which takes 15 ms.
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
      `--outfile=${join(scratch, basename(values.outfile))}`,
      join(root, 'bin/executable/lettershop.ts'),
      join(root, 'bin/executable/worker.ts'),
      join(root, 'bin/executable/scan-worker.ts'),
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const made = readdirSync(scratch).find((name) => !name.endsWith('.map'))!
  const place = join(folder, made)
  renameSync(join(scratch, made), place)
  // Whoever gets the executable gets them along; it prints them too.
  copyFileSync(join(root, 'THIRD-PARTY-NOTICES'), join(folder, 'THIRD-PARTY-NOTICES'))
  console.log(`${place}  ${(statSync(place).size / 1024 / 1024).toFixed(0)} MiB  ${values.target}`)
} finally {
  rmSync(scratch, { recursive: true })
}
