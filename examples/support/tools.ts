import { execFileSync } from 'node:child_process'

interface RunOptions {
  cwd?: string
  /** An exit status that is a result, not a failure. */
  accept?: number
}

/** Runs a program without a shell and returns its output; throws with its error output. */
export const run = (program: string, args: readonly string[], { cwd, accept }: RunOptions = {}): string => {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 512 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const { code, status, stdout, stderr } = error as {
      code?: string
      status?: number
      stdout?: string
      stderr?: string
    }
    if (accept !== undefined && status === accept) return stdout ?? ''
    if (code === 'ENOENT')
      throw new Error(`${program} is not installed (Debian: qpdf poppler-utils ghostscript zbar-tools).`)
    throw new Error(`${program} ${args.join(' ')} failed: ${stderr || (error as Error).message}`)
  }
}

/** Collects problems instead of stopping at the first, so that one run reports all of them. */
export class Findings {
  readonly list: string[] = []

  check(holds: boolean, message: string): void {
    if (!holds) this.list.push(message)
  }

  /** Throws if there are problems, with the first twenty. */
  assertNone(title: string): void {
    if (this.list.length === 0) return
    const more = this.list.length > 20 ? `\n  … and ${this.list.length - 20} more` : ''
    throw new Error(`${title}: ${this.list.length} findings\n  ${this.list.slice(0, 20).join('\n  ')}${more}`)
  }
}
