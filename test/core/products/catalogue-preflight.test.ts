import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { type PreflightRule, preflightDefaults } from '../../../src/core/template/preflight-rules.ts'
import { checkChanged, entry, type File, fileOf, importChanged } from '../../support/catalogue.ts'
import type { TestShop } from '../../support/shop.ts'
import { create, printable, renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

let shop: TestShop
beforeEach(async () => {
  shop = await shopWithCatalogue()
})

const card = (file: File) => entry(file, 'specifications', 'postcard-a6')
const set = (preflight: object) =>
  importChanged(shop.services, (file) => {
    card(file).sheet.preflight = preflight
  })

describe('preflight severities in the catalogue', () => {
  test('are exported unchanged, create a version, and are shown with the product', async () => {
    const preflight = { hairline: 'warning', rgb_image: 'error', bleed_missing: 'off' }
    const { changes, findings } = await set(preflight)
    expect(findings).toEqual([])
    expect(changes.map(({ message }) => message)).toEqual([
      'Specification postcard-a6 gets version 2: 0 scheduled items keep their version.',
      'The product specification postcard-a6 changes: sheet.',
    ])
    expect(card(await fileOf(shop.services)).sheet.preflight).toEqual(preflight)
    expect(await importChanged(shop.services, () => {})).toMatchObject({ changes: [], findings: [] })
    const { body } = await shop.call('products.get', { params: { id: sampleIds.postcard } })
    const shown = body.specifications.find(({ id }: File) => id === sampleIds.a6)
    expect(shown.sheet.preflight).toEqual(preflight)
  })

  test('default if the file does not set them', async () => {
    await set({ hairline: 'off' })
    const { changes } = await importChanged(shop.services, (file) => {
      delete card(file).sheet.preflight
    })
    expect(changes.map(({ message }) => message)).toContain(
      'The product specification postcard-a6 changes: sheet.',
    )
    expect(card(await fileOf(shop.services)).sheet).not.toHaveProperty('preflight')
  })

  test.each(Object.keys(preflightDefaults) as PreflightRule[])('accept %s', async (rule) => {
    const { findings } = await checkChanged(shop.services, (file) => {
      card(file).sheet.preflight = { [rule]: 'error' }
    })
    expect(findings).toEqual([])
  })

  test.each([
    ['an unknown rule', { hairlines: 'off' }, 'hairlines', 'unknown'],
    ['an unknown severity', { hairline: 'info' }, 'hairline', 'invalid_value'],
    ['no severity', { hairline: null }, 'hairline', 'invalid_value'],
  ])('refuse %s with its place', async (_what, preflight, field, code) => {
    const { findings } = await checkChanged(shop.services, (file) => {
      card(file).sheet.preflight = preflight
    })
    const at = (await fileOf(shop.services)).specifications.findIndex(
      ({ key }: File) => key === 'postcard-a6',
    )
    expect(findings.map(({ path, code }) => [path, code])).toEqual([
      [`/specifications/${at}/sheet/preflight/${field}`, code],
    ])
  })
})

describe('a design with a line of 0.05 mm', () => {
  const line = { type: 'line' as const, x1: 10, y1: 90, x2: 60, y2: 90, strokeWidth: 0.05 }
  const [front, ...others] = printable.pages
  const document = { ...printable, pages: [{ ...front!, elements: [...front!.elements, line] }, ...others] }
  const publish = async () => {
    const { id } = await create(shop, { document })
    const { status, body } = await shop.call('templates.publish', { params: { id } })
    const reported = (status === 201 ? body.findings : body.errors) as { code: string; severity?: string }[]
    const hairlines = reported.filter(({ code }) => code === 'hairline').map(({ severity }) => severity)
    return { id, published: status, hairlines }
  }

  test.each<[what: string, preflight: object | undefined, published: number, hairlines: unknown[]]>([
    ['is refused', undefined, 422, [undefined]],
    ['is refused if another rule is customised', { rich_black: 'off' }, 422, [undefined]],
    ['is published with a warning if the product says so', { hairline: 'warning' }, 201, ['warning']],
    ['is published if the product ignores the rule', { hairline: 'off' }, 201, []],
  ])('%s', async (_what, preflight, published, hairlines) => {
    if (preflight) await set(preflight)
    expect(await publish()).toMatchObject({ published, hairlines })
  })

  test('stays published if the product becomes stricter, but can’t be published again', async () => {
    await set({ hairline: 'warning' })
    const { id } = await publish()
    await set({ hairline: 'error' })
    const { body } = await shop.call('templates.get', { params: { id } })
    expect(body.latestVersion).toMatchObject({ number: 1, staticLayerStatus: 'READY' })
    expect((await shop.call('templates.publish', { params: { id } })).status).toBe(422)
  })
})
