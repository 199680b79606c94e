import { beforeEach, describe, expect, test } from 'vitest'
import { defaultPrinterId, installPrinters } from '../../../src/core/features/printers/default-printer.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { password } from '../../support/people.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createMemoryPrinters, type MemoryPrinters } from '../../support/printers.ts'
import type { TestCall } from '../../support/shop.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'
const hostKey = `SHA256:${'a'.repeat(43)}`
const sftp = { host: 'print.example', user: 'shop', path: '/in', hostKey }

let shop: MailShop
let ways: MemoryPrinters
let operator: PortalSession
beforeEach(async () => {
  ways = createMemoryPrinters()
  shop = await createMailShop({ clock: before, ports: { printers: ways } })
  await installPrinters(shop.services)
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
})

const call = (operation: string, more: TestCall = {}) => shop.call(operation, { session: operator, ...more })
const create = async (key: string, more: object = {}) => {
  const body = { key, name: key, kind: 'SFTP', settings: sftp, secret: 'a password', ...more }
  const { status, body: printer } = await call('printers.create', { body })
  expect(status, JSON.stringify(printer)).toBe(201)
  return printer.id as string
}
const rules = async (...of: object[]) => {
  const { status, body } = await call('printerRules.put', { body: { rules: of, currentPassword: password } })
  expect(status, JSON.stringify(body)).toBe(200)
}
const runOf = async () => (await shop.runs())[0]!
const packagesOf = (key: string) => ways.partners.get(key)?.packages.size ?? 0
/** Returns what operators see of the unavailable printer of the first run. */
const awayOf = async () => (await call('runs.platform')).body.data[0].away
const runsOf = async (id: string) =>
  (await call('runs.ofPrinter', { params: { id } })).body.data.map((run: { id: string }) => run.id)
const pass = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) await shop.advance(minuteMs)
}
describe('an unavailable printer', () => {
  test('is replaced by the fallback after the time set by the rule', async () => {
    const [lyon, gent] = [await create('lyon'), await create('gent')]
    await rules({ match: {}, printers: [lyon, gent], fallBackMinutes: 10 })
    await shop.post()
    ways.open({ id: lyon, key: 'lyon', kind: 'SFTP', settings: {}, secret: undefined }, undefined!)
    ways.partners.get('lyon')!.script({ kind: 'unavailable', reason: 'Lyon is away.' })
    await shop.advance(cutoff)
    await pass(5)
    expect(await runOf()).toMatchObject({
      status: 'RENDERED',
      reason: expect.stringContaining('Lyon is away.'),
    })
    const away = {
      printerId: lyon,
      printerKey: 'lyon',
      printerName: 'lyon',
      since: '2026-01-05T09:00:00.000Z',
    }
    expect(await awayOf()).toEqual(away)
    const { id } = await runOf()
    expect([await runsOf(lyon), await runsOf(gent)]).toEqual([[id], []])
    await pass(8)
    expect(await runOf()).toMatchObject({ status: 'HANDED_TO_PRINTER', givenPrinterId: gent })
    expect([packagesOf('lyon'), packagesOf('gent')]).toEqual([0, 1])
    expect(await awayOf()).toEqual(away)
    expect([await runsOf(lyon), await runsOf(gent)]).toEqual([[id], [id]])
  })

  test('is waited for if the fallback is also unavailable, and is not shown for a cancelled run', async () => {
    const [lyon, gent] = [await create('lyon'), await create('gent')]
    await rules({ match: {}, printers: [lyon, gent], fallBackMinutes: 1 })
    await shop.post()
    for (const [id, key] of [
      [lyon, 'lyon'],
      [gent, 'gent'],
    ] as const) {
      ways.open({ id, key, kind: 'SFTP', settings: {}, secret: undefined }, undefined!)
      ways.partners.get(key)!.script({ kind: 'unavailable', reason: `${key} is away.` })
    }
    await shop.advance(cutoff)
    await pass(5)
    const [run] = (await call('runs.platform')).body.data
    expect(run).toMatchObject({ status: 'RENDERED', printerKey: 'lyon', away: { printerKey: 'lyon' } })
    const key = await shop.key('live', ['runs.manage'])
    await shop.call('runs.cancel', { key, params: { id: run.id }, body: { reason: 'No paper.' } })
    expect((await runOf()).status).toBe('CANCELLED')
    expect(await awayOf()).toBeNull()
  })

  test('is not shown once it has the run after all', async () => {
    const lyon = await create('lyon')
    await rules({ match: {}, printers: [lyon] })
    await shop.post()
    ways.open({ id: lyon, key: 'lyon', kind: 'SFTP', settings: {}, secret: undefined }, undefined!)
    ways.partners.get('lyon')!.script({ kind: 'unavailable', reason: 'Lyon is away.' })
    await shop.advance(cutoff)
    expect(await awayOf()).toMatchObject({ printerKey: 'lyon' })
    ways.partners.get('lyon')!.script()
    await pass(2)
    expect(await runOf()).toMatchObject({ status: 'HANDED_TO_PRINTER', givenPrinterId: null })
    expect(await awayOf()).toBeNull()
    expect(await runsOf(lyon)).toEqual([(await runOf()).id])
  })

  test('leaves runs without a rule to the default printer', async () => {
    await create('lyon')
    await shop.post()
    expect(await runsOf(defaultPrinterId)).toEqual([(await runOf()).id])
    expect((await call('runs.ofPrinter', { params: { id: 'prn_1' } })).status).toBe(404)
  })
})
