import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { entry, type File } from '../../support/catalogue.ts'
import { createItemShop, type ItemShop, type ItemShopOptions } from '../../support/items.ts'
import type { PortalSession } from '../../support/portal.ts'

let shop: ItemShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createItemShop()
  operator = await shop.portal({ operator: ['catalogue.manage'], email: 'olaf@example.com' })
})

const call = (operation: string, more: File = {}) =>
  shop.call(`catalogue.${operation}`, { session: operator, ...more })
const exported = async (): Promise<{ revision: number; file: File }> => (await call('get')).body

describe('the catalogue over the API', () => {
  test('is checked before import, with the same report in both', async () => {
    const { file, revision } = await exported()
    entry(file, 'specifications', 'postcard-a6').productionDays = 3
    const checked = await call('check', { body: file })
    expect(checked).toMatchObject({ status: 200, body: { revision, valid: true, findings: [] } })
    const imported = await call('import', { body: file, ifMatch: `"${revision}"` })
    expect(imported).toMatchObject({
      status: 200,
      body: { revision: revision + 1, changes: checked.body.changes },
    })
    expect(imported.body.changes.map(({ code, key }: File) => `${key} ${code}`)).toEqual([
      'postcard-a6 catalogue_change',
      'postcard-a6 catalogue_change',
    ])
    expect((await exported()).file).toEqual(file)
  })

  test('has samples, which can be imported unchanged', async () => {
    const { status, body } = await call('samples')
    expect([status, body.samples[0].name]).toEqual([200, 'standard'])
    expect(body.samples.map(({ name }: File) => name)).toContain('nl')
    const sample = await call('sample', { params: { name: 'nl' } })
    expect(sample).toMatchObject({ status: 200, body: { currency: 'EUR' } })
    expect(await call('check', { body: sample.body })).toMatchObject({ body: { valid: true, findings: [] } })
    expect(await call('sample', { params: { name: 'xx' } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  test('in another currency updates every organisation’s VAT, before money was counted', async () => {
    const jobsAfter = async (options: ItemShopOptions) => {
      shop = await createItemShop(options)
      operator = await shop.portal({ operator: ['catalogue.manage'], email: 'olaf@example.com' })
      const { file } = await exported()
      file.currency = 'CHF'
      for (const list of file.priceLists) list.currency = 'CHF'
      const { status } = await call('import', { body: file })
      const kind = 'billing.treatments'
      const jobs = await shop.services.store.read((rows) => rows.jobs.find(everyone, { kind }))
      return [status, jobs.map((job) => job.status)]
    }
    expect(await jobsAfter({ fundsCents: 0 })).toEqual([200, ['PENDING']])
    expect(await jobsAfter({ fundsCents: 1 })).toEqual([422, []])
  })

  test('is refused if it was changed in the meantime', async () => {
    const { file } = await exported()
    const response = await call('import', { body: file, ifMatch: '"7"' })
    expect(response).toMatchObject({ status: 412, body: { code: 'revision_conflict' } })
  })

  test('is refused with every place as a parameter', async () => {
    const { file } = await exported()
    file.products[0].kind = 'PARCEL'
    entry(file, 'specifications', 'window-letter-c5').stock = 'silk300'
    const { status, body } = await call('import', { body: file })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([
      { parameter: 'products[0].kind', code: 'invalid_value' },
      { parameter: 'specifications[2].stock', code: 'catalogue_reference', params: { meant: 'silk-300' } },
    ])
  })

  test.each([
    ['an empty object', {}],
    ['lists of another kind', { schema: 'lettershop.catalogue/1', currency: 'EUR', products: {}, stocks: 7 }],
    ['invalid entries', { schema: 'lettershop.catalogue/1', currency: 'EUR', products: [null, 7, []] }],
  ])('that is %s is not a catalogue', async (_what, body) => {
    const { status, body: report } = await call('check', { body })
    expect(status).toBe(200)
    expect(report.valid).toBe(false)
    expect(report.findings.length).toBeGreaterThan(0)
  })

  test.each([
    ['a list', []],
    ['a text', 'catalogue'],
    ['nothing', null],
  ])('that is %s is refused, checked or imported', async (_what, body) => {
    expect((await call('check', { body })).status).toBe(422)
    expect((await call('import', { body })).status).toBe(422)
  })

  test('is for operators with its scope, and operators of the instance', async () => {
    const status = async (session: PortalSession) => (await call('get', { session })).status
    expect(await status(await shop.portal({ operator: ['platform.admin'] }))).toBe(200)
    expect(await status(await shop.portal({ operator: ['runs.manage'] }))).toBe(403)
    expect(await status(await shop.portal({}))).toBe(403)
    expect((await shop.call('catalogue.get', { key: shop.keys.live })).status).toBe(404)
  })

  test('is in the platform’s audit log, with the user who changed it', async () => {
    const { file } = await exported()
    entry(file, 'stocks', 'silk-300').gsm = 350
    await call('import', { body: file })
    const admin = await shop.portal({ operator: true })
    const query = 'filter[resource]=stock'
    const { data } = (await shop.call('auditLog.platform', { session: admin, query })).body
    expect(data).toMatchObject([
      {
        actor: { name: 'olaf@example.com' },
        operation: 'catalogue.import',
        action: 'CHANGED',
        before: { gsm: 300 },
        after: { gsm: 350 },
      },
    ])
  })
})

describe('entry by entry', () => {
  test('a kind is listed, written and archived, with the check of the whole catalogue', async () => {
    const stock = {
      key: 'recycled-80',
      name: 'Recycled',
      gsm: 80,
      coated: false,
      colourProfile: 'FOGRA39',
      maxInkPercent: 300,
    }
    const params = { key: stock.key }
    expect(await call('putStock', { params, body: stock })).toMatchObject({
      status: 200,
      body: { revision: 2, changes: [{ part: 'stocks', key: stock.key }] },
    })
    expect((await call('listStocks')).body.data.map(({ key }: File) => key)).toContain(stock.key)
    const letter = entry((await exported()).file, 'specifications', 'window-letter-c5')
    const put = await call('putSpecification', {
      params: { key: letter.key },
      body: { ...letter, stock: stock.key },
    })
    expect(put.body.changes.map(({ message }: File) => message)).toContain(
      'Specification window-letter-c5 gets version 2: 0 scheduled items keep their version.',
    )
    expect(await call('archiveStock', { params })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'specifications[2].stock' }] },
    })
    expect((await call('archiveStock', { params: { key: 'uncoated-90' } })).status).toBe(200)
    expect((await exported()).file.stocks).toContainEqual(
      expect.objectContaining({ key: 'uncoated-90', archived: true }),
    )
    expect((await call('archiveStock', { params: { key: 'none' } })).status).toBe(404)
  })

  test('an archived specification is no longer available; existing templates keep working at its prices', async () => {
    const params = { key: 'postcard-a6' }
    expect((await call('archiveSpecification', { params })).status).toBe(200)
    expect(await shop.create()).toMatchObject({ status: 'SCHEDULED', priceCents: 89 })
    const template = { name: 'New', productSpecificationId: (await exported()).file.specifications[1].id }
    expect((await shop.call('templates.create', { body: template })).status).toBe(422)
  })

  test('its page can’t change while designs use it', async () => {
    const card = entry((await exported()).file, 'specifications', 'postcard-a6')
    const params = { key: card.key }
    const wider = { ...card, sheet: { ...card.sheet, trim: { w: 150, h: 105 } } }
    expect(await call('putSpecification', { params, body: wider })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'specifications[1].sheet.trim', code: 'sheet_changed' }] },
    })
    const large = entry((await exported()).file, 'specifications', 'postcard-a5')
    const taller = { ...large, sheet: { ...large.sheet, trim: { w: 210, h: 149 } } }
    expect((await call('putSpecification', { params: { key: large.key }, body: taller })).status).toBe(200)
  })

  test('the key in the URL must be that of the entry', async () => {
    const card = entry((await exported()).file, 'specifications', 'postcard-a6')
    expect(await call('putSpecification', { params: { key: 'other' }, body: card })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'key' }] },
    })
  })
})
