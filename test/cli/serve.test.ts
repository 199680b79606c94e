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
  test('creates a private folder with everything in it, and answers', async () => {
    const data = join(temporaryFolder(), 'deep', 'data')
    const server = await startServerProcess(['--data', data])
    expect((await request(`${server.url}/healthz`)).status).toBe(200)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(statSync(join(data, 'instance.key')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(data, 'printer'))).toBe(true)
    const { code, stderr } = await server.end()
    expect([code, stderr]).toEqual([0, expect.stringContaining('draining')])
  })

  test('keeps answered writes, even through SIGKILL', async () => {
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

  test('a second server on the same folder names the first and exits with 11', async () => {
    const data = temporaryFolder()
    const server = await startServerProcess(['--data', data])
    const second = await lettershop(['serve', '--port', '0', '--data', data])
    expect([second.code, oneLine(second.stderr)]).toEqual([
      11,
      [`Another Lettershop (process ${server.child.pid}) serves ${data} already.`],
    ])
    // Commands still work, through the running server.
    expect(await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])).toHaveProperty('id')
    await server.end()
  })

  test('a port in use exits with 13 and releases the folder', async () => {
    const data = temporaryFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await lettershop(['serve', '--port', String(port), '--data', data])
    expect([code, oneLine(stderr)]).toEqual([13, [`Port ${port} on 127.0.0.1 is in use by another program.`]])
    expect(await lettershopJson(['org', 'list', '--data', data])).toEqual([])
    other.close()
  })

  test('a folder of a newer version exits with 12 and stays unchanged', async () => {
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
    ['a file instead of a folder', (data: string) => writeFileSync(data, ''), 'is a file, not a folder'],
    [
      'a file above it',
      (data: string) => writeFileSync(join(data, '..'), ''),
      'cannot be reached: a part of the path is a file',
    ],
    [
      'an invalid database',
      (data: string) => {
        mkdirSync(data, { mode: 0o700 })
        writeFileSync(join(data, 'lettershop.db'), 'x'.repeat(5000))
        writeFileSync(join(data, 'instance.key'), new Uint8Array(32))
      },
      'is damaged, or not a Lettershop database',
    ],
    [
      'a lost instance key',
      (data: string) => {
        mkdirSync(data, { mode: 0o700 })
        writeFileSync(join(data, 'lettershop.db'), 'x'.repeat(5000))
      },
      'instance.key is missing',
    ],
  ])('%s exits with 10 and a message of one line', async (_what, prepare, message) => {
    const data = join(temporaryFolder(), 'parent', 'data')
    mkdirSync(join(data, '..'), { recursive: true })
    if (message.includes('part of the path')) rmSync(join(data, '..'), { recursive: true })
    prepare(data)
    const { code, stderr } = await lettershop(['serve', '--port', '0', '--data', data])
    expect([code, oneLine(stderr)]).toEqual([10, [expect.stringContaining(message)]])
  })

  test.skipIf(process.getuid?.() === 0)('a folder without write permission exits with 10', async () => {
    const data = temporaryFolder()
    chmodSync(data, 0o500)
    const { code, stderr } = await lettershop(['serve', '--port', '0', '--data', data])
    expect([code, stderr]).toEqual([10, expect.stringContaining('permission denied')])
    chmodSync(data, 0o700)
  })
})

describe('sources of settings', () => {
  test('a flag overrides the environment, which overrides config.json; LETTERSHOP_DATA names the folder', async () => {
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

  test('the secret key may come from a file, and then none is created', async () => {
    const data = temporaryFolder()
    const secret = join(temporaryFolder(), 'secret')
    writeFileSync(secret, 'ab'.repeat(32))
    const server = await startServerProcess(['--data', data], { LETTERSHOP_SECRET_KEY_FILE: secret })
    expect(existsSync(join(data, 'instance.key'))).toBe(false)
    await server.end()
  })

  test.each([
    ['{"hots": "x"}', 'unknown setting hots'],
    ['{', 'is not valid JSON'],
    ['{"port": "eighty"}', '--port takes a whole number'],
    ['{"baseUrl": "ftp://x"}', '--base-url takes an address'],
    ['{"trustedProxies": ["10.0.0.0/8", "proxy"]}', '--trusted-proxies: “proxy” is not a network'],
  ])('config.json with %s is refused and named', async (text, message) => {
    const data = temporaryFolder()
    writeFileSync(join(data, 'config.json'), text)
    const { code, stderr } = await lettershop(['serve', '--data', data])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test('an insecure server prints a warning', async () => {
    const server = await startServerProcess(['--data', temporaryFolder(), '--allow-insecure-webhooks'])
    expect((await server.end()).stderr).toContain('Not for production')
  })
})

test('a command on a missing folder does not create it and says how to', async () => {
  const data = join(temporaryFolder(), 'typo')
  const { code, stderr } = await lettershop(['org', 'list', '--data', data])
  expect([code, stderr, existsSync(data)]).toEqual([
    10,
    expect.stringContaining('There is no data folder'),
    false,
  ])
})

test('the demo prints sample mail, leaves no folder behind, and removes those of killed demos', async () => {
  const folder = temporaryFolder()
  const begun = async (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    return (await lockFolder(path))!
  }
  ;(await begun('lettershop-demo-killed')).release()
  const running = await begun('lettershop-demo-running')
  mkdirSync(join(folder, 'lettershop-demo-starting'))
  const result = await lettershopJson(['demo', '--exit', '--port', '0'], { TMPDIR: folder })
  expect(result.items).toBe(12)
  expect(result.webhooks.received).toBeGreaterThanOrEqual(12)
  expect(result.webhooks.verified).toBe(result.webhooks.received)
  expect(dirname(result.dataDir)).toBe(folder)
  const left = readdirSync(folder).filter((name) => name.startsWith('lettershop-demo-'))
  expect(left.sort()).toEqual(['lettershop-demo-running', 'lettershop-demo-starting'])
  running.release()
})

test('the demo keeps a named folder and reports it', async () => {
  const data = join(temporaryFolder(), 'kept')
  const result = await lettershop(['demo', '--exit', '--port', '0', '--data', data])
  expect(result.code).toBe(0)
  expect(result.stdout).toContain(`folder ${data}, which is kept`)
  expect(result.stdout).toContain(`lettershop serve --data '${data}'`)
  expect(readdirSync(data)).toContain('lettershop.db')
})
