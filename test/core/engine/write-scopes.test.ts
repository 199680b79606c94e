import { describe, expect, test } from 'vitest'
import { createImportShop } from '../../support/imports.ts'
import { createItemActionShop } from '../../support/item-actions.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

/** Personal data of the recipients in these tests. */
const personal = /Zoë|Eva|Damrak|1012/

describe('suppressions.manage without items.read', () => {
  const patched = async (scopes: string[]) => {
    const shop = await createItemShop()
    const body = { recipient: zoe, matchName: true, reason: 'opt_out' }
    const { body: entry } = await shop.call('suppressions.create', { body })
    const key = await shop.key('live', scopes)
    return shop.call('suppressions.patch', { key, params: { id: entry.id }, body: {} })
  }

  test('hides the recipient of an entry it changes', async () => {
    const writing = await patched(['suppressions.manage'])
    const reading = await patched(['suppressions.manage', 'items.read'])
    expect([writing.status, reading.status]).toEqual([200, 200])
    expect(JSON.stringify(writing.body)).not.toMatch(personal)
    expect(JSON.stringify(reading.body)).toMatch(personal)
    expect(writing.body).toEqual({
      ...reading.body,
      id: expect.any(String),
      addressKey: '',
      recipient: expect.objectContaining({ country: 'NL', name: null }),
    })
  })

  test('lists no entries of test mode', async () => {
    const shop = await createItemShop()
    await shop.call('suppressions.create', {
      key: shop.keys.test,
      body: { recipient: zoe, reason: 'opt_out' },
    })
    const listed = async (...permissions: ('suppressions.manage' | 'items.read')[]) =>
      shop.call('suppressions.testEntries', { session: await shop.portal({ permissions }) })
    expect(await listed('suppressions.manage')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', detail: expect.stringContaining('items.read') },
    })
    expect((await listed('suppressions.manage', 'items.read')).body.data).toHaveLength(1)
  })
})

describe('postflows.write without items.read', () => {
  const list = 'Naam,Straat,Huisnummer,Postcode,Plaats,Land\nEva Donor,Damrak,12,1012 LG,Amsterdam,NULL\n'
  const changes = ['postbatches.patchImport', 'postbatches.cancelImport']

  test.each(changes)('hides another caller’s list in %s', async (operation) => {
    const answer = async (scopes: string[]) => {
      const shop = await createImportShop()
      const postbatchId = await shop.draft()
      const uploadId = await shop.upload(list)
      const { body } = await shop.call('postbatches.createImport', {
        params: { id: postbatchId },
        body: { uploadId },
      })
      const params = { id: postbatchId, importId: body.id }
      const sent = operation.endsWith('patchImport') ? { body: { dryRun: true } } : {}
      return shop.call(operation, { key: await shop.key('live', scopes), params, ...sent })
    }
    const writing = await answer(['postflows.write'])
    const reading = await answer(['postflows.write', 'items.read'])
    expect([writing.status, reading.status]).toEqual([200, 200])
    expect(Object.keys(writing.body)).toEqual(Object.keys(reading.body))
    expect(writing.body).toMatchObject({
      status: reading.body.status,
      fileName: '',
      columns: [],
      questions: [],
    })
    expect(JSON.stringify(writing.body)).not.toMatch(/Naam/)
    expect(JSON.stringify(reading.body)).toMatch(/Naam/)
  })

  test('sees its own list', async () => {
    const shop = await createImportShop()
    const key = await shop.key('live', ['postflows.write', 'templates.write'])
    const postbatchId = await shop.draft()
    const uploadId = await shop.upload(list, key)
    const params = { id: postbatchId }
    const { status, body } = await shop.call('postbatches.createImport', { key, params, body: { uploadId } })
    expect({ status, columns: body.columns }).toMatchObject({
      status: 201,
      columns: expect.arrayContaining(['Naam']),
    })
  })
})

