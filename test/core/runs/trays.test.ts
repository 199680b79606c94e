import { describe, expect, test } from 'vitest'
import { partsOf, traysOf } from '../../../src/core/features/runs/rendering/order.ts'
import { createMailShop } from '../../support/mail.ts'
import { before, cutoff, filesOf, manifestOf, textOf } from '../../support/packages.ts'

const pieces = (regions: string) =>
  regions.split(' ').map((place) => ({ country: place.slice(0, 2), region: place.slice(2) }))
const shown = (trays: ReturnType<typeof traysOf>) =>
  trays.map(({ pieces }) => pieces.map(({ country, region }) => country + region).join(' '))

describe('trays', () => {
  test.each([
    ['end with their country', 10, 'NL10 NL11 BE10 DE10', ['NL10 NL11', 'BE10', 'DE10']],
    ['hold a limited number of pieces', 2, 'NL10 NL10 NL10 NL10 NL10', ['NL10 NL10', 'NL10 NL10', 'NL10']],
    [
      'end with a region that leaves them half full',
      4,
      'NL10 NL10 NL10 NL11 NL11',
      ['NL10 NL10 NL10', 'NL11 NL11'],
    ],
    [
      'continue past a region that would leave them emptier',
      4,
      'NL10 NL11 NL11 NL11 NL11',
      ['NL10 NL11 NL11 NL11', 'NL11'],
    ],
    ['that are exactly full end there', 2, 'NL10 NL10 NL11', ['NL10 NL10', 'NL11']],
  ])('%s', (_what, capacity, places, expected) => {
    expect(shown(traysOf(pieces(places) as never, capacity))).toEqual(expected)
  })

  test('are the same for the remaining pieces after any of them', () => {
    const places = pieces('NL10 NL10 NL11 NL12 NL12 NL12 NL13 BE10 BE11 BE11')
    const all = traysOf(places as never, 3)
    let rendered = 0
    for (const [index, tray] of all.entries()) {
      expect(traysOf(places.slice(rendered) as never, 3)).toEqual(all.slice(index))
      rendered += tray.pieces.length
    }
  })

  test('are assigned to parts as a whole, and a part has one country', () => {
    const trays = traysOf(pieces('NL10 NL10 NL10 NL10 NL10 BE10 DE10') as never, 2)
    expect(partsOf(trays, 4).map((part) => shown(part))).toEqual([
      ['NL10 NL10', 'NL10 NL10'],
      ['NL10'],
      ['BE10'],
      ['DE10'],
    ])
  })
})

test('a package has domestic mail first, a part for each country, and lists its trays', async () => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 3 } })
  const places = [
    { country: 'DE', postalCode: '10115' },
    { country: 'NL', postalCode: '9999 XA' },
    { country: 'BE', postalCode: '1000' },
    { country: 'NL', postalCode: '1012 LG' },
  ]
  for (const place of places) await shop.post({ name: 'Zoë de Vries', ...place })
  await shop.advance(cutoff)
  const [run] = await shop.runs()
  const files = filesOf(shop.printers.live, run!.id)
  const manifest = manifestOf(files)
  expect(
    manifest.items.map(({ country, postalCode, tray, part }) => [country, postalCode, tray, part]),
  ).toEqual([
    ['NL', '1012 LG', 1, `${run!.id}_001.pdf`],
    ['NL', '9999 XA', 1, `${run!.id}_001.pdf`],
    ['BE', '1000', 2, `${run!.id}_002.pdf`],
    ['DE', '10115', 3, `${run!.id}_003.pdf`],
  ])
  expect(manifest.trays).toEqual([
    {
      number: 1,
      country: 'NL',
      from: '10',
      to: '99',
      items: 2,
      part: `${run!.id}_001.pdf`,
      firstSequence: 1,
    },
    {
      number: 2,
      country: 'BE',
      from: '10',
      to: '10',
      items: 1,
      part: `${run!.id}_002.pdf`,
      firstSequence: 3,
    },
    {
      number: 3,
      country: 'DE',
      from: '10',
      to: '10',
      items: 1,
      part: `${run!.id}_003.pdf`,
      firstSequence: 4,
    },
  ])
  expect(textOf(files, 'ticket.txt')).toContain(`  1: NL 10 to 99, pieces 1 to 2 (${run!.id}_001.pdf)`)
  expect(textOf(files, 'ticket.xjdf')).toContain(`Tray 3: DE 10, pieces 4 to 4 (${run!.id}_003.pdf)`)
})
