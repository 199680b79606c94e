import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'

const shopWithParts = async (parts: number): Promise<MailShop> => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 1 } })
  for (let count = 0; count < parts; count++) await shop.post()
  return shop
}

const partsIn = async (shop: MailShop): Promise<string[]> => {
  const [run] = await shop.runs()
  const keys: string[] = []
  for await (const key of shop.services.blobs.list(`runs/${run!.id.toLowerCase()}/0`)) keys.push(key)
  return keys.filter((key) => key.endsWith('.pdf'))
}

/** Calls `body` with 1, 2, … whenever the rendering of a part of a run begins. */
const onDrawing = (shop: MailShop, body: (number: number) => Promise<void> | void): void => {
  const { renderPart } = shop.renderer
  let drawn = 0
  shop.renderer.renderPart = async (input, write) => {
    if (input.title.startsWith('run_')) await body(++drawn)
    return renderPart(input, write)
  }
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Delays each write until `isNextDrawn` is true, for at most 100 event-loop turns. */
const holdWritesUntil = (shop: MailShop, isNextDrawn: () => boolean | Promise<boolean>): void => {
  const { write } = shop.services.store
  shop.services.store.write = async (...given: Parameters<typeof write>) => {
    for (let turn = 0; turn < 100 && !(await isNextDrawn()); turn++) await aTurn()
    return write(...given) as never
  }
}

describe('a run of several parts', () => {
  test('renders the next part while the rows of one are written, and never two ahead', async () => {
    const shop = await shopWithParts(4)
    const counted = async () => (await shop.runs())[0]!.parts.length
    const countedWhenDrawn: number[] = []
    onDrawing(shop, async () => {
      countedWhenDrawn.push(await counted())
    })
    holdWritesUntil(shop, async () => {
      const drawn = countedWhenDrawn.length
      return drawn === 0 || drawn === 4 || drawn >= (await counted()) + 2
    })
    await shop.advance(cutoff)
    expect(countedWhenDrawn).toEqual([0, 0, 1, 2])
    expect((await shop.runs())[0]).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 4 })
  })

  test('leaves nothing of the next part if the one before could not be counted', async () => {
    const shop = await shopWithParts(3)
    const { write } = shop.services.store
    let drawn = 0
    const itemIsTaken = Promise.withResolvers<boolean>()
    onDrawing(shop, async (number) => {
      drawn = number
      if (number === 2) {
        const [run] = await shop.runs()
        const [first] = await shop.items()
        await write((rows) => rows.items.update(run!, first!.id, { runId: null }))
        itemIsTaken.resolve(true)
      }
    })
    // Delays writes until the first part's item has left the run, however slow the store is.
    holdWritesUntil(shop, () => (drawn === 0 ? true : itemIsTaken.promise))
    await shop.advance(cutoff)
    expect((await shop.runs())[0]).toMatchObject({ status: 'RENDERING', parts: [] })
    // The part that could not be counted is removed once the run is rendered.
    expect(await partsIn(shop)).toHaveLength(1)
    await shop.advance(minuteMs)
    const [run] = await shop.runs()
    expect(run).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 2 })
    expect(await partsIn(shop)).toEqual(run!.parts.map(({ blobKey }) => blobKey))
  })

  test('keeps the parts before one that could not be rendered', async () => {
    const shop = await shopWithParts(3)
    onDrawing(shop, (number) => {
      if (number === 2) throw new Error('The font is torn.')
    })
    await shop.advance(cutoff)
    const [interrupted] = await shop.runs()
    expect(interrupted).toMatchObject({ status: 'RENDERING', parts: [{ items: 1 }] })
    await shop.advance(minuteMs)
    const [run] = await shop.runs()
    expect(run).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 3 })
    expect(run!.parts[0]).toEqual(interrupted!.parts[0])
    expect(await partsIn(shop)).toEqual(run!.parts.map(({ blobKey }) => blobKey))
  })
})
