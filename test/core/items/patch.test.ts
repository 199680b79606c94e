import { describe, expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const anna = {
  name: 'Anna Weiß',
  street: 'Invalidenstraße',
  houseNumber: '12',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}

describe('patching an item', () => {
  test('that needed attention schedules it once corrected', async () => {
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
    // A correction after which the item still needs attention emits no second event.
    expect(await shop.events(item.id)).toEqual(['created', 'needs_attention', 'ready', 'scheduled'])
    expect(await shop.money()).toEqual({ available: 99_855, reserved: 145 })
    const found = await shop.call('items.list', { query: { 'filter[recipientName][contains]': 'WEISS' } })
    expect(found.body.data).toHaveLength(1)
    const renamed = await shop.call('items.list', { query: { 'filter[recipientName][contains]': 'anna w' } })
    expect(renamed.body.data).toHaveLength(1)
  })

  test('changes only the given fields, and null clears a field', async () => {
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
      metadata: { a: '1', b: '2', c: '3' },
      sendOn: null,
      revision: item.revision + 1,
    })
  })

  test.each([
    ['a given field', { recipient: { city: 'Delft' } }, { recipient: { city: 'Delft', name: zoe.name } }],
    ['null removes a field', { recipient: { houseNumber: null } }, { recipient: { houseNumber: null } }],
    ['a country in lower case', { recipient: { country: 'nl' } }, { recipient: { country: 'NL' } }],
    ['an added entry', { metadata: { c: '3' } }, { metadata: { a: '1', b: '2', c: '3' } }],
    ['a removed entry', { metadata: { a: null } }, { metadata: { b: '2' } }],
    ['no entries', { metadata: null }, { metadata: {} }],
    [
      'nothing',
      { recipient: {}, metadata: {} },
      { metadata: { a: '1', b: '2' }, recipient: { city: zoe.city } },
    ],
  ])('merges recipient and metadata: %s', async (_case, body, expected) => {
    const shop = await createItemShop()
    const item = await shop.create({ data: {}, metadata: { a: '1', b: '2' } })
    const patched = await shop.act('items.patch', item.id, { body })
    expect(patched).toMatchObject({ status: 200, body: expected })
  })

  test('allows at most fifty entries of metadata afterwards, and may replace all of them at once', async () => {
    const shop = await createItemShop()
    const entries = (letter: string, value: string | null, count = 50) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${letter}${index}`, value]))
    const item = await shop.create({ data: {}, metadata: entries('a', 'x') })
    const patch = (metadata: object) => shop.act('items.patch', item.id, { body: { metadata } })
    expect(await patch({ one: 'more' })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'metadata', code: 'max_entries' }] },
    })
    expect((await patch({ ...entries('a', null), ...entries('b', 'y') })).body.metadata).toEqual(
      entries('b', 'y'),
    )
    expect((await patch({ ...entries('b', null), ...entries('c', 'z', 51) })).status).toBe(422)
  })

  test.each(['country', 'name'])('refuses %s of the wrong type by name', async (field) => {
    const shop = await createItemShop()
    const item = await shop.create({ data: {} })
    const value = field === 'country' ? null : 7
    expect(await shop.act('items.patch', item.id, { body: { recipient: { [field]: value } } })).toMatchObject(
      {
        status: 422,
        body: { errors: [{ parameter: `recipient.${field}` }] },
      },
    )
  })

  test.each(['SCHEDULED', 'IN_PRODUCTION', 'COMPLETED', 'CANCELLED', 'SUPPRESSED'] as const)(
    'changes only reference and metadata in %s',
    async (status) => {
      const shop = await createItemShop()
      const item = await shop.create({ metadata: { a: '1' } })
      await shop.force(item.id, status)
      const before = await shop.row(item.id)
      const money = await shop.money()
      const annotated = await shop.act('items.patch', item.id, {
        body: { reference: 'r2', metadata: { b: '2' } },
      })
      expect(annotated).toMatchObject({
        status: 200,
        body: { status, reference: 'r2', metadata: { a: '1', b: '2' }, revision: item.revision + 1 },
      })
      const refused = await shop.act('items.patch', item.id, {
        body: { reference: 'r3', sendOn: '2026-01-08', recipient: { city: 'Delft' } },
      })
      expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
      expect(refused.body.detail).toContain(`is ${status}, so `)
      const after = await shop.row(item.id)
      expect(after).toEqual({
        ...before,
        reference: 'r2',
        metadata: { a: '1', b: '2' },
        revision: before.revision + 1,
        updatedAt: after.updatedAt,
      })
      expect(await shop.money()).toEqual(money)
    },
  )

  test('writes nothing to an item with an erased recipient', async () => {
    const shop = await createItemShop()
    const item = await shop.create()
    await shop.act('items.cancel', item.id)
    expect((await shop.act('items.erase', item.id)).status).toBeLessThan(300)
    expect(await shop.act('items.patch', item.id, { body: { reference: 'Zoë’s' } })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
  })

  test.each(['PENDING_APPROVAL', 'HELD', 'READY', 'NEEDS_ATTENTION'] as const)(
    'in %s makes it need attention if it becomes invalid',
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
      name: 'nothing if it is too expensive',
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

  test('requires approval again for a changed text, not for a changed reference', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const item = await shop.create({ postflowId: await shop.postflow({ approval: 'PER_ITEM' }) })
    expect((await shop.act('items.approve', item.id)).body.status).toBe('HELD')
    const renamed = await shop.act('items.patch', item.id, { body: { reference: 'r2' } })
    expect(renamed.body).toMatchObject({ status: 'HELD', heldReason: 'INSUFFICIENT_FUNDS' })
    const reworded = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Anna' } } })
    expect(reworded.body).toMatchObject({ status: 'PENDING_APPROVAL', approvedAt: null })
  })

  test('keeps the template version of its creation', async () => {
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

  test('that another caller changed during its text measurement changes nothing', async () => {
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

  test('answers 404 for an unknown item', async () => {
    const shop = await createItemShop()
    expect(await shop.act('items.patch', 'itm_none', { body: {} })).toMatchObject({
      status: 404,
      body: { detail: 'There is no such item.' },
    })
  })
})
