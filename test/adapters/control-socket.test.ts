import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ControlProblem, connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { type ControlServerOptions, listenControl } from '../../src/adapters/data-folder/control-server.ts'
import { findSocket } from '../../src/adapters/data-folder/control-socket.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

const newFolder = (long = false): string => {
  const dataDir = join(mkdtempSync(join(folder, 'data-')), long ? 'ü'.repeat(60) : 'd')
  mkdirSync(dataDir)
  return dataDir
}

const toProblem = (error: unknown) => ({ detail: (error as Error).message })

const start = async (
  dataDir: string,
  handle: ControlServerOptions['handle'] = async (command, args) => ({ command, args }),
) => {
  const server = await listenControl(dataDir, { handle, toProblem })
  let closed = false
  const close = async () => {
    if (!closed) await server.close()
    closed = true
  }
  onTestFinished(close)
  const client = await connectControl(dataDir)
  onTestFinished(() => client?.close())
  return { close, client: client! }
}

/** Leaves a socket without a server, as after SIGKILL: a server removes only the path that it bound. */
const leaveDeadSocket = async (path: string): Promise<void> => {
  const bound = join(mkdtempSync(join(folder, 's-')), 's')
  const server = createServer().listen(bound)
  await once(server, 'listening')
  renameSync(bound, path)
  await new Promise((resolve) => server.close(resolve))
  expect(statSync(path).isSocket()).toBe(true)
}

describe.each([
  ['in the data folder', false],
  ['elsewhere, for a path that is too long for a socket', true],
])('a socket %s', (_name, long) => {
  it('carries commands and responses', async () => {
    const { client } = await start(newFolder(long))
    expect(await client.call('org.create', { name: 'Zoë\n€' })).toEqual({
      command: 'org.create',
      args: { name: 'Zoë\n€' },
    })
    expect(await client.call('version')).toEqual({ command: 'version' })
  })

  it('is open to its owner only, and gone after close', async () => {
    const dataDir = newFolder(long)
    const { close } = await start(dataDir)
    const path = (await findSocket(dataDir))!
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(path).isSocket()).toBe(true)
    expect(dirname(path) === dataDir).toBe(!long)
    if (long) expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    await close()
    expect(readdirSync(dataDir)).toEqual([])
    expect(existsSync(long ? dirname(path) : path)).toBe(false)
    expect(await connectControl(dataDir)).toBeUndefined()
  })

  it('of a dead server does not block the next one', async () => {
    const dataDir = newFolder(long)
    const { close } = await start(dataDir)
    const path = (await findSocket(dataDir))!
    const pointer = long ? readFileSync(join(dataDir, 'control.path')) : undefined
    await close()
    // As after SIGKILL: files without a listener.
    if (pointer) {
      mkdirSync(dirname(path))
      writeFileSync(join(dataDir, 'control.path'), pointer)
    }
    await leaveDeadSocket(path)
    expect(await connectControl(dataDir)).toBeUndefined()
    const { client } = await start(dataDir)
    expect(await client.call('again')).toEqual({ command: 'again' })
    if (long) expect(existsSync(path)).toBe(false)
  })
})

it('finds no server in a folder without one, and none without a folder', async () => {
  expect(await connectControl(newFolder())).toBeUndefined()
  expect(await connectControl(newFolder(true))).toBeUndefined()
  expect(await connectControl(join(newFolder(), 'missing'))).toBeUndefined()
})

it('responds in the order in which commands finish', async () => {
  const first = Promise.withResolvers<void>()
  const { client } = await start(newFolder(), async (command) => {
    if (command === 'slow') await first.promise
    return command
  })
  const ended: unknown[] = []
  const slow = client.call('slow').then((result) => ended.push(result))
  ended.push(await client.call('fast'))
  first.resolve()
  await slow
  expect(ended).toEqual(['fast', 'slow'])
})

it('serves many clients and large values', async () => {
  const dataDir = newFolder()
  await start(dataDir)
  const sent = Array.from({ length: 8 }, (_, n) => `${n}€`.repeat(200_000))
  const received = await Promise.all(
    sent.map(async (text) => {
      const client = await connectControl(dataDir)
      const { args } = (await client!.call('echo', text)) as { args: string }
      client!.close()
      return args
    }),
  )
  expect(received.every((text, n) => text === sent[n])).toBe(true)
})

it('turns an error into a problem, and undefined into null', async () => {
  const { client } = await start(newFolder(), async (command) => {
    if (command === 'fail') throw new Error('No such organisation.')
    // JSON has no such number.
    if (command === 'big') return 1n
  })
  const refusal = await client.call('fail').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ControlProblem)
  expect(refusal).toMatchObject({
    message: 'fail: No such organisation.',
    problem: { detail: 'No such organisation.' },
  })
  expect(await client.call('nothing')).toBeNull()
  await expect(client.call('big')).rejects.toThrow(ControlProblem)
})

it.each(['nonsense', '{}', '[]', 'null', '1', '{"id":"1","command":"a"}', '{"id":1}', ''])(
  'rejects %j as a command, and continues',
  async (line) => {
    const dataDir = newFolder()
    await start(dataDir)
    const socket = connect((await findSocket(dataDir))!)
    onTestFinished(() => void socket.destroy())
    socket.setEncoding('utf8')
    let text = ''
    const twoLines = new Promise<void>((resolve) =>
      socket.on('data', (chunk) => {
        text += chunk
        if (text.split('\n').length > 2) resolve()
      }),
    )
    // Ordered writes: the second command is cut in two to show that lines do not depend on chunks.
    socket.write(`${line}\n{"id":7,"comm`)
    socket.write('and":"still here"}\n')
    await twoLines
    const [first, second] = text.split('\n').map((part) => part && JSON.parse(part))
    expect(first).toEqual({
      id: null,
      ok: false,
      problem: { detail: expect.stringContaining('Not a command') },
    })
    expect(second).toEqual({ id: 7, ok: true, result: { command: 'still here' } })
  },
)

it('closes a connection that sends no newline', async () => {
  const dataDir = newFolder()
  await start(dataDir)
  const socket = connect((await findSocket(dataDir))!)
  const ended = new Promise((resolve) => socket.on('close', resolve).on('error', resolve))
  const piece = 'x'.repeat(1024 * 1024)
  for (let n = 0; n < 20 && !socket.destroyed; n++) socket.write(piece)
  await ended
})

it('finishes running commands before it closes, and accepts no more', async () => {
  const begun = Promise.withResolvers<void>()
  const may = Promise.withResolvers<void>()
  const { client, close } = await start(newFolder(), async () => {
    begun.resolve()
    await may.promise
    return 'done'
  })
  const answer = client.call('work')
  await begun.promise
  const closing = close()
  await expect(client.call('more')).rejects.toThrow('more: The server is shutting down.')
  may.resolve()
  expect(await answer).toBe('done')
  await closing
  await expect(client.call('late')).rejects.toThrow(/closed|ended before/)
})

it('a server that disappears fails pending calls', async () => {
  const dataDir = newFolder()
  const server = createServer((socket) => socket.on('data', () => socket.destroy()))
  server.listen((await findSocket(dataDir))!)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const client = await connectControl(dataDir)
  await expect(client!.call('never')).rejects.toThrow('The server ended before it answered.')
  await expect(client!.call('again')).rejects.toThrow('The connection to the server is closed.')
})
