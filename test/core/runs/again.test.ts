import { expect, test, vi } from 'vitest'
import { steer } from '../../../src/core/features/runs/command-line.ts'
import { requestHandOver } from '../../../src/core/features/runs/operating.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { createMailShop } from '../../support/mail.ts'

test('a printer forgets a run only on an operator’s request, until it has accepted it', async () => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  await shop.post()
  const handOver = vi.spyOn(shop.services.printPartners.live, 'handOver')
  const confirmations = () => handOver.mock.calls.map(([{ confirmedAbsent }]) => confirmedAbsent)
  shop.printers.live.script({ kind: 'lost' })
  await shop.advance('2026-01-05T09:00:00Z')
  for (let minute = 0; minute < 30; minute++) await shop.advance(minuteMs)
  const [run] = await shop.runs()
  expect(run).toMatchObject({ status: 'HANDING_OVER', uncertain: true })
  expect(confirmations()).toEqual([false])

  shop.printers.live.script({ kind: 'unavailable', reason: 'Out of paper.' })
  await steer(shop.services, run!.id, (move, current) => requestHandOver(move, current, false))
  await shop.settle()
  shop.printers.live.script()
  await shop.advance(minuteMs)
  expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER' }])
  expect(confirmations()).toEqual([false, true, true])
})
