/** Runs the executable as a server and measures the turns of its event loop. */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithUs } from '../support/end-with-us.ts'

export interface Server {
  port: number
  /** Runs a command of the executable on the same data and returns its JSON output. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any command
  command(...args: string[]): any
  /** Runs the callback and returns the longest turn during it, in ms of processor time. */
  longestTurn(body: () => Promise<unknown>): Promise<number>
  stop(): Promise<void>
}

/** The monitor's timer fires every millisecond: after this time the last turns are in its file. */
const settleMs = 12

export const startServer = async (program: string, scratch: string): Promise<Server> => {
  const data = join(scratch, 'data')
  const log = join(scratch, 'turns')
  const child = endWithUs(
    spawn(program, ['serve', '--data', data, '--port', '0', '--allow-insecure-webhooks'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        STALLS_LOG: log,
        BUN_OPTIONS: `--preload ${join(import.meta.dirname, 'loop-monitor.ts')}`,
      },
    }),
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)
      if (found) resolve(Number(found[1]))
    })
    void ended.then(() => reject(new Error(`The server exited: ${printed}`)))
  })
  return {
    port,
    command: (...args) =>
      JSON.parse(execFileSync(program, [...args, '--data', data, '--json'], { encoding: 'utf8' })),
    async longestTurn(body) {
      await sleep(settleMs)
      const from = statSync(log).size
      await body()
      await sleep(settleMs)
      const lines = readFileSync(log, 'utf8').slice(from).split('\n')
      return Math.max(...lines.map(Number)) / 1000
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
