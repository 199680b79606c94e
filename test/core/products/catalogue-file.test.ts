import { describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import standard from '../../../src/core/features/products/samples/standard.json' with { type: 'json' }
import { everyone } from '../../../src/core/ports/store.ts'
import { checkChanged, entry, fileOf, importChanged } from '../../support/catalogue.ts'
import { createItemShop } from '../../support/items.ts'

describe('the catalogue as a file', () => {
  test('is exported unchanged, with the ids of its products', async () => {
    const { services } = await createItemShop()
    const file = await fileOf(services)
    // A library without the holidays port lists the days itself.
    const plain = ({ calendars: _, ...rest }: Record<string, unknown>) => rest
    const { printers, printerRules, returnCodes, ...sold } = plain(file)
    expect(sold).toEqual({ ...plain(standard), postageProducts: [], costs: [] })
    // Samples have no printers; the default one always exists.
    expect(returnCodes).toEqual([])
    expect([printers, printerRules]).toMatchObject([[{ key: 'default' }], []])
  })

  test('changes nothing if nothing differs', async () => {
    const { services } = await createItemShop()
    expect(await importChanged(services, () => {})).toMatchObject({ findings: [], changes: [], imported: 1 })
  })

  test('is refused with every place', async () => {
    const { services } = await createItemShop()
    const { findings } = await checkChanged(services, (file) => {
      file.products[0].name = ''
      entry(file, 'specifications', 'postcard-a6').sheet.zones[0].x = 100
      entry(file, 'specifications', 'window-letter-c5').envelope.window.x = 200
      file.calendars[0].cron = '0 10 30 2 *'
      file.priceLists[0].lines.pop()
      file.stock = []
    })
    expect(findings.map(({ path, code, params }) => `${path} ${code} ${params?.case ?? ''}`.trim())).toEqual([
      '/stock catalogue_part unknown',
      '/products/0/name min_length counted',
      '/calendars/0/cron cutoff never',
      '/specifications/2 price none',
      '/specifications/1/sheet/zones/0 sheet_zone outside',
      '/specifications/2/envelope/window window outside',
      '/specifications/2/envelope/window window address_missing',
      '/specifications/2/envelope/window window uncovered',
    ])
  })
})

describe('a version of a specification', () => {
  test('begins with a change of production details; items and runs keep theirs', async () => {
    const shop = await createItemShop()
    const { services } = shop
    const early = await shop.create()
    const { changes } = await importChanged(services, (file) => {
      entry(file, 'stocks', 'silk-300').gsm = 350
      file.priceLists[0].lines[0].steps[0].priceCents = 99
    })
    expect(changes.map(({ message }) => message)).toContain(
      'Specification postcard-a6 gets version 2: 1 scheduled item keeps its version.',
    )
    const late = await shop.create({ recipient: { ...early.recipient, houseNumber: '99' } })
    const rows = await services.store.read(async (rows) => ({
      early: await rows.items.get(everyone, early.id),
      late: await rows.items.get(everyone, late.id),
      runs: await rows.runs.find(everyone, {}),
      versions: await rows.specificationVersions.find(everyone, { specificationId: sampleIds.a6 }),
    }))
    expect(rows.early).toMatchObject({ specificationVersion: 1, priceCents: 89, priceZone: 'domestic' })
    expect(rows.late).toMatchObject({ specificationVersion: 2, priceCents: 99, priceZone: 'domestic' })
    expect(rows.late!.cancellableUntil).toBe(rows.early!.cancellableUntil)
    expect(rows.runs.map(({ id, specificationVersion }) => [id, specificationVersion]).sort()).toEqual(
      [
        [rows.early!.runId, 1],
        [rows.late!.runId, 2],
      ].sort(),
    )
    expect(rows.versions.map(({ version, content }) => [version, content.paper])).toEqual([
      [1, { name: 'Silk-coated board', gsm: 300 }],
      [2, { name: 'Silk-coated board', gsm: 350 }],
    ])
  })
})
