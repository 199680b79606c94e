import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from './end-with-us.ts'
import { freePort } from './free-port.ts'

/** Programs that `startSftp` needs to run Debian's sshd and sftp-server for this user. */
export const sftpTools = ['/usr/sbin/sshd', 'ssh-keygen']

export interface RunningSftp {
  port: number
  /** The folder that the printer takes packages from. */
  root: string
  user: string
  /** The private key that the server accepts. */
  key: string
  /** The server's own key, as `ssh-keyscan` prints it. */
  hostKey: string
  end(): Promise<void>
}

export const startSftp = async (options: { port?: number; folder?: string } = {}): Promise<RunningSftp> => {
  // Only this user may enter the folder, which contains private keys.
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'lettershop-sshd-'))
  chmodSync(folder, 0o700)
  const root = join(folder, 'in')
  mkdirSync(root, { recursive: true })
  for (const name of ['host', 'client']) {
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  }
  // Debian creates this folder when it starts the service, which the tests do not.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  const port = options.port ?? (await freePort())
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `PidFile ${join(folder, 'pid')}`,
    `AuthorizedKeysFile ${join(folder, 'client.pub')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin prohibit-password',
    'MaxStartups 100',
    'Subsystem sftp /usr/lib/openssh/sftp-server',
  ]
  writeFileSync(join(folder, 'config'), `${config.join('\n')}\n`)
  const child = endWithUs(
    spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  )
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await answering(port, () => (child.exitCode === null ? undefined : `sshd ended: ${output}`))
  return {
    port,
    root,
    // Not from `os.userInfo()`, because Bun reads the name from the environment, where a CI job may lack it.
    user: spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim(),
    key: readFileSync(join(folder, 'client'), 'utf8'),
    hostKey: readFileSync(join(folder, 'host.pub'), 'utf8'),
    async end() {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Resolves when something listens on the port. Rejects with the text that `ended` returns, if any. */
export const answering = async (port: number, ended: () => string | undefined): Promise<void> => {
  for (;;) {
    const failed = ended()
    if (failed !== undefined) throw new Error(failed)
    const socket = connect(port, '127.0.0.1')
    const answer = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      once(socket, 'close').then(() => false),
    ])
    socket.destroy()
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
