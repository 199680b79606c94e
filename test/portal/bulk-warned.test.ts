import { describe, expect, test, vi } from 'vitest'
import type { Filters, Item } from '../../portal/src/screens/items/bulk-actions/offer.ts'
import { warnedOf } from '../../portal/src/screens/items/bulk-actions/warned.ts'

const item = (status: Item['status'], ...severities: string[]) =>
  ({ status, findings: severities.map((severity) => ({ severity })) }) as Item
const rows = [
  item('PENDING_APPROVAL', 'warning', 'warning'),
  item('PENDING_APPROVAL'),
  item('COMPLETED', 'warning'),
]
const some = { all: undefined, chosen: (shown: readonly Item[]) => [...shown] }
const all = { all: 9, chosen: () => [] }
const none = async () => ({ totalCount: 0, isCapped: false })
const filtered = (others: Filters['others']): Filters => ({ status: null, others })

describe('the warnings of letters about to be approved', () => {
  test('are those of the selected rows, as displayed now', async () => {
    const warned = (shown: Item[]) => warnedOf('APPROVE', some, { rows: shown, filters: filtered({}) }, none)
    expect(await warned(rows)).toEqual({ number: 1, isCapped: false })
    expect(await warned(rows.slice(1))).toEqual({ number: 0, isCapped: false })
  })

  test.each<[string, Filters['others'], string]>([
    ['any', {}, 'any'],
    ['that of the list', { 'filter[warnings]': 'printed_otherwise' }, 'printed_otherwise'],
  ])('are counted for all that match by %s', async (_which, others, code) => {
    const count = vi.fn(async () => ({ totalCount: 4, isCapped: true }))
    const filters = filtered({ ...others, 'filter[postbatchId]': 'pb_1' })
    expect(await warnedOf('APPROVE', all, { rows, filters }, count)).toEqual({ number: 4, isCapped: true })
    expect(count).toHaveBeenCalledWith({
      'filter[postbatchId]': 'pb_1',
      'filter[status]': 'PENDING_APPROVAL',
      'filter[warnings]': code,
    })
  })

  test('are not requested for other actions', async () => {
    expect(await warnedOf('REJECT', all, { rows, filters: filtered({}) }, none)).toBeUndefined()
  })
})