describe('items.approve without items.read', () => {
  const waiting = { 'filter[status]': 'PENDING_APPROVAL' }

  test('does not learn the number of items from filters', async () => {
    const counted = async (scopes: string[]) => {
      const shop = await createItemActionShop()
      await shop.many(2)
      const key = await shop.key('live', scopes)
      return shop.ask({ action: 'APPROVE', filters: waiting, expectedCount: 1_000 }, { key })
    }
    const writing = await counted(['items.approve'])
    expect(writing).toMatchObject({
      status: 409,
      body: { code: 'count_changed', params: { expected: 1_000 } },
    })
    expect(writing.body.params).not.toHaveProperty('now')
    expect(writing.body.detail).toContain('items.read')
    const reading = await counted(['items.approve', 'items.read'])
    expect(reading).toMatchObject({ status: 409, body: { code: 'count_changed', params: { now: '2' } } })
  })

  test('gets the same response to a wrong fingerprint whether or not the number is right', async () => {
    const shop = await createItemActionShop()
    await shop.many(2)
    const approve = async (expectedCount: number, scopes: string[]) => {
      const key = await shop.key('live', scopes)
      const body = { action: 'APPROVE', filters: waiting, expectedCount, expectedFingerprint: 'x' }
      const answer = await shop.ask(body, { key })
      return { status: answer.status, code: answer.body.code, params: Object.keys(answer.body.params ?? {}) }
    }
    const one = { status: 409, code: 'count_changed', params: ['case', 'expected'] }
    for (const expectedCount of [1, 2, 3])
      expect(await approve(expectedCount, ['items.approve'])).toEqual(one)
    const reading = ['items.approve', 'items.read']
    expect(await approve(2, reading)).toMatchObject({ status: 412, code: 'revision_conflict' })
    expect(await approve(3, reading)).toMatchObject({ status: 409, code: 'count_changed' })
  })

  test.each([
    'recipientName',
    'recipientName][contains',
    'recipientCountry',
    'recipientPostalCode][startsWith',
    'reference',
    'billingGroup',
    'trackingCode',
    'metadata',
  ])('does not learn from a successful action whether items match %s', async (field) => {
    const shop = await createItemActionShop()
    await shop.many(1, { reference: 'NL', billingGroup: 'NL', metadata: { order: 'NL' } })
    const filters = { ...waiting, [`filter[${field}]`]: field === 'metadata' ? 'order:NL' : 'NL' }
    const approve = async (expectedCount: number, scopes: string[]) =>
      shop.ask({ action: 'APPROVE', filters, expectedCount }, { key: await shop.key('live', scopes) })
    for (const scope of ['items.approve', 'items.write'])
      for (const expectedCount of [1, 2])
        expect(await approve(expectedCount, [scope])).toMatchObject({
          status: 403,
          body: {
            code: 'insufficient_scope',
            params: { filters: `filters.filter[${field}]` },
            detail: expect.stringContaining('items.read'),
          },
        })
    expect((await approve(500, ['items.approve', 'items.read'])).status).toBe(409)
  })

  test('may act on items by status', async () => {
    const shop = await createItemActionShop()
    const [id] = await shop.many(1)
    const key = await shop.key('live', ['items.approve'])
    const filters = { ...waiting, 'filter[postflowId]': shop.asking, 'filter[createdAt][gte]': '2026-01-01' }
    expect((await shop.ask({ action: 'APPROVE', filters, expectedCount: 1 }, { key })).status).toBe(202)
    await shop.settle()
    expect(await shop.statuses([id!])).toEqual(['SCHEDULED'])
  })

  test('gets an error for an unknown filter', async () => {
    const shop = await createItemActionShop()
    const key = await shop.key('live', ['items.approve'])
    const body = { action: 'APPROVE', filters: { 'filter[recipient]': 'Zoë' }, expectedCount: 1 }
    expect(await shop.ask(body, { key })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'filters.filter[recipient]' }] },
    })
  })
})
