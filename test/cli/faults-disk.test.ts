import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { endWithUs } from '../support/end-with-us.ts'
import { request } from '../support/http.ts'
import { eventually, type Instance, instanceOn, startInstance } from '../support/instance.ts'
import { canFail, canMount, failingDisk, smallDisk } from '../support/small-disk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Skipped if the user may not mount, but never in CI. */
const testWithDisk = test.skipIf(!canMount && !process.env.CI)
if (!canMount) console.warn('No disk can be mounted here: these tests need root.')
else if (!canFail) console.warn('Disk failures cannot be simulated here: that needs ext4 and loop devices.')

const isThere = async (shop: Instance, id: string) =>
  (await shop.send('live', 'GET', `/v1/items/${id}`)).status === 200

const list = new TextEncoder().encode('name\nZoë')

/** Creates items, some concurrently, until one is refused; returns the answers and the first refusal. */
const untilRefused = async (shop: Instance, name: string) => {
  const answered: string[] = []
  for (let round = 0; round < 300; round++) {
    const sent = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const reference = `${name}-${round}.${index}`
        const { status, body } = await shop.post('live', reference, reference)
        return { status, body, reference }
      }),
    )
    answered.push(...sent.filter(({ status }) => status === 201).map(({ body }) => body.id))
    const refused = sent.find(({ status }) => status !== 201)
    if (refused) return { answered, refused }
  }
  throw new Error('Nothing was refused.')
}

/** Samples every tenth, and the last ones, which were closest to the fault. */
const sample = (ids: readonly string[]) => [...ids.filter((_, index) => index % 10 === 0), ...ids.slice(-40)]

testWithDisk(
  'a full disk refuses writes with a message, loses nothing, and recovers once there is space',
  async () => {
    const disk = smallDisk(96)
    const data = join(disk.path, 'data')
    const shop = await startInstance(data)
    disk.fill()
    const { answered, refused } = await untilRefused(shop, 'full')
    expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
    expect((await shop.upload('CSV', list)).body.code).toBe('storage_unavailable')
    const ready = await request(`${shop.server.url}/readyz`)
    expect([ready.status, ready.body.detail]).toEqual([503, 'The disk is full.'])
    expect((await request(`${shop.server.url}/healthz`)).status).toBe(200)
    for (const id of sample(answered)) expect(await isThere(shop, id)).toBe(true)
    const backup = await lettershop(['backup', '--to', join(disk.path, 'backups'), '--data', data])
    expect([backup.code, backup.stderr]).toEqual([1, expect.stringContaining('could not be written')])

    // Killed and restarted on the full disk, it serves reads and reports why it is not ready.
    await shop.server.end('SIGKILL')
    const full = instanceOn(data, await startServerProcess(['--data', data]), shop)
    for (const id of sample(answered)) expect(await isThere(full, id)).toBe(true)
    expect((await request(`${full.server.url}/readyz`)).body.detail).toBe('The disk is full.')
    expect((await full.post('live', 'never')).status).toBe(503)
    const { code, stderr } = await full.server.end()
    expect([code, stderr]).toEqual([0, expect.stringContaining('database or disk is full')])

    disk.free()
    const server = await startServerProcess(['--data', data])
    const later = instanceOn(data, server, shop)
    for (const id of sample(answered)) expect(await isThere(later, id)).toBe(true)
    // The refused request is repeated under its idempotency key, and its item exists once.
    const sent = await later.post('live', refused.reference, refused.reference)
    expect(sent.status).toBe(201)
    disk.fill()
    await untilRefused(later, 'again')
    disk.free()
    await eventually(async () => (await later.post('live', 'room', 'room')).status === 201)
    expect((await later.cli('billing', 'recount')).agrees).toBe(true)
    await server.end()
  },
)

