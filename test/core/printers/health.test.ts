import { beforeEach, describe, expect, test } from 'vitest'
import { defaultPrinterId, installPrinters } from '../../../src/core/features/printers/default-printer.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { password } from '../../support/people.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createMemoryPrinters, type MemoryPrinters } from '../../support/printers.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

let shop: MailShop
let ways: MemoryPrinters
let operator: PortalSession
beforeEach(async () => {
  ways = createMemoryPrinters()
  shop = await createMailShop({ clock: before, ports: { printers: ways } })
  await installPrinters(shop.services)
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
})

const call = (operation: string, more: object = {}) => shop.call(operation, { session: operator, ...more })
const healthOf = async (id: string) =>
  (await shop.services.store.read((rows) => rows.printers.get(everyone, id)))!.health
const away = async () => (await call('attention.get')).body.printersAway
const live = () => shop.printers.live
const unavailable = { kind: 'unavailable', reason: 'The share is not mounted.' } as const

describe('the health of a printer', () => {
  test('is the result of the last hand-over, and Home counts unavailable ones', async () => {
    await shop.post()
    expect([await healthOf(defaultPrinterId), await away()]).toEqual([null, 0])
    live().script(unavailable)
    await shop.advance(cutoff)
    expect(await healthOf(defaultPrinterId)).toEqual({
      ok: false,
      detail: 'The share is not mounted.',
      at: Date.parse(cutoff),
    })
    expect(await away()).toBe(1)
    live().script()
    await shop.advance(minuteMs)
    expect((await shop.runs())[0]!.status).toBe('HANDED_TO_PRINTER')
    expect(await healthOf(defaultPrinterId)).toMatchObject({ ok: true, at: Date.parse(cutoff) + minuteMs })
    expect(await away()).toBe(0)
  })

  test('belongs to the printer that a run went to, and to no other', async () => {
    const settings = { folder: 'lyon' }
    const body = { key: 'lyon', name: 'Lyon', kind: 'FOLDER', settings }
    const { id } = (await call('printers.create', { body })).body
    const rules = [{ match: {}, printers: [id] }]
    await call('printerRules.put', { body: { rules, currentPassword: password } })
    await shop.post()
    await shop.advance(cutoff)
    expect(await healthOf(id)).toMatchObject({ ok: true })
    expect(await healthOf(defaultPrinterId)).toBeNull()
  })

  test('is recorded if a printer can’t be asked about a hand-over', async () => {
    await shop.post()
    live().script({ kind: 'crash_after' })
    const { find } = live()
    live().find = () => Promise.reject(new Error('The share does not answer.'))
    await shop.advance(cutoff)
    await shop.advance(minuteMs)
    expect(await healthOf(defaultPrinterId)).toMatchObject({
      ok: false,
      detail: 'The share does not answer.',
    })
    live().find = find
    await shop.advance(5 * minuteMs)
    expect((await shop.runs())[0]!.status).toBe('HANDED_TO_PRINTER')
    expect(await healthOf(defaultPrinterId)).toMatchObject({ ok: true })
  })

  test('is unaffected by the simulated printers of test mode', async () => {
    shop.printers.test.script(unavailable)
    await shop.post({ mode: 'test' })
    await shop.advance(cutoff)
    expect(await healthOf(defaultPrinterId)).toBeNull()
  })

  test('is queried for the default printer as for any other', async () => {
    const ask = () => call('printers.test', { params: { id: defaultPrinterId } })
    expect((await ask()).body).toMatchObject({ ok: true })
    live().script(unavailable)
    expect((await ask()).body).toMatchObject({ ok: false, detail: 'The share is not mounted.' })
    expect(await healthOf(defaultPrinterId)).toMatchObject({ ok: false })
  })

  test('of a paused printer needs no attention', async () => {
    live().script(unavailable)
    await call('printers.test', { params: { id: defaultPrinterId } })
    expect(await away()).toBe(1)
    await call('printers.pause', { params: { id: defaultPrinterId } })
    expect(await away()).toBe(0)
  })
})
