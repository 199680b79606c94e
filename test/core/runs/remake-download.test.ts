import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createRemakeShop, type RemakeShop } from '../../support/remakes.ts'
import { readZip } from '../../support/zip.ts'

let shop: RemakeShop
beforeEach(async () => {
  shop = await createRemakeShop()
})

const download = (operation: string, number: number) =>
  shop.call(operation, { key: shop.operator, params: { id: shop.runId, number: String(number) } })
const pieces = { ranges: [{ from: 2, to: 3 }] }
const refused = { status: 409, body: { code: 'invalid_state' } }
const blobsOfRemakes = async () => {
  const keys: string[] = []
  for await (const key of shop.services.blobs.list('')) if (key.includes('remake_')) keys.push(key)
  return keys
}

describe('remade pieces', () => {
  test('are downloaded as the package that the printer received, of which no page is kept', async () => {
    await shop.remake(pieces)
    await shop.settle()
    const answer = await download('runs.remakePackage', 1)
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/zip' } })
    const delivered = shop.printers.live.packages.get(shop.packagesOf(1)[0]!)!
    expect([...readZip(answer.body)].map(([name, bytes]) => [name, new Uint8Array(bytes)])).toEqual(
      delivered.map(({ name, bytes }) => [name, new Uint8Array(bytes!)]),
    )
    expect(await blobsOfRemakes()).toEqual([])
  })

  test('are downloaded as one PDF for an office printer', async () => {
    await shop.remake(pieces)
    await shop.settle()
    const answer = await download('runs.remakeOfficePdf', 1)
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/pdf' } })
    const [head, ...lines] = new TextDecoder().decode(answer.body).trimEnd().split('\n')
    expect(head).toContain(`%PDF-fake ${shop.runId}_remake_01`)
    expect(lines).toHaveLength(2)
    expect(await blobsOfRemakes()).toEqual([])
  })

  test('are in the package of the run, in a folder for each remake', async () => {
    const zip = async () =>
      readZip((await shop.call('runs.package', { key: shop.operator, params: { id: shop.runId } })).body)
    const before = [...(await zip()).keys()]
    await shop.remake(pieces)
    expect([...(await zip()).keys()]).toEqual(before)
    await shop.settle()
    const delivered = shop.printers.live.packages.get(shop.packagesOf(1)[0]!)!
    const files = await zip()
    expect([...files.keys()]).toEqual([...before, ...delivered.map(({ name }) => `remake_01/${name}`)])
    for (const { name, bytes } of delivered)
      expect(new Uint8Array(files.get(`remake_01/${name}`)!), name).toEqual(new Uint8Array(bytes!))
  })

  test.each(['runs.remakePackage', 'runs.remakeOfficePdf'])(
    'are not returned by %s if the remake failed or does not exist',
    async (operation) => {
      const key = shop.operator
      await shop.remake(pieces)
      await shop.call('runs.offerToCarrier', { key, params: { id: shop.runId } })
      await shop.settle()
      expect(await shop.remakes()).toMatchObject([{ status: 'FAILED' }])
      expect(await download(operation, 1)).toMatchObject(refused)
      expect(await download(operation, 2)).toMatchObject({ status: 404 })
    },
  )

  test.each(['runs.remakePackage', 'runs.remakeOfficePdf', 'runs.package', 'runs.officePdf'])(
    'are not returned by %s once the erasure of a recipient was requested, before and after its job',
    async (operation) => {
      const key = shop.operator
      const params = { id: shop.runId }
      await shop.remake(pieces)
      await shop.settle()
      await shop.call('runs.offerToCarrier', { key, params })
      await shop.settle()
      await shop.call('runs.complete', { key, params })
      await shop.settle()
      const get = () =>
        operation.startsWith('runs.remake') ? download(operation, 1) : shop.call(operation, { key, params })
      expect(await get()).toMatchObject({ status: 200 })
      const second = { organisationId: shop.organisation.id, runId: shop.runId, sequence: 2 }
      const [item] = await shop.services.store.read((rows) => rows.items.find(everyone, second))
      expect((await shop.call('items.erase', { params: { id: item!.id } })).status).toBe(202)
      expect(await get()).toMatchObject(refused)
      await shop.settle()
      expect(await get()).toMatchObject(refused)
    },
  )

  test('have the status of their run after hand-over', async () => {
    const key = shop.operator
    const params = { id: shop.runId }
    await shop.remake(pieces)
    await shop.settle()
    const status = async () => (await shop.remakes())[0].status
    expect(await status()).toBe('HANDED_TO_PRINTER')
    await shop.call('runs.offerToCarrier', { key, params })
    expect(await status()).toBe('HANDED_TO_CARRIER')
    await shop.settle()
    await shop.call('runs.complete', { key, params })
    expect(await status()).toBe('COMPLETED')
  })
})
