import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

const shortOf = (revision: string): string => git('rev-parse', '--short=8', `${revision}^{commit}`)

/** Returns the short revision of this checkout, with a note if files other than the reports were changed. */
export const thisRevision = (): string => {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/performance.md', ':!docs/performance.json')
  return changed === '' ? shortOf('HEAD') : `${shortOf('HEAD')} with changes`
}

/**
 * Returns the executable of an earlier revision. Builds it in a separate worktree with that revision's
 * lockfile, unless an earlier run left it in the folder for temporary files.
 */
export const oldExecutable = (revision: string): { revision: string; path: string } => {
  const short = shortOf(revision)
  const kept = join(tmpdir(), `lettershop-old-builds-${process.getuid?.() ?? 0}`, short)
  const path = join(kept, 'lettershop')
  if (existsSync(path)) return { revision: short, path }
  const scratch = mkdtempSync(join(tmpdir(), 'lettershop-worktree-'))
  const tree = join(scratch, short)
  git('worktree', 'add', '--detach', tree, short)
  try {
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: tree, stdio: ['ignore', 2, 2] })
    npm('ci', '--prefer-offline', '--no-audit', '--no-fund')
    npm('run', '--silent', 'build:exe')
    mkdirSync(kept, { recursive: true, mode: 0o700 })
    cpSync(join(tree, 'dist'), kept, { recursive: true })
  } finally {
    git('worktree', 'remove', '--force', tree)
    rmSync(scratch, { recursive: true, force: true })
  }
  return { revision: short, path }
}
