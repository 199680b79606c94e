import { beforeEach, describe, expect, test } from 'vitest'
import { installPrinters } from '../../../src/core/features/printers/default-printer.ts'
import { dayMs, hourMs, minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { filesOf, manifestOf } from '../../support/packages.ts'
import { password } from '../../support/people.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createMemoryPrinters, type MemoryPrinters } from '../../support/printers.ts'

const cutoff = '2026-01-05T09:00:00Z'
const reason = 'The printer office:631 did not finish run_001.pdf (aborted).'
const abandoned = { state: 'given_up', reason } as const

let shop: MailShop
let ways: MemoryPrinters
let operator: PortalSession
let key: string
let id: string
/** Creates a live run of three pieces for an office printer and reaches its cutoff. */
beforeEach(async () => {
  ways = createMemoryPrinters()
  shop = await createMailShop({ clock: '2026-01-05T08:00:00Z', ports: { printers: ways } })
  await installPrinters(shop.services)
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
  key = await shop.key('live', ['runs.manage', 'items.read', 'items.write'])
  const body = { key: 'office', name: 'Office', kind: 'IPP', settings: { url: 'ipp://office:631/print' } }
  const { id: printerId } = (await shop.call('printers.create', { session: operator, body })).body
  const rules = [{ match: {}, printers: [printerId] }]
  await shop.call('printerRules.put', { session: operator, body: { rules, currentPassword: password } })
  for (let n = 0; n < 3; n++) await shop.post()
  await shop.advance(cutoff)
  id = (await shop.runs())[0]!.id
})

const office = () => ways.partners.get('office')!
const run = async () => (await shop.runs())[0]!
const call = (operation: string, more: object = {}) => shop.call(operation, { key, params: { id }, ...more })
const say = (printed?: boolean) => call('runs.handOver', { body: printed === undefined ? {} : { printed } })
const heldUp = async () => (await call('attention.get', { params: {} })).body
const watching = () =>
  shop.services.store.read((rows) => rows.jobs.count(everyone, { kind: 'printing.watch' }))
const packages = () => [...office().packages.keys()]

describe('a run that its printer accepted and abandoned', () => {
  beforeEach(async () => {
    await shop.advance(3 * minuteMs)
    expect(await run()).toMatchObject({ status: 'HANDED_TO_PRINTER', uncertain: false })
    office().becomes(id, abandoned)
    await shop.advance(5 * minuteMs)
  })

  test('waits for an operator, who sees the reason; its organisation sees that it is being checked', async () => {
    expect(await run()).toMatchObject({
      status: 'HANDED_TO_PRINTER',
      uncertain: true,
      reason: expect.stringContaining(reason),
    })
    expect(await heldUp()).toMatchObject({ runsHeldUp: 1 })
    const { body } = await call('runs.get')
    expect(body).toMatchObject({ uncertain: true, reasonSentence: { params: { case: 'given_up' } } })
    expect(JSON.stringify(body)).not.toContain('office:631')
    const history = (await call('runs.history')).body.data
    expect(history.slice(-2)).toMatchObject([
      { status: 'HANDED_TO_PRINTER', reason: null },
      { status: 'HANDED_TO_PRINTER', reasonSentence: { params: { case: 'given_up' } } },
    ])
    const all = await shop.call('runs.platform', {
      session: operator,
      query: { 'filter[uncertain]': 'true' },
    })
    expect(all.body.data).toMatchObject([{ id, operatorReason: expect.stringContaining(reason) }])
    expect(await watching()).toBe(0)
  })

  test('is not printed again before the operator has reported what is on paper', async () => {
    await shop.advance(dayMs)
    expect(packages()).toEqual([id])
    expect(await say()).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  test('continues if everything is on paper', async () => {
    expect(await say(true)).toMatchObject({
      status: 200,
      body: { status: 'HANDED_TO_PRINTER', uncertain: false, reason: null },
    })
    await shop.advance(dayMs)
    expect(packages()).toEqual([id])
    expect(await heldUp()).toMatchObject({ runsHeldUp: 0 })
    expect(await say(true)).toMatchObject({ status: 409 })
  })

  test('is printed again as a marked remake if nothing is on paper', async () => {
    expect(await say(false)).toMatchObject({ status: 200, body: { uncertain: false, reason: null } })
    await shop.settle()
    expect(packages()).toEqual([id, expect.stringMatching(`^${id}_R1_`)])
    const { remake } = manifestOf(filesOf(office(), packages()[1]!))
    expect(remake).toMatchObject({ number: 1, sequences: [1, 2, 3] })
    const [recorded] = (await call('runs.history')).body.remakes
    expect(recorded).toMatchObject({ pieces: 3, by: { type: 'API_KEY' } })
    expect(await say(false)).toMatchObject({ status: 409 })
  })

  test('is printed again without ended pieces and those of remakes', async () => {
    await call('runs.remake', { body: { ranges: [{ from: 1, to: 1 }] } })
    const pieces = [{ sequence: 3, outcome: 'DAMAGED' }]
    expect(await call('runs.report', { body: { pieces } })).toMatchObject({ status: 200 })
    await say(false)
    await shop.settle()
    const remakes = (await call('runs.remakes')).body.data
    expect(remakes.map(({ sequences }: { sequences: number[] }) => sequences)).toEqual([[1], [2]])
  })

  test('counts as printed once the carrier has it', async () => {
    expect(await call('runs.offerToCarrier')).toMatchObject({
      status: 200,
      body: { status: 'HANDED_TO_CARRIER', uncertain: false, reason: null },
    })
  })
})

describe('a printer is polled about a run', () => {
  test('repeatedly, also after errors, until it has printed it', async () => {
    office().script({ kind: 'unavailable', reason: 'The printer is off.' })
    await shop.advance(hourMs)
    expect(await watching()).toBe(1)
    const { health } = (await shop.call('printers.list', { session: operator })).body.data[1]
    expect(health).toMatchObject({ ok: false, detail: 'The printer is off.' })
    office().script()
    office().becomes(id, { state: 'done' })
    await shop.advance(hourMs)
    expect(await watching()).toBe(0)
    expect(await run()).toMatchObject({ status: 'HANDED_TO_PRINTER', uncertain: false })
  })

  test('for two weeks at most, and not once the carrier has it', async () => {
    await shop.advance(13 * dayMs)
    expect(await watching()).toBe(1)
    await shop.advance(2 * dayMs)
    expect(await watching()).toBe(0)
  })

  test('no longer once the carrier has it', async () => {
    await call('runs.offerToCarrier')
    await shop.advance(hourMs)
    expect(await watching()).toBe(0)
  })
})

describe('a remake that its printer accepted and abandoned', () => {
  const remakes = async () => (await call('runs.remakes')).body.data
  const sayOf = (printed?: boolean) =>
    call('runs.handOverRemake', {
      params: { id, number: '1' },
      body: printed === undefined ? {} : { printed },
    })
  beforeEach(async () => {
    await call('runs.remake', { body: { ranges: [{ from: 2, to: 2 }] } })
    await shop.settle()
    office().becomes(packages()[1]!, abandoned)
    await shop.advance(5 * minuteMs)
  })

  test('waits for an operator, while its run continues', async () => {
    expect(await remakes()).toMatchObject([
      { status: 'HANDED_TO_PRINTER', uncertain: true, waitReason: expect.stringContaining(reason) },
    ])
    expect(await run()).toMatchObject({ uncertain: false })
    expect(await heldUp()).toMatchObject({ remakesHeldUp: 1, remakesHeldUpRunId: id })
    expect(await sayOf()).toMatchObject({ status: 409 })
  })

  test('is settled if it is reported to be on paper', async () => {
    expect(await sayOf(true)).toMatchObject({
      status: 200,
      body: { status: 'HANDED_TO_PRINTER', uncertain: false, waitReason: null },
    })
    expect(await heldUp()).toMatchObject({ remakesHeldUp: 0 })
    expect(await sayOf(true)).toMatchObject({ status: 409 })
  })

  test('is handed over again if it is not', async () => {
    expect(await sayOf(false)).toMatchObject({ status: 200, body: { status: 'WAITING', uncertain: false } })
    await shop.settle()
    expect(await remakes()).toMatchObject([{ status: 'HANDED_TO_PRINTER', uncertain: false }])
    expect(await watching()).toBe(2)
  })
})

describe('a printer that reports failure', () => {
  const tell = (body: object) => {
    const { callbackUrl } = manifestOf(filesOf(office(), id))
    const token = new URL(callbackUrl).searchParams.get('token')!
    return shop.call('runs.callback', { key: null, params: { id }, query: { token }, body })
  }

  test('makes the run wait for an operator, once however often it reports it', async () => {
    const failed = { event: 'FAILED', reason: 'Out of toner after piece 2.' }
    expect(await tell(failed)).toMatchObject({ status: 200, body: { status: 'HANDED_TO_PRINTER' } })
    const first = await run()
    expect(first).toMatchObject({
      uncertain: true,
      reason: expect.stringContaining('Out of toner after piece 2.'),
    })
    await tell(failed)
    expect((await run()).history).toEqual(first.history)
    await tell({ event: 'ACCEPTED' })
    expect(await run()).toMatchObject({ uncertain: true })
  })

  test('but prints it after all settles the doubt', async () => {
    await tell({ event: 'FAILED' })
    await tell({ event: 'PRINTED' })
    expect(await run()).toMatchObject({ uncertain: false, reason: null, printedAt: expect.any(Number) })
  })

  test('is refused once the carrier has the run', async () => {
    await tell({ event: 'HANDED_TO_CARRIER' })
    expect(await tell({ event: 'FAILED' })).toMatchObject({ status: 409 })
    expect(await run()).toMatchObject({ status: 'HANDED_TO_CARRIER', uncertain: false })
  })
})
