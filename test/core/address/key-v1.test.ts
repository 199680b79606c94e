import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keysV1, type Recipient } from '../../../src/core/address/index.ts'

/** Keys computed by 0.2.0. Databases contain such keys, so no line may change. */
const known: { addressKey: string; nameKey: string; recipient: Recipient }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/keys-of-0.2.0.json'), 'utf8'),
)

test.each(known)('version 1 of the keys gives $addressKey and $nameKey', (row) => {
  const { recipient, ...keys } = row
  const name = recipient.name ?? recipient.companyName!
  expect({ addressKey: keysV1.addressKey(recipient), nameKey: keysV1.nameKey(name) }).toEqual(keys)
})

test('keys of version 1 are at most 300 characters', () => {
  const recipient = { street: 'x'.repeat(320), city: 'y', country: 'US' }
  expect(keysV1.addressKey(recipient)).toMatch(/^US\|y\|x{287,}~[a-z0-9]+$/)
  expect(keysV1.addressKey(recipient)).toHaveLength(300)
})
