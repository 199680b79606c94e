/** Makes dist/: the library with its declarations and dist/bin/lettershop.js, with everything that they read. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

mkdirSync(dist, { recursive: true })
// The executable lies here too, and is made by another script.
for (const name of readdirSync(dist)) {
  if (name !== 'lettershop') rmSync(join(dist, name), { recursive: true })
}
// Through this very Node: the one that a shebang finds may be too old.
execFileSync(process.execPath, [join(root, 'node_modules/tsup/dist/cli-default.js'), '--silent'], {
  cwd: root,
  stdio: 'inherit',
})
cpSync(join(root, 'src/adapters/pdf/profiles'), join(dist, 'profiles'), { recursive: true })
cpSync(join(root, 'src/server/docs/rapidoc'), join(dist, 'rapidoc'), { recursive: true })
chmodSync(join(dist, 'bin/lettershop.js'), 0o755)
