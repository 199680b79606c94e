import { mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { eventually, instanceOn, runThatWaits, setInFolder, startInstance } from '../support/instance.ts'
import { foundIn } from '../support/printer-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')
const drilled = join(folder, 'drilled')
const realPrinter = join(folder, 'printer')

const received: string[] = []
const receiver = createServer((request, response) => {
  received.push(String(request.headers['x-webhook-id']))
  request.resume()
  response.end('ok')
})
afterAll(() => void receiver.close())

test('a restored instance served as a drill reaches no customer, mailbox or printer', async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  mkdirSync(realPrinter)
  setInFolder(data, { printFolder: realPrinter, allowInsecureWebhooks: true })
  const shop = await startInstance(data)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await shop.send('live', 'POST', '/v1/webhooks', { url, events: ['*'] })
  await shop.post('live', 'before the backup')
  await eventually(async () => received.length > 0)
  const [{ id }] = await shop.cli('run', 'list', '--mode', 'live')
  const { path } = await shop.cli('backup', '--to', join(folder, 'backups'))
  await shop.server.end()
  const before = received.length

  await lettershopJson(['restore', path, '--data', drilled])
  const drill = instanceOn(drilled, await startServerProcess(['--data', drilled, '--drill']), shop)
  const doctor = await lettershop(['doctor', '--data', drilled])
  expect(doctor.stdout).toMatch(/^note +settings +a drill/m)
  expect((await drill.post('live', 'in the drill')).status).toBe(201)
  await drill.cli('run', 'close', id)
  await runThatWaits(drill, id, 'Restored from a backup')
  await drill.cli('run', 'hand-over', id, '--printed', 'no')
  await eventually(async () => readdirSync(join(drilled, 'printer-drill')).includes(id))
  const { stderr } = await drill.server.end()
  expect(stderr).toContain('This is a drill')
  expect(foundIn(realPrinter)).toEqual([])
  expect(received).toHaveLength(before)
  const database = new Database(join(drilled, 'lettershop.db'))
  const waiting = database
    .prepare(`select count(*) from webhook_deliveries where status = 'PENDING'`)
    .pluck()
    .get()
  expect(waiting).toBeGreaterThan(2)
  const attempted = database
    .prepare(`select count(*) from webhook_deliveries where status = 'SENDING'`)
    .pluck()
  expect(attempted.get()).toBe(0)
  database.close()
})

test('a folder served as a drill by mistake prints nothing afterwards until an operator allows it', async () => {
  const mistaken = join(folder, 'mistaken')
  const server = await startServerProcess(['--data', mistaken], { LETTERSHOP_DRILL: 'true' })
  await server.end()
  expect(await lettershopJson(['printing', 'show', '--data', mistaken])).toMatchObject({
    held: true,
    reason: expect.stringContaining('drill'),
  })
})

test('commands with the settings of a drill hold nothing and create no folder', async () => {
  const production = join(folder, 'production')
  const environment = { LETTERSHOP_DRILL: 'true' }
  await (await startServerProcess(['--data', production])).end()
  const before = readdirSync(production)
  const show = ['printing', 'show', '--data', production]
  expect(await lettershopJson(['run', 'list', '--data', production], environment)).toEqual([])
  expect(await lettershopJson(show, environment)).toMatchObject({ held: false })
  expect(await lettershopJson(show)).toMatchObject({ held: false })
  expect(readdirSync(production)).toEqual(before)
})
