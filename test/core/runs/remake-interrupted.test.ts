import { beforeEach, describe, expect, test } from 'vitest'
import { afterRestore } from '../../../src/core/app/after-restore.ts'
import { defaultPrinterId, installPrinters } from '../../../src/core/features/printers/default-printer.ts'
import { holdPrinting, resumePrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createRemakeShop, type RemakeShop } from '../../support/remakes.ts'

let shop: RemakeShop
beforeEach(async () => {
  shop = await createRemakeShop()
})

const params = () => ({ id: shop.runId })
const minutes = async (count: number) => {
  for (let minute = 0; minute < count; minute++) await shop.advance(minuteMs)
}
const requested = () => shop.remake({ ranges: [{ from: 1, to: 2 }] })
const only = async () => (await shop.remakes())[0]

/** Creates a remake whose hand-over is interrupted in the middle of its package and will be retried. */
const brokenOff = async () => {
  shop.printers.live.script({ kind: 'crash_before' })
  await requested()
  await shop.settle()
  expect(await only()).toMatchObject({ status: 'HANDING_OVER', uncertain: false })
}

describe('an interrupted hand-over resumes only if its pieces are still wanted', () => {
  test('which is usual', async () => {
    await brokenOff()
    await minutes(5)
    expect(await only()).toMatchObject({ status: 'HANDED_TO_PRINTER' })
    expect(shop.packagesOf(1)).toHaveLength(1)
  })

  test.each([
    [
      'its run went to the carrier',
      () => shop.call('runs.offerToCarrier', { key: shop.operator, params: params() }),
    ],
    [
      'a piece left production',
      () => {
        const pieces = [{ sequence: 2, outcome: 'DAMAGED' }]
        return shop.call('runs.report', { key: shop.operator, params: params(), body: { pieces } })
      },
    ],
  ])('not if %s', async (_what, happens) => {
    await brokenOff()
    expect((await happens()).status).toBe(200)
    await minutes(5)
    expect(await only()).toMatchObject({ status: 'FAILED', waitReason: expect.any(String) })
    expect(shop.packagesOf(1)).toEqual([])
  })

  test('later if printing is held', async () => {
    await brokenOff()
    await shop.services.store.write((rows) => holdPrinting(rows, { reason: 'The press is down.', since: 0 }))
    await minutes(5)
    expect(await only()).toMatchObject({
      status: 'WAITING',
      waitReason: 'Printing is held. The press is down.',
    })
    expect(shop.packagesOf(1)).toEqual([])
    await shop.services.store.write(resumePrinting)
    await minutes(2)
    expect(await only()).toMatchObject({ status: 'HANDED_TO_PRINTER' })
  })
})

describe('a restored instance', () => {
  const restored = async () => {
    const now = shop.clock.now()
    await shop.services.store.write((rows) => afterRestore(rows, { backupAt: now, now }))
  }

  test('asks whether the printer has a remake that was being handed over', async () => {
    await brokenOff()
    await restored()
    await minutes(5)
    expect(await only()).toMatchObject({ status: 'HANDING_OVER', uncertain: true })
    expect(shop.packagesOf(1)).toEqual([])
    const { body } = await shop.call('status.get', { key: null })
    expect(body.components).toContainEqual(expect.objectContaining({ name: 'printer', status: 'DEGRADED' }))
  })

  test('prints a waiting one once printing resumes, or an operator reports that no printer has it', async () => {
    shop.printers.live.script({ kind: 'unavailable', reason: 'Away.' })
    await requested()
    await shop.settle()
    await restored()
    shop.printers.live.script()
    await minutes(2)
    expect(await only()).toMatchObject({ status: 'WAITING' })
    expect(await shop.handOver(1)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(await shop.handOver(1, { printed: false })).toMatchObject({ status: 200 })
    await minutes(2)
    expect(await only()).toMatchObject({ status: 'HANDED_TO_PRINTER' })
    expect(shop.packagesOf(1)).toHaveLength(1)
  })

  test('never prints a waiting one that an operator reports as printed', async () => {
    shop.printers.live.script({ kind: 'unavailable', reason: 'Away.' })
    await requested()
    await shop.settle()
    await restored()
    shop.printers.live.script()
    expect(await shop.handOver(1, { printed: true })).toMatchObject({
      status: 200,
      body: { status: 'HANDED_TO_PRINTER' },
    })
    await shop.services.store.write(resumePrinting)
    await minutes(3)
    expect(shop.packagesOf(1)).toEqual([])
  })

  test('reuses a number without confusing the package with the first one', async () => {
    await requested()
    await shop.settle()
    await shop.services.store.write(async (rows) => {
      for (const { id } of await rows.runRemakes.find(everyone, {}))
        await rows.runRemakes.remove(everyone, { id })
    })
    expect(await shop.remake({ ranges: [{ from: 4, to: 4 }] })).toMatchObject({ body: { number: 1 } })
    await shop.settle()
    expect(shop.packagesOf(1)).toHaveLength(2)
  })
})

test('a paused printer gets no remake until it is resumed', async () => {
  const setStatus = (status: 'PAUSED' | 'ACTIVE') =>
    shop.services.store.write((rows) => rows.printers.update(everyone, defaultPrinterId, { status }))
  await installPrinters(shop.services)
  await setStatus('PAUSED')
  await requested()
  await minutes(2)
  expect(await only()).toMatchObject({ status: 'WAITING', waitReason: expect.stringContaining('PAUSED') })
  await setStatus('ACTIVE')
  await minutes(2)
  expect(await only()).toMatchObject({ status: 'HANDED_TO_PRINTER' })
})

test('pages are not rendered while the printer is unavailable', async () => {
  shop.printers.live.script({ kind: 'unavailable', reason: 'Away.' })
  const before = shop.renderer.rendered.length
  await requested()
  await minutes(3)
  expect(shop.renderer.rendered).toHaveLength(before)
})

test('what a crash leaves of a remake is removed with the pages of its run', async () => {
  const { blobs } = shop.services
  const left = `runs/${shop.runId.toLowerCase()}/remake_01.lse_1.pdf`
  await blobs.put(left, new Uint8Array([1]))
  const [first] = await shop.inOrder()
  await shop.call('runs.offerToCarrier', { key: shop.operator, params: params() })
  await minutes(3)
  await shop.advance(30 * 86_400_000)
  const key = await shop.key('live', ['items.write'])
  expect((await shop.call('items.erase', { key, params: { id: first!.id } })).status).toBe(202)
  await minutes(3)
  const keys: string[] = []
  for await (const blob of blobs.list('runs/')) keys.push(blob)
  expect(keys).not.toContain(left)
})
