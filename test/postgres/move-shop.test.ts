import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startReceiver } from '../../bin/demo/steps.ts'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { fillShop } from '../support/data-folders/shop.ts'
import { eventually, type Instance, instanceOn, setInFolder, startInstance } from '../support/instance.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { startTestS3 } from '../support/s3/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')

test('an active instance moves to PostgreSQL and a bucket, works there, and moves back with its changes', async () => {
  const [s3, receiver, database] = await Promise.all([startTestS3(), startReceiver(), newDatabase()])
  const { accessKeyId, secretAccessKey } = s3.keys
  const env = { LETTERSHOP_BLOBS_CREDENTIALS: `${accessKeyId}:${secretAccessKey}` }
  const cli = (...args: string[]) => lettershopJson([...args, '--data', data], env)
  const serve = async (known: Instance) =>
    instanceOn(data, await startServerProcess(['--data', data, '--allow-insecure-webhooks'], env), known)
  /** Creates an item, closes its run, exports the run's package and waits for a verified webhook. */
  const works = async (shop: Instance, name: string): Promise<string> => {
    const received = receiver.received.length
    const { status, body } = await shop.post('test', name, name)
    expect(status).toBe(201)
    await cli('clock', 'advance', '--org', shop.organisationId, '--to', 'next-cutoff')
    const item = (await shop.send('test', 'GET', `/v1/items/${body.id}`)).body
    const path = (await cli('run', 'package', item.runId, '--to', join(folder, name))).path
    expect(existsSync(join(path, 'items.csv'))).toBe(true)
    await eventually(async () => receiver.received.length > received)
    expect(receiver.received.every(({ verified }) => verified)).toBe(true)
    return body.id
  }

  const before = await startInstance(data, ['--allow-insecure-webhooks'])
  const made = await fillShop(before, receiver)
  const first = await works(before, 'before')
  const busy = await lettershop(['move', '--data', data, '--to', database])
  expect([busy.code, busy.stderr]).toEqual([11, expect.stringContaining('Stop it')])
  await before.server.end()

  const address = s3.address('moved')
  const report = await cli('move', '--to', database, '--blobs', address)
  const holding = ['key', 'blobs', 'money', 'analytics'].map((name) => [name, 'holds'])
  expect(report.checks.map(({ name, result }: Record<string, string>) => [name, result])).toEqual(holding)
  expect(report.files.files).toBeGreaterThan(0)
  const forgotten = await lettershop(['serve', '--port', '0', '--data', data], env)
  expect([forgotten.code, forgotten.stderr]).toEqual([10, expect.stringContaining('set it with --database')])
  // Commands refuse the folder too.
  const list = await lettershop(['org', 'list', '--data', data], env)
  expect([list.code, list.stderr]).toEqual([10, expect.stringContaining('was moved to the database')])

  setInFolder(data, { database, blobs: address })
  const there = await serve(before)
  // The idempotency key was moved too, so nothing is created twice.
  expect((await there.post('test', 'before', 'before')).body.id).toBe(first)
  expect((await there.send('test', 'GET', `/v1/runs/${made.printed.id}`)).status).toBe(200)
  const second = await works(there, 'there')
  await there.server.end()

  const back = await cli('move', '--to', 'folder', '--blobs', 'folder')
  expect(back.rows).toBeGreaterThan(report.rows)
  expect(back.checks.map(({ result }: Record<string, string>) => result)).toEqual(Array(4).fill('holds'))
  const stale = await lettershop(['serve', '--port', '0', '--data', data], env)
  expect([stale.code, stale.stderr]).toEqual([15, expect.stringContaining('remove --database')])
  setInFolder(data, { database: undefined, blobs: undefined })
  const home = await serve(before)
  expect((await home.post('test', 'there', 'there')).body.id).toBe(second)
  await works(home, 'home')
  await home.server.end()
  receiver.close()
  await s3.close()
})

test.each<[string, string[], RegExp]>([
  ['without a target', [], /^--to or --undo is missing/],
  ['with a target and its reversal', ['--to', 'folder', '--undo'], /^--undo takes no --to/],
  [
    'to another folder',
    ['--to', '/elsewhere'],
    /^--to takes postgres:.*copy the data folder while no server runs/,
  ],
  ['to another kind of database', ['--to', 'mysql://x/y'], /^--to takes an address such as postgres:/],
])('a command %s is refused before anything is read', async (_, flags, sentence) => {
  const { code, stderr } = await lettershop(['move', '--data', join(folder, 'none'), ...flags])
  expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
})

test('a folder without an instance has nothing to move', async () => {
  const { code, stderr } = await lettershop(['move', '--data', folder, '--to', 'postgres://127.0.0.1:1/x'])
  expect([code, stderr]).toEqual([10, expect.stringContaining('no instance')])
})
