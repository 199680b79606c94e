import { describe, expect, test } from 'vitest'
import type { Recipient } from '../../../src/core/address/index.ts'
import { newEntry } from '../../../src/core/features/suppressions/entry.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop } from '../../support/items.ts'

const at = (houseNumber: string, more: Partial<Recipient> = {}): Recipient => ({
  name: 'Bo Vis',
  street: 'Damrak',
  houseNumber,
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
  ...more,
})

/** Erases an item with an entry of the suppression list; returns the outcome of that entry. */
const entryAfter = async (
  person: Recipient,
  entry: Recipient,
  settings: { status: 'ACTIVE' | 'PROPOSED'; isOfItem: boolean; hasKeys?: boolean },
) => {
  const { status, isOfItem, hasKeys = true } = settings
  const shop = await createItemShop()
  const { id } = await shop.create({ recipient: person, addressOverride: true })
  await shop.services.store.write(async (rows) => {
    // An earlier version stored no keys of version 2.
    const former = hasKeys ? {} : { addressKeyV2: null }
    await rows.items.update(everyone, id, { status: 'CANCELLED', runId: null, ...former })
    const item = (await rows.items.get(everyone, id))!
    const scope = { organisationId: item.organisationId, mode: item.mode }
    const matching = { matchName: false, advertisingCategory: null, stops: 'ALL', reason: 'opt_out' } as const
    const itemId = isOfItem ? id : 'itm_OTHER'
    const settings = { recipient: entry, ...matching, source: 'OPT_OUT', status, itemId } as const
    const made = newEntry('sup_OTHER', scope, settings, item.createdAt)
    await rows.suppressions.insert({ ...made, ...(hasKeys ? {} : { addressKeyV2: null, matchKeyV2: null }) })
  })
  expect((await shop.act('items.erase', id)).status).toBe(202)
  const [left] = await shop.services.store.read((rows) => rows.suppressions.find(everyone, {}))
  return left === undefined ? 'removed' : left.itemId === null ? 'kept, without its item' : 'kept'
}

describe('the erasure of a recipient', () => {
  const [a1, a11, a111] = [
    at('11', { houseNumberSuffix: '1' }),
    at('1', { houseNumberSuffix: '11' }),
    at('111'),
  ]

  test.each<[string, Recipient, Recipient]>([
    ['1-11 and 111', a11, a111],
    ['111 and 1-11', a111, a11],
    ['1-11 and 11-1', a11, a1],
    ['the same house number', a11, a11],
  ])('keeps entries of other items: %s', async (_doors, person, entry) => {
    for (const hasKeys of [true, false]) {
      expect(await entryAfter(person, entry, { status: 'PROPOSED', isOfItem: false, hasKeys })).toBe('kept')
      expect(await entryAfter(person, entry, { status: 'ACTIVE', isOfItem: false, hasKeys })).toBe('kept')
    }
  })

  test.each<[string, Recipient, Recipient, boolean]>([
    ['the same', at('12'), at('12'), true],
    ['the same, of an earlier version', at('12'), at('12'), false],
    [
      'the number in the street field',
      at('12', { houseNumberSuffix: 'A' }),
      at('', { street: 'Damrak 12a' }),
      true,
    ],
    [
      'a flat in the second line',
      at('12', { houseNumberSuffix: '3' }),
      at('12', { addressLine2: 'Apt. 3' }),
      true,
    ],
    [
      'an abbreviated street',
      at('5', { street: 'Hauptstraße', postalCode: '80331', city: 'München', country: 'DE' }),
      at('5', { street: 'Hauptstr.', postalCode: '80331', city: 'München', country: 'DE' }),
      true,
    ],
  ])('finds entries of the item in every spelling: %s', async (_spelling, person, entry, hasKeys) => {
    expect(await entryAfter(person, entry, { status: 'PROPOSED', isOfItem: true, hasKeys })).toBe('removed')
    const kept = await entryAfter(person, entry, { status: 'ACTIVE', isOfItem: true, hasKeys })
    expect(kept).toBe('kept, without its item')
  })
})
