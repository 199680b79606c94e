import { beforeEach, describe, expect, test } from 'vitest'
import { changePrinter } from '../../../src/core/features/printers/printer.ts'
import { type File, fileOf, importChanged } from '../../support/catalogue.ts'
import { createPrinterShop, printerEntry as printer } from '../../support/printer-catalogue.ts'

let at: Awaited<ReturnType<typeof createPrinterShop>>
beforeEach(async () => {
  at = await createPrinterShop()
})

const cutoff = '2026-01-05T09:00:00Z'

describe('printers in a catalogue file', () => {
  test('are created with their rules and exported unchanged', async () => {
    const house = printer('house', { capabilities: { plex: ['duplex'] }, secret: { env: 'PRESS' } })
    at.ways.outside.set('PRESS', 'a password')
    const rule = {
      match: { countries: ['BE'], minItems: 2 },
      printers: ['house', 'default'],
      fallBackMinutes: 5,
    }
    const other = { match: { specification: 'postcard-a6' }, printers: ['house'], fallBackMinutes: 15 }
    expect(
      await at.imported((file) => {
        file.printers.push(house)
        file.printerRules = [rule, other]
      }),
    ).toEqual([
      'New printer rule 1: BE · ≥ 2 → house, default (5 min).',
      'New printer rule 2: postcard-a6 → house.',
      'New printer: house.',
    ])
    const file = await fileOf(at.shop.services)
    expect(file.printers).toEqual([expect.objectContaining({ key: 'default' }), house])
    expect(file.printerRules).toEqual([rule, other])
    expect(await importChanged(at.shop.services, () => {})).toMatchObject({ changes: [], findings: [] })
    const shown = (await at.call('printerRules.get')).body.rules
    expect(shown[1].match).toEqual({ specificationId: expect.stringMatching(/^psp_/) })
  })

  test('are unchanged by a file without the lists; a list archives printers that it lacks', async () => {
    await at.imported((file) => {
      file.printers.push(printer('house'), printer('gent'))
      file.printerRules = [{ match: {}, printers: ['house'] }]
    })
    const without = (file: File) => {
      delete file.printers
      delete file.printerRules
    }
    expect(await at.imported(without)).toEqual([])
    expect(await at.statuses()).toEqual(['default ACTIVE', 'gent ACTIVE', 'house ACTIVE'])
    const named = (file: File) => {
      file.printers = [printer('house')]
      delete file.printerRules
    }
    expect(await at.imported(named)).toEqual([
      'The printer gent is not in the file and is archived; items already sold are unaffected.',
    ])
    expect(await at.statuses()).toEqual(['default ACTIVE', 'gent ARCHIVED', 'house ACTIVE'])
    // A file without rules keeps the existing ones, which need their printers.
    const none = (file: File) => {
      file.printers = []
      delete file.printerRules
    }
    expect(await at.found(none)).toEqual(['error /printerRules archived printer'])
    expect(await at.imported((file) => file.printers.push(printer('paris')))).toEqual(['New printer: paris.'])
    await at.imported((file) => delete file.printers.find(({ key }: File) => key === 'gent').archived)
    expect(await at.statuses()).toContain('gent ACTIVE')
  })

  test('keep the instance’s secret; null in a file does not remove it', async () => {
    const body = { ...printer('house'), secret: 'a password' }
    const { id } = (await at.call('printers.create', { body })).body
    const file = await fileOf(at.shop.services)
    expect(file.printers[1]).toEqual({ ...printer('house'), secret: 'sealed', capabilities: {} })
    expect(JSON.stringify(file)).not.toContain('a password')
    for (const secret of ['sealed', undefined]) {
      await at.imported((changed) => {
        Object.assign(changed.printers[1], { name: `with ${secret}`, secret })
      })
      expect((await at.call('printers.get', { params: { id } })).body).toMatchObject({
        name: `with ${secret}`,
        hasSecret: true,
      })
    }
    expect(await at.imported((changed) => Object.assign(changed.printers[1], { secret: null }))).toEqual([])
    expect((await at.call('printers.get', { params: { id } })).body.hasSecret).toBe(true)
    await at.shop.services.store.write((rows) => changePrinter(at.shop.services, rows, id, { secret: null }))
    expect(await at.found((changed) => Object.assign(changed.printers[1], { secret: 'sealed' }))).toEqual([
      'warning /printers/1/secret printer_secret not_kept',
    ])
  })

  test('read a referenced secret on use, including a replaced one', async () => {
    await at.imported((file) => {
      file.printers.push(printer('house', { secret: { file: '/run/secrets/press' } }))
      file.printerRules = [{ match: {}, printers: ['house'] }]
    })
    await at.shop.post()
    await at.shop.advance(cutoff)
    const [waiting] = await at.shop.runs()
    expect(waiting).toMatchObject({
      status: 'RENDERED',
      reason: expect.stringContaining('--printer-secrets'),
    })
    at.ways.outside.set('/run/secrets/press', 'the first')
    for (let minutes = 0; minutes < 3; minutes++) await at.shop.advance(60_000)
    expect((await at.shop.runs())[0]).toMatchObject({ status: 'HANDED_TO_PRINTER' })
    expect(at.ways.secrets.get('house')).toBe('the first')
    at.ways.outside.set('/run/secrets/press', 'the second')
    await at.shop.services.printerDesk.of((await at.shop.runs())[0]!)
    expect(at.ways.secrets.get('house')).toBe('the second')
  })

  test('replace a reference by a secret set over the API', async () => {
    await at.imported((file) => file.printers.push(printer('house', { secret: { env: 'PRESS' } })))
    const { id } = (await at.rows()).find(({ key }) => key === 'house')!
    const shown = await at.call('printers.get', { params: { id } })
    expect(shown.body).toMatchObject({ hasSecret: true, secretReference: { env: 'PRESS' } })
    const patched = await at.call('printers.patch', { params: { id }, body: { secret: 'typed' } })
    expect(patched.body).toMatchObject({ hasSecret: true, secretReference: null })
  })

  test('that are paused stay paused', async () => {
    await at.imported((file) => file.printers.push(printer('house')))
    const { id } = (await at.rows()).find(({ key }) => key === 'house')!
    await at.call('printers.pause', { params: { id } })
    expect(await at.imported((file) => Object.assign(file.printers[1], { name: 'House' }))).toEqual([
      'The printer house changes: name.',
    ])
    expect(await at.statuses()).toEqual(['default ACTIVE', 'house PAUSED'])
  })
})
