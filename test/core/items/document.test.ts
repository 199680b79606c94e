import { expect, test } from 'vitest'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const documentOf = (shop: MailShop, id: string, key = shop.keys.live) =>
  shop.call('items.document', { params: { id }, key })

const partOf = async (shop: MailShop, number: number): Promise<string> =>
  (await shop.runs())[0]!.parts[number - 1]!.blobKey

const printed = async () => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 } })
  const items = [await shop.post(), await shop.post(), await shop.post()]
  await shop.advance(cutoff)
  return { shop, ids: items.map(({ id }) => id) }
}

test('an item’s document consists of its own pages of the printer’s file', async () => {
  const { shop, ids } = await printed()
  for (const id of ids) {
    const { status, headers, body } = await documentOf(shop, id)
    expect([status, headers['Content-Type']]).toEqual([200, 'application/pdf'])
    const { addressLines } = shop.renderer.rendered.find((piece) => piece.itemId === id)!
    expect(text(body)).toContain(JSON.stringify(addressLines))
    for (const other of ids) expect(text(body).includes(`"${other}"`)).toBe(other === id)
  }
})

test('the document ignores changes after printing', async () => {
  const { shop, ids } = await printed()
  const first = (await documentOf(shop, ids[0]!)).body
  await shop.call('organisation.patch', { body: { name: 'Renamed', country: 'DE' } })
  await shop.advance(1000)
  expect((await documentOf(shop, ids[0]!)).body).toEqual(first)
})

test('there is no document before the run is rendered', async () => {
  const shop = await createMailShop({ clock: before })
  const { id } = await shop.post()
  expect(await documentOf(shop, id)).toMatchObject({
    status: 409,
    body: { code: 'invalid_state', detail: 'This item is SCHEDULED and was not rendered for printing.' },
  })
})

test('documents of other organisations and modes are not found', async () => {
  const { shop, ids } = await printed()
  const other = await shop.another()
  for (const key of [shop.keys.test, other.keys.live]) {
    expect(await documentOf(shop, ids[0]!, key)).toMatchObject({ status: 404 })
  }
})

test('pages that differ from the rendered ones cause an error and are never returned', async () => {
  const { shop, ids } = await printed()
  const key = await partOf(shop, 1)
  const part = text((await shop.services.blobs.get(key))!)
  await shop.services.blobs.put(key, new TextEncoder().encode(part.replace('Recipient 1', 'Recipient X')))
  expect(await documentOf(shop, ids[0]!)).toMatchObject({ status: 500 })
  expect((await documentOf(shop, ids[1]!)).status).toBe(200)
  expect(shop.logged).toHaveLength(1)
})

test('a missing part answers 404', async () => {
  const { shop, ids } = await printed()
  await shop.services.blobs.remove(await partOf(shop, 2))
  expect(await documentOf(shop, ids[2]!)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await documentOf(shop, ids[0]!)).status).toBe(200)
})
