import { beforeEach, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { checkChanged, entry, type File, importChanged } from '../../support/catalogue.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

let shop: MailShop
beforeEach(async () => {
  shop = await createMailShop()
})

const without =
  (...keys: string[]) =>
  (file: File) => {
    file.specifications = file.specifications.filter(({ key }: File) => !keys.includes(key))
    for (const list of file.priceLists)
      list.lines = list.lines.filter(({ specification }: File) => !keys.includes(specification))
  }

const found = async (change: (file: File) => void) =>
  (await checkChanged(shop.services, change)).findings.map(({ severity, path, message }) =>
    [severity, path, message].join(' '),
  )

const archivePostflow = async (mode: 'live' | 'test', name: string) => {
  const id = shop.postflow(mode, name)
  const { status } = await shop.call('postflows.archive', { key: shop.keys[mode], params: { id } })
  expect(status).toBe(200)
}

describe('a specification that a file archives', () => {
  test('needs a price only for the Postflows that still sell it, each of which is named', async () => {
    const a5 = without('postcard-a5')
    const sold = (mode: 'live' | 'test') =>
      `error /specifications The Postflow Dinner invitation (${shop.postflow(mode, 'Dinner invitation')}) still sells postcard-a5, which is archived and lacks prices from 2026-01-05 on. Archive the Postflow, or price the specification in every zone.`
    expect((await found(a5)).sort()).toEqual([sold('live'), sold('test')].sort())
    await archivePostflow('live', 'Dinner invitation')
    expect(await found(a5)).toEqual([sold('test')])
    await archivePostflow('test', 'Dinner invitation')
    expect(await found(a5)).toEqual([])
    // Its design still exists.
    const designs = await shop.services.store.read((rows) =>
      rows.templates.count(everyone, { specificationId: sampleIds.a5 }),
    )
    expect(designs).toBe(1)
  })

  test('keeps the price of scheduled items', async () => {
    const { id } = await shop.post({ postflow: 'Dinner invitation' })
    for (const mode of ['live', 'test'] as const) await archivePostflow(mode, 'Dinner invitation')
    await importChanged(shop.services, without('postcard-a5'))
    const before = await shop.item(id)
    expect(before).toMatchObject({ status: 'SCHEDULED', priceZone: 'domestic' })
    expect(before.priceCents).toBeGreaterThan(0)
  })

  test('can be exported and imported again', async () => {
    for (const name of ['Dinner invitation', 'Offer letter', 'Welcome card'])
      for (const mode of ['live', 'test'] as const) await archivePostflow(mode, name)
    await importChanged(shop.services, without('postcard-a5', 'window-letter-c5'))
    expect(await found(() => {})).toEqual([])
  })

  test('is reported for a mailing that is not approved yet', async () => {
    for (const mode of ['live', 'test'] as const) await archivePostflow(mode, 'Dinner invitation')
    const { data } = (await shop.call('templates.list')).body
    const templateId = data.find(({ name }: File) => name === 'Dinner invitation').id
    const { body } = await shop.call('postbatches.create', {
      key: shop.keys.live,
      body: { name: 'Spring', templateId },
    })
    expect(await found(without('postcard-a5'))).toEqual([
      `warning /specifications The unapproved mailing Spring (${body.id}) uses postcard-a5, which is archived and lacks prices from 2026-01-05 on. It can’t be sent without a price.`,
    ])
  })

  test('can’t start a Postflow without a price', async () => {
    for (const mode of ['live', 'test'] as const) await archivePostflow(mode, 'Dinner invitation')
    const { data } = (await shop.call('templates.list')).body
    const templateId = data.find(({ name }: File) => name === 'Dinner invitation').id
    const { body: draft } = await shop.call('postflows.create', {
      key: shop.keys.test,
      body: { name: 'Late', templateId },
    })
    await importChanged(shop.services, without('postcard-a5'))
    const late = await shop.call('postflows.activate', { key: shop.keys.test, params: { id: draft.id } })
    expect([late.status, late.body.code]).toEqual([409, 'invalid_state'])
    expect(late.body.detail).toContain('is no longer available')
  })

  test('is priced like the others after it is restored', async () => {
    for (const mode of ['live', 'test'] as const) await archivePostflow(mode, 'Dinner invitation')
    await importChanged(shop.services, without('postcard-a5'))
    const again = (file: File) => {
      entry(file, 'specifications', 'postcard-a5').archived = false
    }
    const { findings } = await checkChanged(shop.services, again)
    expect(
      findings.map(({ severity, code, params }) => [severity, code, params!.case, params!.zone]),
    ).toEqual(['domestic', 'europe', 'world'].map((zone) => ['error', 'price', 'none', zone]))
  })
})
