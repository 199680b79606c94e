import { describe, expect, test } from 'vitest'
import { createItemShop } from '../support/items.ts'
import { zoe } from '../support/recipients.ts'

const anna = {
  name: 'Anna Weiß',
  street: 'Invalidenstraße',
  houseNumber: '12',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}

describe('patching an item', () => {
  test('that needed attention schedules it once it is mended', async () => {
    const shop = await createItemShop()
    const item = await shop.create({ data: {}, recipient: { ...zoe, city: '' } })
    const half = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Zoë' } } })
    expect(half.body).toMatchObject({ status: 'NEEDS_ATTENTION', findings: [{ code: 'city_missing' }] })
    const whole = await shop.act('items.patch', item.id, { body: { recipient: anna } })
    expect(whole.body).toMatchObject({
      status: 'SCHEDULED',
      findings: [],
      data: { firstName: 'Zoë' },
      recipient: { name: 'Anna Weiß', city: 'Berlin' },
      priceCents: 145,
    })
    // Needing attention still is not needing it again.
    expect(await shop.events(item.id)).toEqual(['created', 'needs_attention', 'ready', 'scheduled'])
    expect(await shop.money()).toEqual({ available: 99_855, reserved: 145 })
    const found = await shop.call('items.list', { query: { 'filter[recipientName][contains]': 'WEISS' } })
    expect(found.body.data).toEqual([])
    const renamed = await shop.call('items.list', { query: { 'filter[recipientName][contains]': 'anna w' } })
    expect(renamed.body.data).toHaveLength(1)
  })

  test('changes only the fields that are sent, and null clears', async () => {
    const shop = await createItemShop()
    const item = await shop.create({
      data: {},
      reference: 'r1',
      metadata: { a: '1', b: '2' },
      sendOn: '2026-01-08',
    })
    const patched = await shop.act('items.patch', item.id, { body: { metadata: { c: '3' }, sendOn: null } })
    expect(patched.body).toEqual({
      ...item,
      metadata: { c: '3' },
      sendOn: null,
      revision: item.revision + 1,
    })
  })

  test.each(['PENDING_APPROVAL', 'HELD', 'READY', 'NEEDS_ATTENTION'] as const)(
    'in %s makes it need attention when it breaks a rule',
    async (status) => {
      const shop = await createItemShop({ fundsCents: status === 'HELD' ? 0 : 1_000 })
      const approval = status === 'PENDING_APPROVAL' ? 'PER_ITEM' : 'NONE'
      const postflowId = await shop.postflow({ approval })
      const data: Record<string, string> = status === 'NEEDS_ATTENTION' ? {} : { firstName: 'Zoë' }
      const item = await shop.create({ postflowId, data })
      if (status === 'READY') await shop.force(item.id, 'READY')
      expect((await shop.row(item.id)).status).toBe(status)
      const patched = await shop.act('items.patch', item.id, { body: { recipient: { ...zoe, city: '' } } })
      expect(patched.body.status).toBe('NEEDS_ATTENTION')
      expect((await shop.money()).reserved).toBe(0)
    },
  )

  test.each([
    {
      name: 'its new price',
      fundsCents: 1_000,
      status: 'SCHEDULED',
      money: { available: 855, reserved: 145 },
    },
    // 100 cents pay for mail to Amsterdam, not to Berlin.
    {
      name: 'nothing where it is too dear',
      fundsCents: 100,
      status: 'HELD',
      money: { available: 100, reserved: 0 },
    },
  ])('in READY reserves $name', async ({ fundsCents, status, money }) => {
    const shop = await createItemShop({ fundsCents })
    const item = await shop.create()
    await shop.force(item.id, 'READY')
    const patched = await shop.act('items.patch', item.id, { body: { recipient: anna } })
    expect(patched.body.status).toBe(status)
    expect(await shop.money()).toEqual(money)
    const entries = await shop.call('billing.ledger')
    const sum = entries.body.data.map((entry: { kind: string }) => entry.kind).sort()
    expect(sum).toEqual(['RELEASE', 'RESERVE', ...(status === 'HELD' ? [] : ['RESERVE']), 'TOP_UP'])
  })

  test('asks for approval again where the words change, not where a reference does', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const item = await shop.create({ postflowId: await shop.postflow({ approval: 'PER_ITEM' }) })
    expect((await shop.act('items.approve', item.id)).body.status).toBe('HELD')
    const renamed = await shop.act('items.patch', item.id, { body: { reference: 'r2' } })
    expect(renamed.body).toMatchObject({ status: 'HELD', heldReason: 'INSUFFICIENT_FUNDS' })
    const reworded = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Anna' } } })
    expect(reworded.body).toMatchObject({ status: 'PENDING_APPROVAL', approvedAt: null })
  })

  test('keeps the template version that the item was created with', async () => {
    const shop = await createItemShop()
    const item = await shop.create({ data: {} })
    const second = await shop.call('templates.publish', { params: { id: shop.templateId } })
    await shop.act('postflows.patch', shop.postflowId, { body: { templateVersionId: second.body.id } })
    const patched = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Zoë' } } })
    expect(patched.body.templateVersionId).toBe(shop.templateVersionId)
    expect((await shop.create()).templateVersionId).toBe(second.body.id)
  })

  test('with an If-Match of another revision changes nothing', async () => {
    const shop = await createItemShop()
    const item = await shop.create({ data: {} })
    const stale = await shop.act('items.patch', item.id, { ifMatch: '"1"', body: { reference: 'r' } })
    expect(stale).toMatchObject({ status: 412, body: { code: 'revision_conflict' } })
    const fresh = await shop.act('items.patch', item.id, {
      ifMatch: `"${item.revision}"`,
      body: { reference: 'r' },
    })
    expect(fresh).toMatchObject({ status: 200, body: { revision: item.revision + 1 } })
  })

  test('that somebody else changed while its text was measured changes nothing', async () => {
    const shop = await createItemShop()
    const item = await shop.create({ data: {} })
    const check = shop.renderer.check.bind(shop.renderer)
    shop.renderer.check = async (template, piece) => {
      shop.renderer.check = check
      await shop.act('items.patch', item.id, { body: { recipient: anna } })
      return check(template, piece)
    }
    const late = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Zoë' } } })
    expect(late).toMatchObject({ status: 412, body: { code: 'revision_conflict' } })
    expect(await shop.row(item.id)).toMatchObject({
      status: 'NEEDS_ATTENTION',
      recipientName: 'Anna Weiß',
      data: {},
    })
  })

  test('tells of an item that is not there', async () => {
    const shop = await createItemShop()
    expect(await shop.act('items.patch', 'itm_none', { body: {} })).toMatchObject({
      status: 404,
      body: { detail: 'There is no such item.' },
    })
  })
})
