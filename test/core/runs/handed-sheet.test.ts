import { expect, test, vi } from 'vitest'
import { holdPrinting, resumePrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { entry, importChanged } from '../../support/catalogue.ts'
import { createMailShop } from '../../support/mail.ts'

test('a printer gets the sheet as it was rendered, whatever the current catalogue', async () => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  const { store } = shop.services
  await store.write((rows) => holdPrinting(rows, { reason: 'The press is down.', since: 0 }))
  await shop.post()
  await shop.advance('2026-01-05T09:00:00Z')
  expect((await shop.runs())[0]!.status).toBe('RENDERED')
  const { imported } = await importChanged(shop.services, (file) => {
    for (const key of ['postcard-a5', 'postcard-a6', 'window-letter-c5'])
      entry(file, 'specifications', key).sheet.plex = 'simplex'
  })
  expect(imported).toBeGreaterThan(1)
  const handOver = vi.spyOn(shop.services.printPartners.live, 'handOver')
  await store.write(resumePrinting)
  await shop.advance(60_000)
  expect((await shop.runs())[0]!.status).toBe('HANDED_TO_PRINTER')
  expect(handOver.mock.calls.map(([{ sheet }]) => sheet?.plex)).toEqual(['duplex'])
})
