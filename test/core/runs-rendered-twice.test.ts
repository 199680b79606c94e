import { describe, expect, test } from 'vitest'
import { steer } from '../../src/core/runs/manage.ts'
import { renderRun } from '../../src/core/runs/steer.ts'
import { minuteMs } from '../../src/core/time.ts'
import { createMailShop } from '../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

describe('a run that an operator has rendered again while it is being rendered', () => {
  test('is rendered once, and nothing is said of the other try', async () => {
    const shop = await createMailShop({ clock: before, config: { itemsPerPart: 1 } })
    for (let count = 0; count < 3; count++) await shop.post()
    const { renderPart } = shop.renderer
    let isFirst = true
    shop.renderer.renderPart = async (input, write) => {
      const result = await renderPart(input, write)
      if (isFirst) {
        isFirst = false
        const [run] = await shop.runs()
        await steer(shop.services, run!.id, renderRun)
        await shop.settle()
      }
      return result
    }
    await shop.advance(cutoff)
    await shop.advance(minuteMs)
    expect(await shop.runs()).toMatchObject([{ status: 'HANDED_TO_PRINTER', itemCount: 3, reason: null }])
    expect((await shop.items()).map((item) => item.status)).toEqual([
      'IN_PRODUCTION',
      'IN_PRODUCTION',
      'IN_PRODUCTION',
    ])
  })
})
