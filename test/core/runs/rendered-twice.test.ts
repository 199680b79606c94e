import { describe, expect, test } from 'vitest'
import { holdPrinting, resumePrinting } from '../../../src/core/features/printers/printing-hold.ts'
import { steer } from '../../../src/core/features/runs/command-line.ts'
import { renderRun } from '../../../src/core/features/runs/operating.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { createMailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

/**
 * Returns a shop where an operator's request to render a run again overtakes the first attempt, which writes
 * its part only after the second attempt is done.
 */
const overtaken = async (items: number) => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 1 } })
  for (let count = 0; count < items; count++) await shop.post()
  const { renderPart } = shop.renderer
  let tries = 0
  shop.renderer.renderPart = async (input, write) => {
    const result = await renderPart(input, write)
    if (input.title.startsWith('run_') && ++tries === 1) {
      const [run] = await shop.runs()
      await steer(shop.services, run!.id, renderRun)
      // The new attempt may have to wait for another job of its lane.
      while ((await shop.runs())[0]!.renderedAt === null) {
        await shop.settle()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await write(new TextEncoder().encode('other pages'))
    }
    return result
  }
  return { shop, tries: () => tries }
}

describe('a run that an operator renders again during rendering', () => {
  test('is rendered once, and the other attempt records nothing', async () => {
    const { shop, tries } = await overtaken(3)
    await shop.advance(cutoff)
    await shop.advance(minuteMs)
    // The second attempt renders three parts; the first one had rendered two, one of them ahead.
    expect(tries()).toBe(5)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', itemCount: 3, reason: null }])
    expect((await shop.items()).map((item) => item.status)).toEqual([
      'IN_PRODUCTION',
      'IN_PRODUCTION',
      'IN_PRODUCTION',
    ])
  })

  test('is printed from the counted pages, even if the other attempt writes later', async () => {
    const { shop, tries } = await overtaken(2)
    await shop.services.store.write((rows) =>
      holdPrinting(rows, { since: shop.clock.now(), reason: 'The press is down.' }),
    )
    await shop.advance(cutoff)
    expect(tries()).toBe(4)
    const [run] = await shop.runs()
    expect(run).toMatchObject({ status: 'RENDERED', reason: 'Printing is held. The press is down.' })
    await shop.services.store.write(resumePrinting)
    await shop.advance(minuteMs)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', itemCount: 2, reason: null }])
    // The other attempt leaves no files, because no job would ever remove them.
    const kept: string[] = []
    for await (const key of shop.services.blobs.list(`runs/${run!.id.toLowerCase()}/0`)) kept.push(key)
    expect(kept.filter((key) => key.endsWith('.pdf'))).toEqual(run!.parts.map(({ blobKey }) => blobKey))
    expect(kept).toHaveLength(4)
  })
})
