import { beforeEach, describe, expect, test } from 'vitest'
import { rewriteAnswers } from '../../../src/core/engine/idempotency/idempotency.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { jpegs } from '../../support/images.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const person = { ...zoe, name: 'Zebulon Quistgaard' }
const list = Buffer.from('name;street;postalCode;city\nAda Alba;Damrak 3;1012 LG;Amsterdam\n')

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop()
})

const upload = async (kind: string, name: string, bytes: Uint8Array, idempotencyKey: string) => {
  const answer = await shop.call('uploads.create', { query: { kind, name }, bytes, idempotencyKey })
  expect(answer.status).toBe(201)
  return answer.body
}

/** Returns the tables and stored responses, of both modes, that contain the text. */
const tracesOf = async (text: string): Promise<string[]> => {
  const traces = await shop.services.store.read(async (rows) => {
    const found: string[] = []
    for (const table of ['uploads', 'imports', 'suppressionImports', 'assets', 'erasables'] as const) {
      for (const row of await rows[table].find(everyone, {}))
        if (JSON.stringify(row).includes(text)) found.push(table)
    }
    return found
  })
  for (const mode of ['live', 'test'] as const) {
    await rewriteAnswers(shop.services, { organisationId: shop.organisation.id, mode }, async (body) => {
      if (body.includes(text)) traces.push(`answer ${mode}`)
      return undefined
    })
  }
  return traces.sort()
}

const erase = async (id: string) => {
  await shop.act('items.cancel', id)
  expect((await shop.act('items.erase', id)).status).toBe(202)
  await shop.settle()
}

describe('after a requested erasure', () => {
  test('no file name and no stored response names the recipient', async () => {
    const { id } = await shop.create({ recipient: person })
    const suppressed = await upload('CSV', 'opt-outs Quistgaard.csv', list, 'suppressed')
    const begun = await shop.call('suppressions.import', {
      body: { uploadId: suppressed.id, reason: 'opt_out' },
      idempotencyKey: 'import',
    })
    expect(begun.body).toMatchObject({ fileName: 'opt-outs Quistgaard.csv' })
    await shop.settle()
    await upload('CSV', 'Zebulon Quistgaard.csv', list, 'unused')
    const key = shop.keys.test
    const inTest = { query: { kind: 'CSV', name: 'zebulon.csv' }, bytes: list, idempotencyKey: 'test', key }
    expect((await shop.call('uploads.create', inTest)).status).toBe(201)
    const picture = await upload('IMAGE', 'ZebulonQuistgaard.jpg', jpegs.rgb, 'picture')
    const renamed = await shop.call('uploads.patchAsset', {
      params: { id: picture.assetId },
      body: { name: 'Photo of Zebulon' },
      idempotencyKey: 'rename',
    })
    expect(renamed.status).toBe(200)
    const other = await upload('IMAGE', 'logo.jpg', jpegs.gray, 'other')
    expect((await tracesOf('ebulon')).length).toBeGreaterThan(5)

    await erase(id)
    expect([await tracesOf('ebulon'), await tracesOf('uistgaard')]).toEqual([[], []])
    const nameOf = async (assetId: string) =>
      (await shop.call('uploads.asset', { params: { id: assetId } })).body.name
    expect([await nameOf(picture.assetId), await nameOf(other.assetId)]).toEqual([
      'Photo of erased',
      'logo.jpg',
    ])
    const again = await shop.call('suppressions.import', {
      body: { uploadId: suppressed.id, reason: 'opt_out' },
      idempotencyKey: 'import',
    })
    expect(again).toMatchObject({
      status: begun.status,
      body: { id: begun.body.id, fileName: 'opt-outs erased.csv' },
    })
  })

  test('stored responses show a suppression as it is now, and a removed one without the recipient', async () => {
    const { id } = await shop.create({ recipient: person })
    const create = (recipient: object, idempotencyKey: string) =>
      shop.call('suppressions.create', { body: { recipient, reason: 'opt_out' }, idempotencyKey })
    const gone = (await create(person, 'gone')).body
    await shop.call('suppressions.remove', { params: { id: gone.id } })
    const neighbour = { ...person, name: 'Ada Alba', houseNumber: '99' }
    const stays = (await create(neighbour, 'stays')).body
    expect(await tracesOf('Quistgaard')).toContain('answer live')
    await erase(id)
    expect(await tracesOf('Quistgaard')).toEqual([])
    expect((await create(person, 'gone')).body).toMatchObject({
      id: gone.id,
      recipient: { name: null, street: null, country: 'NL' },
      addressKey: '',
    })
    expect((await create(neighbour, 'stays')).body).toEqual(stays)
  })

  test('in test mode only files of test mode lose the name', async () => {
    const key = shop.keys.test
    const item = await shop.create({ recipient: person, postflowId: await shop.postflow({}, key) }, key)
    const inTest = { query: { kind: 'CSV', name: 'Zebulon.csv' }, bytes: list, key }
    const { body: list1 } = await shop.call('uploads.create', inTest)
    const picture = await upload('IMAGE', 'Zebulon.jpg', jpegs.rgb, 'picture')
    const live = await upload('CSV', 'Zebulon.csv', list, 'live')
    await shop.act('items.cancel', item.id, { key })
    expect((await shop.act('items.erase', item.id, { key })).status).toBe(202)
    await shop.settle()
    const nameOf = async (id: string, of = shop.keys.live) =>
      (await shop.call('uploads.get', { params: { id }, key: of })).body.name
    expect([await nameOf(list1.id, key), await nameOf(live.id), await nameOf(picture.id)]).toEqual([
      'erased.csv',
      'Zebulon.csv',
      'Zebulon.jpg',
    ])
    expect(await tracesOf('Quistgaard')).toEqual([])
  })

  test('files of other organisations keep their names', async () => {
    const { id } = await shop.create({ recipient: person })
    const other = await shop.another()
    const query = { kind: 'CSV', name: 'Zebulon Quistgaard.csv' }
    const theirs = await shop.call('uploads.create', { query, bytes: list, key: other.keys.live })
    await erase(id)
    const read = await shop.call('uploads.get', { params: { id: theirs.body.id }, key: other.keys.live })
    expect(read.body.name).toBe('Zebulon Quistgaard.csv')
  })
})

test("an erasure requested from a server of 0.2.0 is carried out without the recipient's data", async () => {
  const { id } = await shop.create({ recipient: person })
  await upload('CSV', 'Zebulon Quistgaard.csv', list, 'unused')
  await shop.act('items.cancel', id)
  expect((await shop.act('items.erase', id)).status).toBe(202)
  await shop.services.store.write((rows) =>
    rows.erasables.updateWhere({ organisationId: shop.organisation.id }, { id }, { person: null }),
  )
  await shop.settle()
  expect((await shop.row(id)).erasedAt).not.toBeNull()
})
