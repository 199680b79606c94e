import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endWithUs } from '../../../test/support/end-with-us.ts'

export const here = join(import.meta.dirname, '..')
export const root = join(here, '../..')

export interface Place {
  /** The side's own folder. */
  folder: string
  /** Ports of the sink, one for each endpoint. */
  sink: number[]
}

/** One of the systems compared, with everything it needs; started on an empty folder. */
export interface Side {
  name: string
  /** Records due retries while the API does not run. */
  fill(count: number): Promise<void>
  /** Starts the API and the delivery. */
  start(): Promise<Api>
  /** Number of recorded attempts that were answered with 2xx. */
  recorded(): Promise<number>
  /** Processes whose memory counts: the API, and the queue's store if it is separate. */
  processes(): number[]
  /** Ends all processes. */
  stop(): Promise<void>
}

export interface Api {
  port: number
  headers: Record<string, string>
  /** One for each endpoint, to which its items are delivered. */
  postflowIds: string[]
}

export const begin = (program: string, args: string[], options: SpawnOptions = {}): ChildProcess =>
  endWithUs(spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options }))

/** Resolves with the first match in the process's output. */
export const outputMatching = (
  child: ChildProcess,
  pattern: RegExp,
  stream = child.stdout!,
): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let text = ''
    const look = (chunk: Buffer) => {
      text += chunk
      const found = pattern.exec(text)
      if (!found) return
      stream.off('data', look)
      stream.resume()
      resolve(found)
    }
    stream.on('data', look)
    child.once('exit', () => reject(new Error(`It ended: ${text}`)))
    child.once('error', reject)
  })

export const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGTERM') => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export const runNode = (script: string, args: string[], env: Record<string, string> = {}): void => {
  execFileSync(process.execPath, [join(here, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
