import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { startInstance } from '../support/instance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const killed = join(folder, 'killed')

beforeAll(async () => {
  const shop = await startInstance(killed)
  await shop.post('live', 'answered')
  await shop.server.end('SIGKILL')
})

/** Copies the folder of a killed server, whose answered writes are only in the write-ahead log. */
const copyOf = (name: string): string => {
  const data = join(folder, name)
  cpSync(killed, data, { recursive: true })
  // `cp -r` would keep the folder's permissions, but `cpSync` does not.
  chmodSync(data, 0o700)
  return data
}
const inFolder = (data: string, name: string) => join(data, name)
const commands = [
  ['serve', '--port', '0'],
  ['org', 'list'],
  ['org', 'create', '--name', 'Another'],
]

describe('a database missing from a folder that had one', () => {
  test.each<[string, (data: string) => void, RegExp]>([
    [
      'removed, with its log remaining',
      (data) => rmSync(inFolder(data, 'lettershop.db')),
      /is missing.*Restore a backup/,
    ],
    ['emptied', (data) => truncateSync(inFolder(data, 'lettershop.db')), /is empty.*Restore a backup/],
    [
      'removed with its log',
      (data) => {
        for (const end of ['', '-wal', '-shm']) rmSync(inFolder(data, `lettershop.db${end}`), { force: true })
      },
      /is missing.*Restore a backup/,
    ],
    [
      'one without tables',
      (data) => {
        for (const end of ['', '-wal', '-shm']) rmSync(inFolder(data, `lettershop.db${end}`), { force: true })
        const blank = new Database(inFolder(data, 'lettershop.db'))
        blank.pragma('journal_mode = wal')
        blank.close()
      },
      /has lost its tables.*Restore a backup/,
    ],
  ])('is refused, not created again: %s', async (what, lose, message) => {
    const data = copyOf(what.replaceAll(/\W+/g, '-'))
    lose(data)
    const logOf = () =>
      readdirSync(data).includes('lettershop.db-wal') && readFileSync(`${data}/lettershop.db-wal`)
    const log = logOf()
    const doctor = await lettershop(['doctor', '--data', data])
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(/^WRONG +(database|schema) +/m)])
    for (const command of commands) {
      const { code, stderr } = await lettershop([...command, '--data', data])
      expect([code, stderr]).toEqual([10, expect.stringMatching(message)])
    }
    // The write-ahead log is kept for manual recovery.
    if (log) expect(logOf()).toEqual(log)
  })
})

test('a first start that was killed before it had a database can be repeated', async () => {
  const data = join(folder, 'first')
  mkdirSync(data, { mode: 0o700 })
  cpSync(join(killed, 'instance.key'), join(data, 'instance.key'))
  for (const name of ['lock.db', 'lettershop.db']) writeFileSync(join(data, name), '')
  const { code, stderr } = await lettershop(['org', 'list', '--data', data])
  expect([code, stderr]).toEqual([10, expect.stringContaining('no instance')])
  const server = await startServerProcess(['--data', data])
  expect(await lettershopJson(['org', 'list', '--data', data])).toEqual([])
  await server.end()
  expect(readdirSync(data)).toContain('printer')
})

test('commands that inspect an empty folder leave it empty', async () => {
  const data = join(folder, 'empty')
  mkdirSync(data, { mode: 0o700 })
  const { code, stderr } = await lettershop(['org', 'list', '--data', data])
  expect([code, stderr]).toEqual([10, expect.stringContaining('no instance')])
  expect((await lettershop(['doctor', '--data', data])).code).toBe(0)
  expect(readdirSync(data)).toEqual([])
})

test('another instance key is refused; with the original one the instance opens', async () => {
  const data = copyOf('other-key')
  const own = readFileSync(join(data, 'instance.key'))
  writeFileSync(join(data, 'instance.key'), new Uint8Array(32).fill(7))
  for (const command of commands) {
    const { code, stderr } = await lettershop([...command, '--data', data])
    expect([code, stderr]).toEqual([15, expect.stringContaining('was created with another instance.key')])
  }
  const doctor = await lettershop(['doctor', '--data', data])
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringMatching(/^WRONG +instance key +.*is not the key that the database was created with/m),
  ])
  writeFileSync(join(data, 'instance.key'), own)
  const [{ name }] = await lettershopJson(['org', 'list', '--data', data])
  expect(name).toBe('Bakery')
})

test('with a database removed under a running server, no write that would be lost is answered, and the server reports it', async () => {
  const data = join(folder, 'removed')
  const shop = await startInstance(data)
  const { body: item } = await shop.post('live', 'before')
  renameSync(join(data, 'lettershop.db'), join(folder, 'moved.db'))
  const refused = await shop.post('live', 'behind')
  expect([refused.status, refused.body.code]).toEqual([503, 'storage_unavailable'])
  expect((await shop.send('live', 'GET', `/v1/items/${item.id}`)).status).toBe(200)
  const ready = await request(`${shop.server.url}/readyz`)
  expect([ready.status, ready.body.detail]).toEqual([
    503,
    'lettershop.db was removed while the server was running.',
  ])
  const backup = await lettershop(['backup', '--to', join(folder, 'none'), '--data', data])
  expect([backup.code, backup.stderr]).toEqual([1, expect.stringContaining('was removed')])
  expect(existsSync(join(data, 'lettershop.db'))).toBe(false)
  renameSync(join(folder, 'moved.db'), join(data, 'lettershop.db'))
  expect((await shop.post('live', 'put back')).status).toBe(201)
  await shop.server.end()
})

test('doctor reports missing signing key and blobs; a start warns that it signs with a new key', async () => {
  const data = copyOf('without-files')
  rmSync(join(data, 'signing.key'))
  rmSync(join(data, 'blobs'), { recursive: true })
  const doctor = await lettershop(['doctor', '--data', data])
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringMatching(/^WRONG +signing key +.*is missing(.|\n)*^WRONG +blobs +.*is missing/m),
  ])
  const server = await startServerProcess(['--data', data])
  expect((await server.end()).stderr).toContain('signing.key is missing')
})
