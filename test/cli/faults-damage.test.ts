import { closeSync, cpSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { lettershop, startServerProcess } from '../support/cli.ts'
import { request } from '../support/http.ts'
import { eventually, type Instance, instanceOn, runThatWaits, startInstance } from '../support/instance.ts'
import { foundIn } from '../support/printer-folder.ts'
import { brandFont, photo, postcardInput } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const pageBytes = 4096

/** Overwrites the root pages of a table and its indexes. */
const damage = (file: string, table: string): void => {
  const database = new Database(file)
  database.pragma('wal_checkpoint(truncate)')
  const roots = database.prepare('select rootpage from sqlite_schema where tbl_name = ?').pluck().all(table)
  database.close()
  const handle = openSync(file, 'r+')
  for (const root of roots as number[]) {
    writeSync(handle, Buffer.alloc(pageBytes, 0x5a), 0, pageBytes, (root - 1) * pageBytes)
  }
  closeSync(handle)
}

test('damaged pages fail only the requests that need them; doctor and backup report the damage', async () => {
  const data = join(temporaryFolder(), 'data')
  const shop = await startInstance(data)
  const { body: item } = await shop.post('live', 'before')
  await shop.server.end()
  damage(join(data, 'lettershop.db'), 'suppressions')
  const doctor = await lettershop(['doctor', '--data', data])
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringMatching(/^WRONG +database +is damaged .*restore a backup/m),
  ])

  const server = await startServerProcess(['--data', data])
  const damaged = instanceOn(data, server, shop)
  const refused = await damaged.send('live', 'GET', '/v1/suppressions')
  expect([refused.status, refused.body.code]).toEqual([503, 'storage_unavailable'])
  expect((await damaged.send('live', 'GET', `/v1/items/${item.id}`)).status).toBe(200)
  expect((await request(`${server.url}/healthz`)).status).toBe(200)
  const backup = await lettershop(['backup', '--to', join(data, '..', 'backups'), '--data', data])
  expect([backup.code, backup.stderr]).toEqual([1, expect.stringContaining('malformed')])
  expect(readdirSync(join(data, '..', 'backups'))).toEqual([])
  const { stderr } = await server.end()
  expect(stderr).toContain('malformed')
})

test('a missing part of a rendered run stops only that run, which reports the reason', async () => {
  const data = join(temporaryFolder(), 'data')
  const shop = await startInstance(data)
  await shop.cli('printing', 'hold', '--reason', 'The press is down.')
  const { body: item } = await shop.post('live', 'lost')
  const [{ id }] = await shop.cli('run', 'list', '--mode', 'live')
  await shop.cli('run', 'close', id)
  await runThatWaits(shop, id, 'The press is down.')
  const folder = join(data, 'blobs', 'runs', id.toLowerCase())
  const [part] = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  rmSync(join(folder, part!))
  await shop.cli('printing', 'resume')
  await shop.cli('run', 'retry', id)
  expect(await runThatWaits(shop, id, 'missing')).toMatchObject({
    status: 'HANDING_OVER',
    reason: expect.stringMatching(/is missing.*It is tried again\.$/),
  })
  expect(await shop.cli('jobs', 'list', '--failed')).toMatchObject([
    { kind: 'runs.handOver', payload: { runId: id } },
  ])
  expect(foundIn(join(data, 'printer'))).toEqual([])
  expect((await shop.send('live', 'GET', `/v1/items/${item.id}`)).status).toBe(200)
  expect((await shop.post('live', 'next')).status).toBe(201)
  await shop.server.end()
})

test('a missing static layer is rendered again from the template', async () => {
  const data = join(temporaryFolder(), 'data')
  const shop = await startInstance(data)
  const { body: item } = await shop.post('test', 'first')
  await shop.server.end()
  const layers = join(data, 'blobs', 'layers')
  expect(statSync(layers).isDirectory()).toBe(true)
  rmSync(layers, { recursive: true })
  const server = await startServerProcess(['--data', data])
  const later = instanceOn(data, server, shop)
  await later.cli('clock', 'advance', '--org', shop.organisationId, '--to', 'next-cutoff')
  expect((await later.send('test', 'GET', `/v1/items/${item.id}`)).body.status).toBe('IN_PRODUCTION')
  await server.end()
})

/** Adds live items, printed on a card with an uploaded picture and font, to the shop. */
const withOwnCard = async (shop: Instance): Promise<Instance> => {
  const made = async (path: string, body: unknown) => {
    const response = await shop.send('live', 'POST', path, body)
    expect(response, path).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    return response.body
  }
  const picture = (await shop.upload('IMAGE', new Uint8Array(photo.bytes))).body.assetId
  const font = (await shop.upload('FONT', brandFont)).body.assetId
  const document = JSON.parse(JSON.stringify(postcardInput).replaceAll('ast_photo', picture))
  document.fonts[1] = { id: 'noto-sans-bold', asset: font }
  const template = { name: 'Own', productSpecificationId: sampleIds.a6, document }
  const { id } = await made('/v1/templates', template)
  await made(`/v1/templates/${id}/publish`, undefined)
  const postflow = await made('/v1/postflows', {
    name: 'Own',
    templateId: id,
    trackingTargetUrl: 'https://example.com/own',
  })
  await made(`/v1/postflows/${postflow.id}/activate`, undefined)
  return instanceOn(shop.data, shop.server, { ...shop, postflows: { ...shop.postflows, live: postflow.id } })
}

test('a missing picture and font of a template matter only once the layer is missing too; then its run waits', async () => {
  const data = join(temporaryFolder(), 'data')
  const shop = await withOwnCard(await startInstance(data))
  expect((await shop.post('live', 'first')).status).toBe(201)
  const backup = await shop.cli('backup', '--to', join(data, '..', 'backups'))
  await shop.server.end()

  rmSync(join(data, 'blobs', 'uploads'), { recursive: true })
  const second = instanceOn(data, await startServerProcess(['--data', data]), shop)
  expect((await second.post('live', 'second')).status).toBe(201)
  await second.server.end()

  rmSync(join(data, 'blobs', 'layers'), { recursive: true })
  const third = instanceOn(data, await startServerProcess(['--data', data]), shop)
  const refused = await third.post('live', 'third', 'third')
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'storage_unavailable',
      detail: expect.stringMatching(/^The file of the asset ast_\w+ is missing\./),
    },
  })
  const [{ id }] = await third.cli('run', 'list', '--mode', 'live')
  await third.cli('run', 'close', id)
  expect(await runThatWaits(third, id, 'missing')).toMatchObject({
    status: 'RENDERING',
    itemCount: 2,
    reason: expect.stringMatching(/^The file of the asset ast_\w+ is missing\..*It is tried again\.$/),
  })

  cpSync(join(backup.path, 'blobs', 'uploads'), join(data, 'blobs', 'uploads'), { recursive: true })
  await third.cli('run', 'retry', id)
  const run = await eventually(async () => {
    const shown = await third.cli('run', 'show', id)
    return shown.handedToPrinterAt && shown
  })
  expect(run).toMatchObject({ itemCount: 2, reason: null })
  expect((await third.post('live', 'third', 'third')).status).toBe(201)
  expect((await third.cli('billing', 'recount')).agrees).toBe(true)
  await third.server.end()
})
