import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isSameName, keysV1, nameKey, type Recipient } from '../../../src/core/address/index.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

interface Pair {
  why: string
  entry: Recipient
  mail: Recipient
  expected: 'suppressed' | 'not suppressed'
}

const pairs: Pair[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/inputs/recipients/suppression-pairs.json'), 'utf8'),
)
const textOf = ({ name, companyName, street, houseNumber, houseNumberSuffix, addressLine2 }: Recipient) =>
  [name, companyName, street, houseNumber, houseNumberSuffix, addressLine2].filter(Boolean).join(' ')
const bothWays = pairs.flatMap(({ why, entry, mail, expected }) => [
  { why, entry, mail, expected, texts: `${textOf(entry)} ~ ${textOf(mail)}` },
  { why, entry: mail, mail: entry, expected, texts: `${textOf(mail)} ~ ${textOf(entry)}` },
])

describe('an entry for a recipient', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await createTestShop()
  })

  test.each(bothWays)('$why: $texts is $expected', async ({ entry, mail, expected }) => {
    const body = { recipient: entry, reason: 'opt_out', matchName: true }
    const { status, body: created } = await shop.call('suppressions.create', { body })
    expect(status).toBe(201)
    const checked = await shop.call('suppressions.check', { body: { recipient: mail } })
    await shop.call('suppressions.remove', { params: { id: created.id } })
    expect(checked.body.suppressed).toBe(expected === 'suppressed')
  })
})

test('names that version 1 of the keys treated as equal still are', () => {
  const part = fc.constantFrom(
    'Anna',
    'ANNA',
    'Müller',
    'Herr',
    'Dr.',
    'M.',
    'de',
    'Heer',
    '-',
    "O'Brien",
    'ﷺ',
    'Å',
  )
  const name = fc.oneof(
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(name, fc.func(fc.boolean()), (one, flip) => {
      const other = one.replace(/[ .-]/g, (sign) => (flip(sign) ? ' - ' : sign)).toUpperCase()
      fc.pre(keysV1.nameKey(one) === keysV1.nameKey(other) && keysV1.nameKey(one) !== '')
      expect(nameKey(other)).toBe(nameKey(one))
      expect(isSameName(one, other)).toBe(true)
    }),
  )
})
