import { expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const unlikely = (field: string) => ({ code: 'unlikely_text', severity: 'warning', field })
const placeholder = (field: string) => ({ code: 'placeholder', severity: 'warning', field })

test.each<[string, Record<string, unknown>, object[]]>([
  ['a doubly encoded name', { recipient: { ...zoe, name: 'ZoÃ« Bos' } }, [unlikely('recipient.name')]],
  ['a doubly encoded merge field', { data: { firstName: 'ZoÃ«' } }, [unlikely('data.firstName')]],
  ['a lost letter in a city', { recipient: { ...zoe, city: 'K\uFFFDln' } }, [unlikely('recipient.city')]],
  ['a lost letter in a merge field', { data: { firstName: 'Zo\uFFFD' } }, [unlikely('data.firstName')]],
  ['a placeholder in a merge field', { data: { firstName: 'NULL' } }, [placeholder('data.firstName')]],
  ['Dutch, German and French letters', { data: { firstName: 'Zoë Müller-Lefèvre' } }, []],
  ['capitals with accents', { recipient: { ...zoe, city: 'SÃO PAULO' } }, []],
])(
  'items created by API have a warning for text that an import rejects: %s',
  async (_what, input, findings) => {
    const shop = await createItemShop()
    const body = { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Zoë' }, ...input }
    const answer = await shop.call('items.validate', { body })
    expect(answer.body.findings).toMatchObject(findings)
    const { id } = await shop.create(body)
    const found = await shop.call('items.list', { query: 'filter[warnings]=any' })
    expect(found.body.data.map((item: { id: string }) => item.id)).toEqual(findings.length > 0 ? [id] : [])
    const confirmed = await shop.call('items.validate', { body: { ...body, addressOverride: true } })
    expect(confirmed.body.findings).toEqual([])
  },
)
