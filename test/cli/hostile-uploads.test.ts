import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lettershopJson, newKey, type ServerProcess, startServerProcess } from '../support/cli.ts'
import * as hostile from '../support/hostile-files.ts'
import { jpegs } from '../support/images.ts'
import { eventually } from '../support/instance.ts'
import { isRunning, processTree, residentBytes, watchResidentBytes } from '../support/process-tree.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Maximum memory that any upload may add to the server and all its processes. */
const MOST_BYTES = 300_000_000

// Memory is read from /proc.
describe.runIf(process.platform === 'linux')('a server that receives hostile files', () => {
  let server: ServerProcess
  let keys: string[]
  beforeAll(async () => {
    const data = temporaryFolder()
    server = await startServerProcess(['--data', data])
    keys = await Promise.all(
      ['Attacker', 'Bakery'].map(async (name) => {
        const { id } = await lettershopJson(['org', 'create', '--name', name, '--data', data])
        return newKey(id, 'live', ['--data', data])
      }),
    )
  }, 120_000)
  afterAll(() => server.end('SIGKILL'))

  const upload = async (key: string, kind: string, body: Uint8Array) => {
    const response = await fetch(`${server.url}/v1/uploads?kind=${kind}&name=file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new Uint8Array(body),
    })
    const { errors = [] } = (await response.json()) as { errors?: { code: string }[] }
    return { status: response.status, codes: errors.map(({ code }) => code) }
  }

  test.each([
    ['that inflates one stream 60 times', 'PDF', () => hostile.contentBomb(95, 60), 'file_too_complex'],
    ['that inflates one stream 10 times', 'PDF', () => hostile.contentBomb(31, 10), 'file_too_complex'],
    ['coded three times over', 'PDF', () => hostile.filterChain(3, 40), 'file_too_complex'],
    [
      'with a table of two thousand million objects',
      'PDF',
      () => hostile.crossReferenceStream('/W[0 0 0]/Index[0 2000000000]/Size 2000000000'),
      'pdf_unsupported',
    ],
    ['of millions of numbers', 'PDF', () => hostile.numbers(3_000_000), 'file_too_complex'],
    ['that unpacks to gigabytes', 'XLSX', () => hostile.workbookBomb(600), 'file_too_complex'],
    ['that declares a small size', 'XLSX', () => hostile.lyingWorkbook(50), 'xlsx_damaged'],
    ['of a million columns', 'XLSX', () => hostile.wideWorkbook(300_000), 'sheet_too_large'],
    ['of long texts, repeated', 'XLSX', () => hostile.repeatedText(4_000), 'sheet_too_large'],
    ['of deep elements', 'XLSX', () => hostile.deepWorkbook(500_000), 'file_too_complex'],
    ['of one endless attribute', 'XLSX', () => hostile.longAttribute(5_000_000), 'xlsx_damaged'],
    ['that inflates to more than its picture', 'IMAGE', () => hostile.swollenPng(50), 'image_unsupported'],
  ])(
    'refuses one %s (%s) within its memory',
    async (_what, kind, make, code) => {
      const file = make()
      // Generating the file takes so long that the server closes the kept connection; lets the client notice.
      await setImmediate()
      await setImmediate()
      const before = residentBytes(server.child.pid!)
      const most = watchResidentBytes(server.child.pid!)
      const answer = await upload(keys[0]!, kind, file)
      expect(answer).toEqual({ status: 422, codes: [code] })
      expect(most() - before).toBeLessThan(MOST_BYTES)
    },
    120_000,
  )

  test('answers another organisation while it checks a file, and leaves no process behind when it is killed', async () => {
    const pid = server.child.pid!
    let isDone = false
    const slow = upload(keys[0]!, 'IMAGE', hostile.largestPng()).then(
      () => {
        isDone = true
      },
      () => undefined,
    )
    await eventually(async () => processTree(pid).length > 1)
    expect(await upload(keys[1]!, 'IMAGE', jpegs.rgb)).toEqual({ status: 201, codes: [] })
    expect(isDone).toBe(false)
    const started = processTree(pid).filter((id) => id !== pid)
    expect(started.length).toBeGreaterThan(0)
    await server.end('SIGKILL')
    await slow
    await eventually(async () => !started.some(isRunning))
  }, 120_000)
})
