import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { checkFile } from '../../../src/core/features/products/catalogue/import.ts'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import { checkChanged, entry, type File } from '../../support/catalogue.ts'
import { createItemShop } from '../../support/items.ts'
import { createTestShop } from '../../support/shop.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

/** Returns the findings for the standard sample after a change of its card or letter. */
const found = async (
  key: 'postcard-a6' | 'window-letter-c5',
  change: (specification: File, file: File) => void,
) => {
  const { services } = await createItemShop({ ports: { renderer } })
  const { findings } = await checkChanged(services, (file) =>
    change(entry(file, 'specifications', key), file),
  )
  return findings.map(
    ({ severity, path, code, params }) => `${severity} ${path} ${code} ${params?.case ?? ''}`,
  )
}

const markOf = ({ sheet }: File): File => sheet.zones.find(({ kind }: File) => kind === 'mark')
const without = (specification: File, kind: string) => {
  specification.sheet.zones = specification.sheet.zones.filter((zone: File) => zone.kind !== kind)
}
const letter = '/specifications/2'

test.each(['charity', 'lyon', 'mail-houses'])('the shop %s has no findings', async (name) => {
  const { services } = await createTestShop({ ports: { renderer } })
  await installCatalogue(services)
  const file = JSON.parse(readFileSync(`examples/shops/${name}.json`, 'utf8'))
  expect((await checkFile(services, file)).findings).toEqual([])
})

describe('the marks of a specification', () => {
  test.each([
    { what: 'as in the sample', change: () => {}, says: [] },
    {
      what: 'of a letter without a zone',
      change: (one: File) => without(one, 'mark'),
      says: [`warning ${letter}/sheet/zones sheet_mark missing`],
    },
    {
      what: 'on the first sheet only',
      change: (one: File) => delete markOf(one).everySheet,
      says: [`warning ${letter}/sheet/zones/MARK sheet_mark not_every`],
    },
    {
      what: 'on backs, which the last sheet of a three-page piece lacks',
      change: (one: File) => Object.assign(markOf(one), { page: 2 }),
      says: [`warning ${letter}/sheet/zones/MARK sheet_mark not_every`],
    },
    {
      what: 'from the second sheet on',
      change: (one: File) => {
        markOf(one).page = 2
        one.sheet.plex = 'simplex'
      },
      says: [`warning ${letter}/sheet/zones/MARK sheet_mark not_every`],
    },
    {
      what: 'on backs that every piece has',
      change: (one: File) => {
        markOf(one).page = 2
        one.sheet.pages = { min: 4, max: 4 }
      },
      says: [],
    },
    {
      what: 'of a letter of one sheet',
      change: (one: File) => {
        without(one, 'mark')
        one.sheet.pages = { min: 1, max: 2 }
      },
      says: [],
    },
    {
      what: 'in a zone that is too narrow',
      change: (one: File) => Object.assign(markOf(one), { w: 7.1 }),
      says: [`error ${letter}/sheet/zones/MARK sheet_mark too_small`],
    },
    {
      what: 'in a zone that is too short',
      change: (one: File) => Object.assign(markOf(one), { h: 21 }),
      says: [`error ${letter}/sheet/zones/MARK sheet_mark too_small`],
    },
  ])('$what: $says', async ({ change, says }) => {
    let at = -1
    const messages = await found('window-letter-c5', (specification) => {
      at = specification.sheet.zones.indexOf(markOf(specification))
      change(specification)
    })
    expect(messages).toEqual(says.map((message) => message.replace('MARK', String(at))))
  })

  test('in a zone of the minimum size are accepted', async () => {
    const messages = await found('window-letter-c5', (one) => Object.assign(markOf(one), { w: 7.2, h: 22 }))
    expect(messages).toEqual([])
  })
})

describe('the indicia of a postage product', () => {
  const sold = (indicia: string, change: (specification: File) => void = () => {}) => {
    return (specification: File, file: File) => {
      file.postageProducts = [{ key: 'pp', carrier: 'Post', name: 'Letter', indicia, costCents: null }]
      specification.postage = 'pp'
      change(specification)
    }
  }

  test.each([
    { what: 'that fits its zone', change: sold('P.P.\n1003 Lausanne'), says: [] },
    {
      what: 'without a zone',
      change: sold('P.P.', (one) => without(one, 'postage')),
      says: ['warning /specifications/1/postage indicia no_zone'],
    },
    {
      what: 'wider than its zone',
      change: sold('x'.repeat(80)),
      says: ['error /specifications/1/postage indicia unprintable'],
    },
    {
      what: 'with a character missing from all fonts',
      change: sold('P.P. \u{1F600}'),
      says: ['error /postageProducts/0/indicia indicia unprintable'],
    },
  ])('$what: $says', async ({ change, says }) => {
    expect(await found('postcard-a6', change)).toEqual(says)
  })

  test('shared by two specifications reports its missing glyph once', async () => {
    const messages = await found('postcard-a6', (specification, file) => {
      sold('\u{1F600}')(specification, file)
      entry(file, 'specifications', 'postcard-a5').postage = 'pp'
    })
    expect(messages).toEqual(['error /postageProducts/0/indicia indicia unprintable'])
  })

  test('on a page that not every piece has is reported if it is posted without an envelope', async () => {
    const onBack = sold('P.P.', (one) => {
      one.envelope = null
      one.sheet.zones.push({ kind: 'postage', page: 2, x: 150, y: 5, w: 50, h: 30 })
    })
    expect(await found('window-letter-c5', onBack)).toEqual([
      'warning /specifications/2/postage indicia no_zone',
    ])
  })

  test('of an enveloped letter needs no zone: the ticket tells the envelope’s printer', async () => {
    expect(await found('window-letter-c5', sold('P.P.'))).toEqual([])
  })
})
