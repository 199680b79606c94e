import { beforeEach, describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { asWrittenBefore, withoutKeys } from '../../support/other-program.ts'
import { zoe } from '../../support/recipients.ts'

const berlin = {
  name: 'Eva Müller',
  street: 'Königstr. 5',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const otherwise = { ...berlin, name: 'Frau Eva Mueller', street: 'Koenigstraße 5' }
const day = 86_400_000

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop()
})

const suppress = async (recipient: object, changes: object = {}, key = shop.keys.live) => {
  const body = { recipient, reason: 'opt_out', matchName: true, ...changes }
  const answer = await shop.call('suppressions.create', { key, body })
  expect(answer.status).toBe(201)
  return answer.body
}
const matches = async (recipient: object): Promise<string[]> =>
  (await shop.call('suppressions.check', { body: { recipient } })).body.matches.map(
    ({ entry }: { entry: { id: string } }) => entry.id,
  )
const send = async (recipient: object, changes: object = {}) =>
  (await shop.post({ recipient, data: { firstName: 'E' }, ...changes })).body
const renew = () => shop.advance(day)

describe('entries written by 0.2.0', () => {
  test('suppress the same mail until they have keys, and all matching mail afterwards', async () => {
    const { id } = await suppress(berlin)
    await asWrittenBefore(shop)
    expect(await matches(berlin)).toEqual([id])
    expect((await send(berlin)).status).toBe('SUPPRESSED')
    expect(await matches(otherwise)).toEqual([])
    await renew()
    expect(await withoutKeys(shop)).toBe(0)
    expect(await matches(berlin)).toEqual([id])
    expect(await matches(otherwise)).toEqual([id])
    expect((await send(otherwise)).status).toBe('SUPPRESSED')
  })

  test('for a flat suppress it in either order of the lines, but not the neighbour’s mail', async () => {
    const place = { name: 'J. Bos', postalCode: '1012 LG', city: 'Amsterdam', country: 'NL' }
    const flat = { ...place, street: 'Appartement 3', addressLine2: 'Damrak 12' }
    const { id } = await suppress(flat)
    await asWrittenBefore(shop)
    expect(await matches(flat)).toEqual([id])
    await renew()
    expect(await withoutKeys(shop)).toBe(0)
    expect(await matches(flat)).toEqual([id])
    expect(await matches({ ...place, street: 'Damrak 12', addressLine2: 'Appartement 3' })).toEqual([id])
    expect(await matches({ ...place, street: 'Damrak 12-3' })).toEqual([id])
    expect(await matches({ ...place, street: 'Damrak 3' })).toEqual([])
  })

  test('that become equal are all kept with their ids and reasons', async () => {
    const first = await suppress({ ...berlin, name: 'Frau Eva Müller' }, { reason: 'deceased' })
    await shop.services.store.write((rows) =>
      rows.suppressions.updateWhere(
        { organisationId: shop.organisation.id },
        {},
        { matchKeyV2: 'elsewhere', addressKeyV2: 'elsewhere' },
      ),
    )
    const second = await suppress({ ...berlin, name: 'Eva Müller' })
    await asWrittenBefore(shop)
    await renew()
    expect((await matches(otherwise)).toSorted()).toEqual([first.id, second.id].toSorted())
    const { data } = (await shop.call('suppressions.list', {})).body
    expect(data.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(['deceased', 'opt_out'])
    const accepted = await shop.call('suppressions.patch', {
      params: { id: first.id },
      body: { reason: 'moved' },
    })
    expect(accepted).toMatchObject({ status: 200, body: { id: first.id, reason: 'moved' } })
  })

  test('are recognised by a new entry for the same mail, which updates them', async () => {
    const { id } = await suppress(berlin)
    await asWrittenBefore(shop)
    expect(await suppress(berlin, { reason: 'moved' })).toMatchObject({ id, reason: 'moved' })
    expect(await withoutKeys(shop)).toBe(0)
  })

  test('leave no audit log entry when they get their keys', async () => {
    await suppress(berlin)
    await asWrittenBefore(shop)
    await renew()
    const query = { 'filter[resource]': 'suppression' }
    const { data } = (await shop.call('auditLog.list', { session: await shop.portal(), query })).body
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['CREATED'])
  })
})

describe('items written by 0.2.0', () => {
  test('make later items duplicates, with or without keys', async () => {
    const postflowId = await shop.postflow({ duplicateWindowDays: 30 })
    const first = await send(berlin, { postflowId })
    await asWrittenBefore(shop)
    const again = await send(berlin, { postflowId })
    expect(again).toMatchObject({ status: 'NEEDS_ATTENTION', findings: [{ code: 'duplicate_recipient' }] })
    expect(again.findings[0].message).toContain(first.id)
    await renew()
    const third = await send(otherwise, { postflowId })
    expect(third).toMatchObject({ status: 'NEEDS_ATTENTION', findings: [{ code: 'duplicate_recipient' }] })
  })

  test('are included in the recipient’s data, with their renders', async () => {
    const item = await send(berlin)
    await shop.call('renders.create', { body: { itemId: item.id, format: 'pdf' } })
    await asWrittenBefore(shop)
    const about = async (recipient: object) => {
      const { body } = await shop.call('items.about', { body: { recipient } })
      return [body.items.length, body.renders.length]
    }
    expect(await about(berlin)).toEqual([1, 1])
    await renew()
    expect(await about(berlin)).toEqual([1, 1])
    expect(await about(otherwise)).toEqual([1, 1])
  })

  test('have no address in any key once erased', async () => {
    const item = await send(zoe)
    await shop.act('items.cancel', item.id)
    await shop.act('items.erase', item.id)
    expect(await shop.row(item.id)).toMatchObject({ addressKey: '', addressKeyV2: '', duplicateKeyV2: null })
    await asWrittenBefore(shop)
    await renew()
    expect(await shop.row(item.id)).toMatchObject({ addressKey: '', addressKeyV2: '', duplicateKeyV2: null })
  })
})
