import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { lockFolder } from '../../src/adapters/data-folder/lock.ts'
import { lettershop, lettershopJson, newKey, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const oneLine = (stderr: string) => stderr.trim().split('\n')

describe('serve', () => {
  test('makes the folder, closed to others, with everything in it, and answers', async () => {
    const data = join(temporaryFolder(), 'deep', 'data')
    const server = await startServerProcess(['--data', data])
    expect((await request(`${server.url}/healthz`)).status).toBe(200)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(statSync(join(data, 'instance.key')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(data, 'printer'))).toBe(true)
    const { code, stderr } = await server.end()
    expect([code, stderr]).toEqual([0, expect.stringContaining('draining')])
  })

  test('keeps what it answered, also through SIGKILL', async () => {
    const data = temporaryFolder()
    const server = await startServerProcess(['--data', data])
    const org = await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
    const key = await newKey(org.id, 'live', ['--data', data])
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const created = await request(`${server.url}/v1/advertising-categories`, {
      method: 'POST',
      headers,
      body: '{"label":"Sale"}',
    })
    expect(created.status).toBe(201)
    await server.end('SIGKILL')
    const again = await startServerProcess(['--data', data])
    const listed = await request(`${again.url}/v1/advertising-categories`, { headers })
    expect(listed.body.data.at(-1)).toEqual(created.body)
    await again.end()
  })

  test('a second one on the same folder says who is there and ends with 11', async () => {
    const data = temporaryFolder()
    const server = await startServerProcess(['--data', data])
    const second = await lettershop(['serve', '--port', '0', '--data', data])
    expect([second.code, oneLine(second.stderr)]).toEqual([
      11,
      [`Another Lettershop (process ${server.child.pid}) serves ${data} already.`],
    ])
    // Commands go on, through the one that serves.
    expect(await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])).toHaveProperty('id')
    await server.end()
  })

  test('a port in use ends with 13, and the folder is free again', async () => {
    const data = temporaryFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await lettershop(['serve', '--port', String(port), '--data', data])
    expect([code, oneLine(stderr)]).toEqual([13, [`Port ${port} on 127.0.0.1 is in use by another program.`]])
    expect(await lettershopJson(['org', 'list', '--data', data])).toEqual([])
    other.close()
  })

  test('a folder of a newer version ends with 12 and stays as it was', async () => {
    const data = temporaryFolder()
    await (await startServerProcess(['--data', data])).end()
    const file = join(data, 'lettershop.db')
    const database = new Database(file)
    database.exec(`insert into schema_migrations values ('9999_future', 'x', 0)`)
    database.close()
    const before = statSync(file).size
    const { code, stderr } = await lettershop(['serve', '--port', '0', '--data', data])
    expect([code, oneLine(stderr)]).toEqual([
      12,
      [expect.stringContaining('newer version of Lettershop (9999_future)')],
    ])
    expect(statSync(file).size).toBe(before)
  })

  test.each([
    ['a file in its place', (data: string) => writeFileSync(data, ''), 'is a file, not a folder'],
    [
      'a file above it',
      (data: string) => writeFileSync(join(data, '..'), ''),
      'cannot be reached: a part of the path is a file',
    ],
    [
      'a database that is none',
      (data: string) => {
        mkdirSync(data, { mode: 0o700 })
        writeFileSync(join(data, 'lettershop.db'), 'x'.repeat(5000))
        writeFileSync(join(data, 'instance.key'), new Uint8Array(32))
      },
      'is damaged or no database of Lettershop',
    ],
    [
      'a lost instance key',
      (data: string) => {
        mkdirSync(data, { mode: 0o700 })
        writeFileSync(join(data, 'lettershop.db'), 'x'.repeat(5000))
      },
      'instance.key is missing',
    ],
  ])('%s ends with 10 and says so in a line', async (_what, prepare, said) => {
    const data = join(temporaryFolder(), 'parent', 'data')
    mkdirSync(join(data, '..'), { recursive: true })
    if (said.includes('part of the path')) rmSync(join(data, '..'), { recursive: true })
    prepare(data)
    const { code, stderr } = await lettershop(['serve', '--port', '0', '--data', data])
    expect([code, oneLine(stderr)]).toEqual([10, [expect.stringContaining(said)]])
  })

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written ends with 10', async () => {
    const data = temporaryFolder()
    chmodSync(data, 0o500)
    const { code, stderr } = await lettershop(['serve', '--port', '0', '--data', data])
    expect([code, stderr]).toEqual([10, expect.stringContaining('permission denied')])
    chmodSync(data, 0o700)
  })
})

