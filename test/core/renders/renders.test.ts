import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { inspectionSentences } from '../../../src/adapters/pdf/sentences.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { itemLimits } from '../../../src/core/model/item-limits.ts'
import { FileTooComplex } from '../../../src/core/ports/renderer.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { zoe } from '../../support/recipients.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const create = (shop: MailShop, body: object, mode: 'live' | 'test' = 'live') =>
  shop.call('renders.create', { key: shop.keys[mode], body })
const get = async (shop: MailShop, id: string) => (await shop.call('renders.get', { params: { id } })).body
const file = (shop: MailShop, id: string) => shop.call('renders.file', { params: { id } })
const versionOf = async (shop: MailShop) =>
  (await shop.call('templates.list', { query: 'sort=createdAt' })).body.data[0].latestVersion.id as string

describe('a preview', () => {
  test('is requested, drawn in a job, announced, and then available as PDF', async () => {
    const shop = await createMailShop({ ports: { renderer: pdf } })
    const { status, body } = await create(shop, { postflowId: shop.postflow('live') })
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { id: expect.stringMatching(/^rnd_/), status: 'PENDING', file: null, format: 'pdf', dpi: 150 },
    })
    expect(await file(shop, body.id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    await shop.settle()
    const ready = await get(shop, body.id)
    expect(ready).toMatchObject({ status: 'READY', findings: [], file: `/v1/renders/${body.id}/file` })
    const download = await file(shop, body.id)
    expect(download).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/pdf' } })
    expect(new TextDecoder('latin1').decode(download.body.slice(0, 5))).toBe('%PDF-')
    expect(download.body.length).toBe(ready.sizeBytes)
    expect(await shop.events()).toContain('preview.ready')
  })

  test('accepts the same data as an item, including numbers', async () => {
    const shop = await createMailShop()
    const postflowId = shop.postflow('live')
    const preview = (data: object) => create(shop, { postflowId, data })
    const send = (data: object) => shop.call('items.create', { body: { postflowId, recipient: zoe, data } })
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 'x']))
    for (const call of [preview, send]) {
      expect((await call({ firstName: 5 })).status).toBeLessThan(300)
      expect((await call(fields(itemLimits.dataFields))).status).toBeLessThan(300)
      expect(await call(fields(itemLimits.dataFields + 1))).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: 'data' }] },
      })
      expect(await call({ firstName: true })).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: 'data.firstName' }] },
      })
    }
    await shop.settle()
    expect(shop.renderer.rendered.map(({ data }) => data.firstName)).toContain('5')
  })

  test('is kept by real time, shown on the clock of its creation', async () => {
    const shop = await createMailShop()
    const ask = () => create(shop, { postflowId: shop.postflow('test') }, 'test')
    const before = (await ask()).body
    await shop.call('developers.advanceTestClock', { key: shop.keys.test, body: { by: 'P60D' } })
    const { body } = await ask()
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(7 * dayMs)
    const get = async (id: string) => shop.call('renders.get', { key: shop.keys.test, params: { id } })
    expect((await get(body.id)).body.expiresAt).toBe(body.expiresAt)
    // The jump of the test clock past the expiry has not removed the earlier one.
    expect((await get(before.id)).body.expiresAt).toBe(body.expiresAt)
    await shop.advance(new Date(shop.clock.now() + 7 * dayMs + 1).toISOString())
    expect((await get(body.id)).status).toBe(404)
  })

  test('of one page comes as PNG', async () => {
    const shop = await createMailShop({ ports: { renderer: pdf } })
    const { body } = await create(shop, {
      templateVersionId: await versionOf(shop),
      data: { firstName: 'Ωmega' },
      format: 'png',
      page: 2,
      dpi: 72,
    })
    await shop.settle()
    const download = await file(shop, body.id)
    expect(download).toMatchObject({ status: 200, headers: { 'Content-Type': 'image/png' } })
    expect([...download.body.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  })

  test('of an item shows the item’s own data, in its own mode only', async () => {
    const shop = await createMailShop()
    const { id } = await shop.post({ mode: 'test', data: { firstName: 'Wim' } })
    expect(await create(shop, { itemId: id }, 'live')).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'itemId', code: 'unknown' }] },
    })
    await create(shop, { itemId: id }, 'test')
    await shop.settle()
    const ofItem = shop.renderer.rendered.find(({ itemId }) => itemId === id)
    expect(ofItem).toMatchObject({ data: { firstName: 'Wim' } })
  })

  test('fills missing fields with the template’s samples', async () => {
    const shop = await createMailShop()
    await create(shop, { postflowId: shop.postflow('live'), data: { firstName: 'Ada' } })
    await shop.settle()
    const given = shop.renderer.rendered.map(({ data }) => data)
    expect(given).toContainEqual({ firstName: 'Ada', flowers: 'ten tulips' })
  })

  test('with an overflow fails with the finding, and has no file', async () => {
    const shop = await createMailShop()
    const { body } = await create(shop, {
      postflowId: shop.postflow('live'),
      data: { firstName: 'TOO LONG' },
    })
    await shop.settle()
    expect(await get(shop, body.id)).toMatchObject({
      status: 'FAILED',
      file: null,
      findings: [{ code: 'text_overflow', page: 1 }],
    })
    expect(await file(shop, body.id)).toMatchObject({ status: 409 })
    expect(await shop.events()).not.toContain('preview.ready')
  })

  test('of files that are too complex fails immediately with that finding', async () => {
    const shop = await createMailShop()
    shop.renderer.picture = async () => {
      throw new FileTooComplex(inspectionSentences.sentence('file_too_complex.time', { seconds: 20 }))
    }
    const { body } = await create(shop, { postflowId: shop.postflow('live'), format: 'png' })
    await shop.settle()
    expect(await get(shop, body.id)).toMatchObject({
      status: 'FAILED',
      findings: [{ code: 'file_too_complex', severity: 'error' }],
    })
  })

  test('that can’t be drawn fails after a few tries, without internal details', async () => {
    const shop = await createMailShop()
    shop.renderer.renderPart = async () => {
      throw new Error('secret path /srv')
    }
    const { body } = await create(shop, { postflowId: shop.postflow('live') })
    for (let minute = 0; minute < 5; minute++) await shop.advance(60_000)
    const failed = await get(shop, body.id)
    expect(failed).toMatchObject({ status: 'FAILED', findings: [{ code: 'render_failed' }] })
    expect(JSON.stringify(failed)).not.toContain('/srv')
  })

  test('is removed after seven days of real time, regardless of the test clock', async () => {
    const shop = await createMailShop()
    const { body } = await create(shop, { postflowId: shop.postflow('test') }, 'test')
    await shop.settle()
    const params = { id: body.id as string }
    await shop.advanceTestClock('2026-03-01T00:00:00Z')
    expect(await shop.call('renders.get', { key: shop.keys.test, params })).toMatchObject({ status: 200 })
    await shop.advance(7 * dayMs)
    expect(await shop.call('renders.get', { key: shop.keys.test, params })).toMatchObject({ status: 404 })
    for await (const key of shop.services.blobs.list('renders/')) throw new Error(`${key} was left behind`)
  })

  test.each([
    ['nothing', {}, ['templateVersionId']],
    ['two subjects', { itemId: 'itm_1', postflowId: 'pfl_1' }, ['postflowId', 'itemId']],
    ['an item with its own data', { itemId: 'itm_1', data: {} }, ['data']],
    ['an unknown version', { templateVersionId: 'tv_1' }, ['templateVersionId']],
    ['an unknown Postflow', { postflowId: 'pfl_1' }, ['postflowId']],
    ['a page and a resolution out of range', { postflowId: 'pfl_1', page: 17, dpi: 301 }, ['page', 'dpi']],
    ['another format', { postflowId: 'pfl_1', format: 'gif' }, ['format']],
  ])('of %s is refused', async (_what, body, parameters) => {
    const shop = await createMailShop()
    const response = await create(shop, body)
    expect(response.status).toBe(422)
    expect(response.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
  })

  test('of a missing page is refused', async () => {
    const shop = await createMailShop()
    expect(await create(shop, { postflowId: shop.postflow('live'), format: 'png', page: 3 })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'page' }] },
    })
  })

  test('counts in the rate class of previews', async () => {
    const shop = await createMailShop()
    const { headers } = await create(shop, { postflowId: shop.postflow('live') })
    expect(headers['RateLimit-Limit']).toBe('60')
  })
})

