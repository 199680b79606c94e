import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Answered } from './client.ts'

const root = join(import.meta.dirname, '../..')

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Stoplight's Prism between the client and the server: a second opinion on whether document and behaviour agree. */
export const startPrism = async (upstream: number): Promise<{ port: number; stop(): void }> => {
  const port = await freePort()
  const program = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
  const prism: ChildProcess = spawn(
    process.execPath,
    [
      program,
      'proxy',
      join(root, 'docs/openapi.json'),
      `http://127.0.0.1:${upstream}`,
      '--port',
      String(port),
    ],
    // In a group of its own: Prism starts a child that would outlive it.
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  const stop = () => {
    process.off('exit', stop)
    if (prism.exitCode === null) process.kill(-prism.pid!, 'SIGKILL')
  }
  process.once('exit', stop)
  await new Promise<void>((resolve, reject) => {
    prism.stdout!.on('data', (chunk) => /listening/i.test(String(chunk)) && resolve())
    prism.once('exit', (code) => reject(new Error(`Prism ended with ${code}`)))
  })
  return { port, stop }
}

interface Violation {
  location: string[]
  severity: string
  message: string
}

/** How often Prism found anything to say, of refused requests too: never would mean that it does not look. */
export const prismSpoke = { times: 0 }

/** Where an answer is not as the document says, or where what the document forbids was done all the same. */
export const violationsOf = ({ status, headers }: Answered): string | undefined => {
  const told = headers['sl-violations']
  if (typeof told !== 'string') return undefined
  prismSpoke.times++
  const violations = (JSON.parse(told) as Violation[]).filter(
    ({ location, severity }) => severity === 'Error' && (location[0] === 'response' || status < 300),
  )
  if (violations.length === 0) return undefined
  return violations.map(({ location, message }) => `${location.join('.')}: ${message}`).join('; ')
}