describe('where settings come from', () => {
  test('a flag beats the environment, which beats config.json; LETTERSHOP_DATA names the folder', async () => {
    const data = temporaryFolder()
    writeFileSync(
      join(data, 'config.json'),
      JSON.stringify({ host: '127.0.0.9', printFolder: join(data, 'from-file') }),
    )
    const server = await startServerProcess(['--host', '127.0.0.1'], {
      LETTERSHOP_DATA: data,
      LETTERSHOP_HOST: '127.0.0.8',
      LETTERSHOP_PRINT_FOLDER: join(data, 'from-environment'),
    })
    expect(server.url).toContain('127.0.0.1')
    expect(existsSync(join(data, 'from-environment'))).toBe(true)
    await server.end()
  })

  test('the secret key may come from a file, and then none is written', async () => {
    const data = temporaryFolder()
    const secret = join(temporaryFolder(), 'secret')
    writeFileSync(secret, 'ab'.repeat(32))
    const server = await startServerProcess(['--data', data], { LETTERSHOP_SECRET_KEY_FILE: secret })
    expect(existsSync(join(data, 'instance.key'))).toBe(false)
    await server.end()
  })

  test.each([
    ['{"hots": "x"}', 'there is no setting hots'],
    ['{', 'is not readable JSON'],
    ['{"port": "eighty"}', '--port takes a whole number'],
    ['{"baseUrl": "ftp://x"}', '--base-url takes an address'],
    ['{"trustedProxies": ["10.0.0.0/8", "proxy"]}', '--trusted-proxies: “proxy” is no network'],
  ])('config.json with %s is refused and named', async (text, said) => {
    const data = temporaryFolder()
    writeFileSync(join(data, 'config.json'), text)
    const { code, stderr } = await lettershop(['serve', '--data', data])
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  })

  test('an insecure server says so', async () => {
    const server = await startServerProcess(['--data', temporaryFolder(), '--allow-insecure-webhooks'])
    expect((await server.end()).stderr).toContain('Not for production')
  })
})

test('a command on a folder that is not there makes none and says how to', async () => {
  const data = join(temporaryFolder(), 'typo')
  const { code, stderr } = await lettershop(['org', 'list', '--data', data])
  expect([code, stderr, existsSync(data)]).toEqual([
    10,
    expect.stringContaining('There is no data folder'),
    false,
  ])
})

test('the demo does the main job, leaves no folder behind, and removes those of demos that were killed', async () => {
  const folder = temporaryFolder()
  const begun = async (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    return (await lockFolder(path))!
  }
  ;(await begun('lettershop-demo-killed')).release()
  const running = await begun('lettershop-demo-running')
  mkdirSync(join(folder, 'lettershop-demo-starting'))
  const told = await lettershopJson(['demo', '--exit', '--port', '0'], { TMPDIR: folder })
  expect(told.items).toBe(12)
  expect(told.webhooks.received).toBeGreaterThanOrEqual(12)
  expect(told.webhooks.verified).toBe(told.webhooks.received)
  expect(dirname(told.dataDir)).toBe(folder)
  const left = readdirSync(folder).filter((name) => name.startsWith('lettershop-demo-'))
  expect(left.sort()).toEqual(['lettershop-demo-running', 'lettershop-demo-starting'])
  running.release()
})

test('the demo keeps a folder that was named, and says so', async () => {
  const data = join(temporaryFolder(), 'kept')
  const told = await lettershop(['demo', '--exit', '--port', '0', '--data', data])
  expect(told.code).toBe(0)
  expect(told.stdout).toContain(`folder ${data}, which stays`)
  expect(told.stdout).toContain(`lettershop serve --data '${data}'`)
  expect(readdirSync(data)).toContain('lettershop.db')
})
