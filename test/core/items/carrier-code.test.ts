import { expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

/** Returns the findings of an item whose template prints a KIX code, or no code. */
const findingsWith = async (mark: 'kix' | 'none', recipient: object, country = 'NL') => {
  const shop = await createItemShop({ organisation: { country } })
  const document = greetingCard('Hi {{firstName}}')
  Object.assign(document.pages[1]!.elements[0]!, { mark })
  const body = { name: mark, productSpecificationId: sampleIds.a6, document }
  const template = (await shop.call('templates.create', { body })).body
  const published = await shop.call('templates.publish', { params: { id: template.id } })
  expect(published.status).toBeLessThan(300)
  const postflowId = await shop.postflow({ templateId: template.id })
  const item = await shop.create({ postflowId, recipient: { ...zoe, ...recipient } })
  return item.findings
}

test.each([
  ['a range', { houseNumber: '12-14' }, '12-14'],
  ['an overlong suffix', { houseNumberSuffix: 'achterhuis' }, '12 achterhuis'],
])('%s is printed without a KIX, with a finding', async (_name, recipient, door) => {
  expect(await findingsWith('kix', recipient)).toMatchObject([
    {
      code: 'carrier_code_uncertain',
      severity: 'warning',
      field: 'recipient.houseNumber',
      message: expect.stringContaining(`“${door}”`),
    },
  ])
})

test.each([
  ['a certain door', 'kix', { houseNumber: '12-hs' }, 'NL'],
  ['a template without a KIX', 'none', { houseNumber: '12-14' }, 'NL'],
  ['mail from another country', 'kix', { houseNumber: '12-14' }, 'DE'],
] as const)('%s has no finding', async (_name, mark, recipient, country) => {
  expect(await findingsWith(mark, recipient, country)).toEqual([])
})