testWithDisk(
  'a folder on a read-only disk is refused in one line, by the server and by commands',
  async () => {
    const disk = smallDisk(64)
    const data = join(disk.path, 'data')
    await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
    disk.readOnly(true)
    for (const command of [
      ['serve', '--port', '0'],
      ['org', 'list'],
    ]) {
      const { code, stderr } = await lettershop([...command, '--data', data])
      expect([code, stderr.trim()]).toEqual([
        10,
        `The data folder ${data} cannot be written: the file system is read-only.`,
      ])
    }
    disk.readOnly(false)
    expect(await lettershopJson(['org', 'list', '--data', data])).toHaveLength(1)
  },
)

test.skipIf(!canFail)(
  'a disk that becomes read-only refuses writes with a message; its data is served, backed up, and restored elsewhere',
  async () => {
    const disk = failingDisk(96)
    const data = join(disk.path, 'data')
    const shop = await startInstance(data)
    const items = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await shop.post('live', `${index}`)).body.id),
    )
    disk.turnReadOnly()
    for (const refused of [await shop.post('live', 'later', 'later'), await shop.upload('CSV', list)]) {
      expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
    }
    const ready = await request(`${shop.server.url}/readyz`)
    expect([ready.status, ready.body.detail]).toEqual([503, 'The store refuses writes.'])
    expect((await request(`${shop.server.url}/healthz`)).status).toBe(200)
    for (const id of items) expect(await isThere(shop, id)).toBe(true)
    const backup = await shop.cli('backup', '--to', join(temporaryFolder(), 'backups'))
    expect((await lettershop(['backup', 'verify', backup.path])).code).toBe(0)
    expect((await shop.server.end()).code).toBe(0)
    expect((await lettershop(['serve', '--port', '0', '--data', data])).stderr.trim()).toBe(
      `The data folder ${data} cannot be written: the file system is read-only.`,
    )

    disk.remount()
    const elsewhere = join(temporaryFolder(), 'data')
    await lettershop(['restore', backup.path, '--data', elsewhere])
    for (const folder of [data, elsewhere]) {
      const later = instanceOn(folder, await startServerProcess(['--data', folder]), shop)
      for (const id of items) expect(await isThere(later, id)).toBe(true)
      expect((await later.post('live', 'later', 'later')).status).toBe(201)
      expect((await later.cli('billing', 'recount')).agrees).toBe(true)
      await later.server.end()
    }
  },
)

test.skipIf(process.platform === 'win32')(
  'a write that the system refuses midway (EFBIG) is a reported error, and no answered write is lost',
  async () => {
    const data = join(temporaryFolder(), 'data')
    mkdirSync(data, { mode: 0o700 })
    const first = await startInstance(data)
    await first.server.end()
    // The kernel lets no file of this process exceed 3 MiB, which the write-ahead log soon reaches.
    const child = endWithUs(
      spawn(
        'sh',
        [
          '-c',
          `trap '' XFSZ; ulimit -f 6144; exec "$0" "$@"`,
          process.execPath,
          join(import.meta.dirname, '../../bin/lettershop.ts'),
          'serve',
          '--port',
          '0',
          '--data',
          data,
          '--json',
        ],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      ),
    )
    const line = await new Promise<string>((resolve) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk)))
    })
    const limited = instanceOn(data, { ...first.server, url: JSON.parse(line).url }, first)
    const { answered, refused } = await untilRefused(limited, 'limited')
    expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
    // A smaller group may still fit after the refused one; the store then accepts writes for a while.
    await eventually(async () => {
      const isRefused = (await limited.post('live', 'more')).status === 503
      const { body } = await request(`${limited.server.url}/readyz`)
      return isRefused && body.detail === 'The store refuses writes.'
    })
    for (const id of sample(answered)) expect(await isThere(limited, id)).toBe(true)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended

    const server = await startServerProcess(['--data', data])
    const later = instanceOn(data, server, first)
    for (const id of sample(answered)) expect(await isThere(later, id)).toBe(true)
    expect((await later.post('live', 'after')).status).toBe(201)
    expect((await later.cli('billing', 'recount')).agrees).toBe(true)
    await server.end()
  },
)
