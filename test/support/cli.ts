import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { endWithUs } from './end-with-us.ts'

const root = join(import.meta.dirname, '../..')
const entry = join(root, 'bin/lettershop.ts')
/**
 * Makes hundreds of processes share one compile cache: compiling the sources takes half the time of a
 * command.
 */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/lettershop-tests') }

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Returns the program under test: this Node on the sources, or the executable named in
 * LETTERSHOP_TEST_PROGRAM.
 */
const program = (): [string, string[]] => {
  const other = process.env.LETTERSHOP_TEST_PROGRAM
  return other ? [other, []] : [process.execPath, [entry]]
}

const start = (args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess => {
  const [file, before] = program()
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('LETTERSHOP_')),
  )
  return endWithUs(
    spawn(file, [...before, ...args], {
      env: { ...clean, ...compiled, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/** Runs a command and resolves when it ends, whatever its exit code. */
export const lettershop = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  ended(start(args, env))

/** Starts a command. `ended` resolves with its signal, or with its exit code and error output. */
export const startCommand = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = start(args, env)
  return {
    child,
    ended: ended(child).then(({ code, stderr }) => child.signalCode ?? `${code}: ${stderr}`),
  }
}

/**
 * Runs a command with `--json` and returns the value that it prints. Throws unless the command exits with 0.
 */
// biome-ignore lint/suspicious/noExplicitAny: tests access any result
export const lettershopJson = async (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<any> => {
  const { code, stdout, stderr } = await lettershop([...args, '--json'], env)
  if (code !== 0) throw new Error(`lettershop ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Creates an API key with all scopes of its mode. */
export const newKey = async (
  organisationId: string,
  mode: string,
  flags: readonly string[] = [],
  env?: NodeJS.ProcessEnv,
): Promise<string> => {
  const args = ['key', 'create', '--org', organisationId, '--mode', mode, '--scopes', 'all', ...flags]
  return (await lettershopJson(args, env)).key
}

const ended = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout!.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr!.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })

export interface ServerProcess {
  url: string
  port: number
  /** The link that creates the first user; null if a user exists. */
  setupUrl: string | null
  child: ChildProcess
  /** Sends a signal (by default SIGTERM) and waits until the process has ended. */
  end(signal?: NodeJS.Signals): Promise<Ended>
}

/** Starts a server and waits until it listens. Rejects with its error output if it ends before that. */
export const startServerProcess = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  port = 0,
): Promise<ServerProcess> => {
  const child = start(['serve', '--port', String(port), ...args, '--json'], env)
  const end = ended(child)
  const line = await Promise.race([
    new Promise<string>((resolve) => {
      child.stdout!.once('data', (chunk) => resolve(String(chunk)))
    }),
    end.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ])
  const listening = JSON.parse(line) as Pick<ServerProcess, 'url' | 'port' | 'setupUrl'>
  return {
    ...listening,
    child,
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return end
    },
  }
}
