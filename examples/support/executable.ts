import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { endWithUs } from '../../test/support/end-with-us.ts'
import { type Api, Refusal } from './api.ts'

/** The path of the executable, made absolute. Ends the process with a line that says what to run where it was not built. */
export const builtExecutable = (path: string): string => {
  const program = resolve(path)
  if (existsSync(program)) return program
  console.error(`There is no executable at ${program}. Build it first: npm run build:exe`)
  process.exit(2)
}

/** The executable on a folder of its own: started, stopped and killed, and asked by command line and HTTP. */
export class Executable {
  readonly program: string
  readonly data: string
  #child: ChildProcess | undefined
  #port = 0
  readonly #more: { flags?: string[]; env?: Record<string, string> }
  key = ''

  /** With further flags of `serve`, and variables in its environment. */
  constructor(program: string, data: string, more: { flags?: string[]; env?: Record<string, string> } = {}) {
    this.program = program
    this.data = data
    this.#more = more
  }

  /** Where it listens once it was started. */
  get port(): number {
    return this.#port
  }

  async start(): Promise<void> {
    const child = endWithUs(
      spawn(
        this.program,
        [
          ...['serve', '--data', this.data, '--port', String(this.#port), '--allow-insecure-webhooks'],
          // Printed in codes; live mail is held while this address is not public.
          ...['--base-url', 'http://mail.example'],
          ...(this.#more.flags ?? []),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...this.#more.env } },
      ),
    )
    this.#child = child
    const text = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child.stdout!.on('data', (chunk) => {
        printed += chunk
        if (/http:\/\/127\.0\.0\.1:\d+/.test(printed)) resolve(printed)
      })
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${printed}`)))
    })
    // The server keeps its port after a restart, like a service.
    this.#port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(text)![1])
  }

  /** SIGTERM drains; SIGKILL simulates a power failure. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#child = undefined
    child.removeAllListeners('exit')
    // It may have exited already.
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  cli<T>(...args: string[]): T {
    return JSON.parse(
      execFileSync(this.program, [...args, '--data', this.data, '--json'], {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        // Its message is part of the thrown error.
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    ) as T
  }

  /** Does not block this process, which may itself be a server that must answer. */
  async ask<T>(...args: string[]): Promise<T> {
    const options = { maxBuffer: 64 * 1024 * 1024 }
    const { stdout } = await promisify(execFile)(
      this.program,
      [...args, '--data', this.data, '--json'],
      options,
    )
    return JSON.parse(stdout) as T
  }

  readonly api: Api = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    // After a long busy period, let the client notice idle connections that the server has closed.
    await new Promise((seen) => setTimeout(seen, 1))
    const bytes = body instanceof Uint8Array
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.key}`,
        ...(body === undefined || bytes ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Refusal(`${method} ${path}`, response.status, text)
    const json = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
    return (json ? JSON.parse(text) : text || undefined) as T
  }
}
