import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { apiDocumentFile } from '../../scripts/api-document.ts'
import { endWithUs } from './end-with-us.ts'
import { freePort } from './free-port.ts'

/** Time that Prism may take to read the document. */
const patienceMs = 600_000

/**
 * Runs Stoplight's Prism between clients and a server (at the URL `upstream`): a second opinion on whether
 * document and behaviour agree. Accepts further options of `prism proxy`. It ends with this process at the
 * latest.
 */
export const startPrism = async (
  upstream: string,
  ...options: string[]
): Promise<{ port: number; stop(): void }> => {
  // Started directly and as one process, because a wrapper or further processes would leave a child behind.
  const program = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
  const document = await apiDocumentFile()
  const port = await freePort()
  const prism = endWithUs(
    spawn(
      process.execPath,
      [program, 'proxy', document, upstream, '--port', `${port}`, '--multiprocess=false', ...options],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    ),
  )
  const stop = () => void prism.kill('SIGKILL')
  const until = Date.now() + patienceMs
  while (!(await listens(port))) {
    if (prism.exitCode !== null) throw new Error(`Prism ended with ${prism.exitCode}.`)
    if (Date.now() > until) throw new Error('Prism does not answer.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { port, stop }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const tell = (does: boolean) => () => {
      socket.destroy()
      resolve(does)
    }
    socket.once('connect', tell(true)).once('error', tell(false))
  })
