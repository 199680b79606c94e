/**
 * Makes dist/library from nothing: the library with its declarations, the program as bin/lettershop.js, and
 * everything that they read. The executable is made by another script, and lies outside.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const library = join(root, 'dist/library')

rmSync(library, { recursive: true, force: true })
// Through this very Node: the one that a shebang finds may be too old.
execFileSync(process.execPath, [join(root, 'node_modules/tsup/dist/cli-default.js'), '--silent'], {
  cwd: root,
  stdio: 'inherit',
})
cpSync(join(root, 'src/adapters/pdf/profiles'), join(library, 'profiles'), { recursive: true })
cpSync(join(root, 'src/server/docs/rapidoc'), join(library, 'rapidoc'), { recursive: true })
chmodSync(join(library, 'bin/lettershop.js'), 0o755)
