import { expect } from 'vitest'
import { createMailShop, type MailShop } from './mail.ts'

export const before = '2026-01-05T08:00:00Z'
export const cutoff = '2026-01-05T09:00:00Z'
export const day = 86_400_000

export const erase = (shop: MailShop, id: string, key = shop.keys.live) =>
  shop.call('items.erase', { params: { id }, key })

/** Returns a shop with the three items of a completed run. */
export const completed = async (mode: 'live' | 'test' = 'test') => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 } })
  const ids = [
    (await shop.post({ mode, name: 'Zoë de Vries', reference: 'R 1' })).id,
    (await shop.post({ mode, name: 'Anna Bakker' })).id,
    (await shop.post({ mode, name: 'Karel Smit' })).id,
  ]
  if (mode === 'test') await shop.advanceTestClock('2026-02-05T09:00:00Z')
  await shop.settle()
  const key = shop.keys[mode]
  expect((await shop.runs()).map(({ status }) => status)).toEqual(['COMPLETED'])
  return { shop, ids, key }
}