describe('a preview of an item', () => {
  const letterOf = async (shop: MailShop) => {
    const { id: itemId } = await shop.post({ name: 'Zoë de Vries' })
    const { body } = await create(shop, { itemId })
    await shop.settle()
    return { itemId, id: body.id as string }
  }
  const refused = {
    status: 403,
    body: { code: 'insufficient_scope', detail: expect.stringContaining('items.read') },
  }

  test('can’t be requested or read with templates.read alone', async () => {
    const shop = await createMailShop()
    const { itemId, id } = await letterOf(shop)
    const key = await shop.key('live', ['templates.read'])
    expect(await shop.call('renders.create', { key, body: { itemId } })).toMatchObject(refused)
    expect(await shop.call('renders.get', { key, params: { id } })).toMatchObject(refused)
    expect(await shop.call('renders.file', { key, params: { id } })).toMatchObject(refused)
    const postflowId = shop.postflow('live')
    const design = await shop.call('renders.create', { key, body: { postflowId } })
    expect(design.status).toBe(202)
    await shop.settle()
    expect((await shop.call('renders.get', { key, params: { id: design.body.id } })).body.status).toBe(
      'READY',
    )
  })

  test('can be requested and read with items.read', async () => {
    const shop = await createMailShop()
    const { itemId, id } = await letterOf(shop)
    const key = await shop.key('live', ['templates.read', 'items.read'])
    expect((await shop.call('renders.create', { key, body: { itemId } })).status).toBe(202)
    expect((await shop.call('renders.get', { key, params: { id } })).body.itemId).toBe(itemId)
    expect((await shop.call('renders.file', { key, params: { id } })).status).toBe(200)
  })

  test('is no longer at its signed URL once the caller has lost access', async () => {
    const shop = await createMailShop()
    const { id } = await letterOf(shop)
    const session = await shop.portal({ permissions: ['templates.read', 'items.read'] })
    const { body } = await shop.call('renders.get', { session, mode: 'live', params: { id } })
    const params = { token: body.url.split('/').at(-1) }
    expect((await shop.call('media.get', { params })).status).toBe(200)
    const forged = { token: params.token.replace(/\.user-[^.]+/, '') }
    expect((await shop.call('media.get', { params: forged })).status).toBe(404)
    await shop.services.store.write((rows) =>
      rows.roles.updateWhere(
        { organisationId: shop.organisation.id },
        {},
        { permissions: ['templates.read'] },
      ),
    )
    expect((await shop.call('media.get', { params })).status).toBe(404)
  })

  test('is no longer at the URL of a revoked key, but stays at that of a rotated one', async () => {
    const shop = await createMailShop()
    const { id } = await letterOf(shop)
    const key = await shop.key('live', ['templates.read', 'items.read'])
    const { body } = await shop.call('renders.get', { key, params: { id } })
    const params = { token: body.url.split('/').at(-1) }
    expect((await shop.call('media.get', { params })).status).toBe(200)
    const own = { organisationId: shop.organisation.id }
    const [row] = (await shop.services.store.read((rows) => rows.apiKeys.find(own, {}))).filter(
      ({ prefix }) => key.startsWith(prefix),
    )
    const next = { ...row!, id: shop.services.ids.next('key'), hash: 'ab'.repeat(32) }
    await shop.services.store.write(async (rows) => {
      await rows.apiKeys.insert(next)
      await rows.apiKeys.update(own, row!.id, { revokedAt: shop.clock.now() })
    })
    expect((await shop.call('media.get', { params })).status).toBe(200)
    await shop.services.store.write((rows) =>
      rows.apiKeys.update(own, next.id, { revokedAt: shop.clock.now() }),
    )
    expect((await shop.call('media.get', { params })).status).toBe(404)
  })

  test('can’t be requested again by a repeated call after access to items is lost', async () => {
    const shop = await createMailShop()
    const { itemId } = await letterOf(shop)
    const session = await shop.portal({ permissions: ['templates.read', 'items.read'] })
    const call = { session, mode: 'live', body: { itemId }, idempotencyKey: 'once' }
    expect((await shop.call('renders.create', call)).status).toBe(202)
    await shop.services.store.write((rows) =>
      rows.roles.updateWhere(
        { organisationId: shop.organisation.id },
        {},
        { permissions: ['templates.read'] },
      ),
    )
    expect(await shop.call('renders.create', call)).toMatchObject(refused)
  })
})
