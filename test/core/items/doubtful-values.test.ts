import { describe, expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

describe('an item with a doubtful value', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'a placeholder for a name',
      { recipient: { ...zoe, name: 'NULL' } },
      ['recipient.name placeholder warning'],
    ],
    [
      'a date for a number',
      { recipient: { ...zoe, houseNumber: '2026-03-01' } },
      ['recipient.houseNumber spreadsheet_value warning'],
    ],
    [
      'a placeholder in a merge field',
      { data: { firstName: 'undefined' } },
      ['data.firstName placeholder warning'],
    ],
    [
      'a deceased recipient’s name',
      { recipient: { ...zoe, name: 'J. Bos (overleden)' } },
      ['recipient.name no_mail warning'],
    ],
    [
      'a name with a mail refusal',
      { recipient: { ...zoe, name: 'J. Bos (geen post)' } },
      ['recipient.name no_mail warning'],
    ],
    ['such a name, confirmed', { recipient: { ...zoe, name: '† J. Bos' }, addressOverride: true }, []],
    ['a placeholder, confirmed', { recipient: { ...zoe, name: 'Null' }, addressOverride: true }, []],
  ])('with %s has a warning', async (_what, changes, expected) => {
    const shop = await createItemShop()
    const { body } = await shop.create(changes).then(({ id }) => shop.call('items.get', { params: { id } }))
    const findings = body.findings.map(
      ({ field, code, severity }: Record<string, string>) => `${field} ${code} ${severity}`,
    )
    expect(findings.filter((text: string) => /placeholder|spreadsheet|no_mail/.test(text))).toEqual(expected)
  })
})
