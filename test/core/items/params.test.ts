import { expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'

const recipient = {
  name: 'Zoë de Vries',
  street: 'Damrak',
  houseNumber: '1',
  city: 'Amsterdam',
  country: 'NL',
}
const long = 'Aan de bewoners van het huis aan het water'.repeat(2)

test.each([
  [
    'an invalid postal code',
    { ...recipient, postalCode: '1012' },
    {
      code: 'postal_code_invalid',
      message: '1012 is not a postal code of the Netherlands. Use the format of 1234 AB.',
      params: { postalCode: '1012', countryCode: 'NL', example: '1234 AB' },
    },
  ],
  [
    'an invalid country',
    { ...recipient, country: 'UK' },
    {
      code: 'country_unsupported',
      message: 'UK is not an ISO 3166-1 country. Did you mean GB?',
      params: { country: 'UK', meant: 'GB' },
    },
  ],
  [
    'an overlong line',
    { ...recipient, postalCode: '1012 LG', addressLine2: long },
    { code: 'line_too_long', params: { line: long, length: 84, limit: expect.any(Number) } },
  ],
])('a finding contains the params of its sentence: %s', async (_what, address, finding) => {
  const shop = await createItemShop()
  const { findings } = await shop.create({ recipient: address })
  expect(findings).toContainEqual(expect.objectContaining(finding))
})

test('a link with user information before its host is invalid', async () => {
  const shop = await createItemShop()
  const { findings } = await shop.create({ data: { firstName: 'Zoë', link: 'https://good@evil.example' } })
  expect(findings).toContainEqual(
    expect.objectContaining({ severity: 'error', code: 'variable_invalid', field: 'data.link' }),
  )
})
