import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { createMailShop } from '../../support/mail.ts'
import { dieAfterWrites, survivedWrites } from '../../support/mortal-store.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

describe('killed at any write, and restarted', () => {
  test('every run ends the same: each item in production once, one package, no event twice', async () => {
    const undisturbed = await outcome(Number.POSITIVE_INFINITY)
    expect(undisturbed.statuses).toEqual(Array(5).fill('IN_PRODUCTION'))
    let survived = 0
    for (const writes of survivedWrites()) {
      survived = writes
      const disturbed = await outcome(writes)
      if (!disturbed.died) break
      const { died: _died, ...end } = disturbed
      const { died: _never, ...expected } = undisturbed
      expect(end, `killed after ${writes} writes`).toEqual(expected)
    }
    expect(survived).toBeGreaterThan(15)
    // Each kill needs a shop with a new database: half a minute in all, minutes next to seven busy processes.
  }, 900_000)

  const outcome = async (survivingWrites: number) => {
    const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 } })
    for (let count = 0; count < 5; count++) await shop.post({ postalCode: `101${count} AB` })
    // Finishes the start-up jobs first: a kill during them would say nothing about the hand-over.
    await shop.settle()
    const death = dieAfterWrites(shop.services.store, survivingWrites, shop.core.scheduler)
    shop.clock.set(cutoff)
    await shop.settle().catch(() => {})
    const died = await death.over()
    for (let minute = 0; minute < 8; minute++) await shop.advance(minuteMs)
    const items = (await shop.items()).sort((a, b) => a.sequence! - b.sequence!)
    const [run] = await shop.runs()
    const lives = await Promise.all(items.map((item) => shop.events(item.id)))
    const end = {
      died,
      statuses: items.map((item) => item.status),
      order: items.map((item) => [item.sequence, item.recipient.postalCode]),
      run: [
        run!.status,
        run!.itemCount,
        run!.parts.map((part) => [part.name.slice(-7), part.items, part.pages]),
      ],
      lives: lives.map((life) => life.join(' ')),
      runEvents: (await shop.events()).filter((type) => type.startsWith('run.')),
      packages: shop.printers.live.packages.size,
    }
    // Keeping every shop's database open would exceed the number of connections.
    await shop.core.close()
    return end
  }
})
