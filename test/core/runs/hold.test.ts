import { expect, test, vi } from 'vitest'
import { afterRestore } from '../../../src/core/app/after-restore.ts'
import {
  holdPrinting,
  printingHold,
  resumePrinting,
} from '../../../src/core/features/printers/printing-hold.ts'
import { steer } from '../../../src/core/features/runs/command-line.ts'
import { requestHandOver, retryRun } from '../../../src/core/features/runs/operating.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

const hold = (shop: MailShop, reason = 'The press is down.') =>
  shop.services.store.write((rows) => holdPrinting(rows, { since: shop.clock.now(), reason }))

/** Requests the hand-over as an operator, who may report whether the run was printed. */
const say = async (shop: MailShop, printed?: boolean) => {
  const [run] = await shop.runs()
  return steer(shop.services, run!.id, (move, current) => requestHandOver(move, current, printed))
}

/** Returns a shop with a rendered live run that waits because printing is held. */
const held = async (): Promise<MailShop> => {
  const shop = await createMailShop({ clock: before })
  await hold(shop)
  await shop.post()
  await shop.advance(cutoff)
  for (let minute = 0; minute < 3; minute++) await shop.advance(minuteMs)
  return shop
}

const onlyRun = async (shop: MailShop) => (await shop.runs())[0]!
const packages = (shop: MailShop) => shop.printers.live.packages.size

test('a live run is rendered, waits with a reason, and resumes automatically once printing does', async () => {
  const shop = await held()
  expect(await onlyRun(shop)).toMatchObject({
    status: 'RENDERED',
    uncertain: false,
    reason: 'Printing is held. The press is down.',
  })
  expect(packages(shop)).toBe(0)
  const { revision } = await onlyRun(shop)
  await shop.advance(minuteMs)
  expect((await onlyRun(shop)).revision).toBe(revision)
  expect(await shop.services.store.write(resumePrinting)).toBe(true)
  expect(await shop.services.store.write(resumePrinting)).toBe(false)
  await shop.advance(minuteMs)
  expect(await onlyRun(shop)).toMatchObject({ status: 'HANDED_TO_PRINTER', reason: null })
  expect(packages(shop)).toBe(1)
})

test('test runs are not held', async () => {
  const shop = await createMailShop({ clock: before })
  await hold(shop)
  await shop.post({ mode: 'test' })
  const [run] = await shop.runs()
  await shop.core.scheduler.advance(shop.organisation.id, run!.cutoffAt + minuteMs)
  expect((await shop.items()).map(({ status }) => status)).toEqual(['IN_PRODUCTION'])
})

test('for a waiting run an operator must report whether it was printed', async () => {
  const shop = await held()
  await expect(say(shop)).rejects.toMatchObject({ code: 'invalid_state', message: /Printing is held/ })
  const [run] = await shop.runs()
  await expect(steer(shop.services, run!.id, retryRun)).rejects.toMatchObject({ code: 'invalid_state' })
  const handOver = vi.spyOn(shop.services.printPartners.live, 'handOver')
  await say(shop, false)
  await shop.settle()
  expect(await onlyRun(shop)).toMatchObject({ status: 'HANDED_TO_PRINTER' })
  expect(packages(shop)).toBe(1)
  // The operator's report overrides any record of a hand-over before a restore.
  expect(handOver.mock.calls).toMatchObject([[{ confirmedAbsent: true }]])
  // Other runs keep waiting.
  expect(await shop.services.store.read(printingHold)).toMatchObject({ except: [run!.id] })
})

test('one that was printed before a restore is not printed again', async () => {
  const shop = await held()
  await say(shop, true)
  await shop.services.store.write(resumePrinting)
  for (let minute = 0; minute < 3; minute++) await shop.advance(minuteMs)
  expect(await onlyRun(shop)).toMatchObject({ status: 'HANDED_TO_PRINTER', partner: 'manual' })
  expect((await shop.items()).map(({ status }) => status)).toEqual(['IN_PRODUCTION'])
  expect(packages(shop)).toBe(0)
})

test('the first reason of a hold stays', async () => {
  const shop = await createMailShop({ clock: before })
  await hold(shop, 'First.')
  expect(await hold(shop, 'Second.')).toMatchObject({ reason: 'First.' })
})

test('after a restore, a live run that was being handed over waits for the printer’s answer, and then goes once', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post()
  await shop.advance(cutoff)
  const [run] = await shop.runs()
  // Simulates the restore of a backup that was made during the hand-over.
  const printer = shop.printers.live.packages as Map<string, unknown>
  printer.clear()
  await shop.services.store.write(async (rows) => {
    await rows.runs.update(everyone, run!.id, { status: 'HANDING_OVER', handedToPrinterAt: null })
    await rows.items.updateWhere(everyone, {}, { status: 'SCHEDULED' })
    const restored = { backupAt: shop.clock.now(), now: shop.clock.now() + minuteMs }
    expect(await afterRestore(rows, restored)).toEqual({ uncertainRuns: 1 })
  })
  for (let minute = 0; minute < 3; minute++) await shop.advance(minuteMs)
  expect(await onlyRun(shop)).toMatchObject({ status: 'HANDING_OVER', uncertain: true })
  await expect(say(shop)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(packages(shop)).toBe(0)
  await say(shop, false)
  await shop.settle()
  expect(await onlyRun(shop)).toMatchObject({ status: 'HANDED_TO_PRINTER', uncertain: false })
  expect(packages(shop)).toBe(1)
})
