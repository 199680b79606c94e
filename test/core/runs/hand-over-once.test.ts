import { expect, test } from 'vitest'
import { steer } from '../../../src/core/features/runs/command-line.ts'
import { retryRun } from '../../../src/core/features/runs/operating.ts'
import { createMailShop } from '../../support/mail.ts'
import { deferred } from '../../support/webhooks.ts'

test('a running hand-over is not started a second time by any caller', async () => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  await shop.post()
  const [begun, proceed] = [deferred<void>(), deferred<void>()]
  let attempts = 0
  const { handOver } = shop.printers.live
  shop.services.printPartners.live.handOver = async (request) => {
    attempts++
    begun.resolve()
    await proceed.promise
    return handOver(request)
  }
  const advancing = shop.advance('2026-01-05T09:00:00Z')
  await begun.promise
  const [run] = await shop.runs()
  expect(run).toMatchObject({ status: 'HANDING_OVER' })
  await steer(shop.services, run!.id, retryRun)
  const settling = shop.settle()
  proceed.resolve()
  await Promise.all([advancing, settling])
  expect([attempts, shop.printers.live.packages.size]).toEqual([1, 1])
  expect((await shop.events()).filter((type) => type === 'run.handed_to_printer')).toHaveLength(1)
})
