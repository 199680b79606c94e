/**
 * Builds dist/library from scratch: the library with its declarations, the program as bin/lettershop.js, and the
 * files that they read, such as the portal (`build-portal.ts`). `build-executable.ts` builds the executable.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const library = join(root, 'dist/library')

rmSync(library, { recursive: true, force: true })
// Uses the Node that runs this script: the one of a shebang may be too old.
execFileSync(process.execPath, [join(root, 'node_modules/tsup/dist/cli-default.js'), '--silent'], {
  cwd: root,
  stdio: 'inherit',
})
cpSync(join(root, 'src/adapters/pdf/profiles'), join(library, 'profiles'), { recursive: true })
cpSync(join(root, 'dist/portal.pack'), join(library, 'portal.pack'))
cpSync(join(root, 'src/server/docs/rapidoc'), join(library, 'rapidoc'), { recursive: true })
chmodSync(join(library, 'bin/lettershop.js'), 0o755)
