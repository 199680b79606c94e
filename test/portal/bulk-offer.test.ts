import { describe, expect, test } from 'vitest'
import {
  type Counts,
  type Item,
  type Kind,
  offerOf,
} from '../../portal/src/screens/items/bulk-actions/offer.ts'

const item = (id: string, status: Item['status'], revision: number) =>
  ({ id, status, revision, priceCents: 90, currency: 'EUR', reprintedAsItemId: null, erasure: null }) as Item

/** Two items for each status with actions, with the displayed revisions. */
const shown = [
  item('itm_a', 'PENDING_APPROVAL', 3),
  item('itm_b', 'COMPLETED', 7),
  item('itm_c', 'PENDING_APPROVAL', 1),
  item('itm_d', 'COMPLETED', 2),
]
type Selected = Parameters<typeof offerOf>[1]
const chosen = { all: undefined, chosen: () => shown } as unknown as Selected
const list = { rows: shown, counts: undefined, waiting: undefined, filters: { status: null, others: {} } }
const bodyOf = (kind: Kind) => offerOf(kind, chosen, list).body

test.each(['APPROVE', 'REJECT'] as const)('%s sends the displayed revision of each item', (kind) => {
  expect(bodyOf(kind)).toEqual({ ids: ['itm_a', 'itm_c'], revisions: [3, 1] })
})

test.each([
  ['REPRINT', ['itm_b', 'itm_d']],
  ['CANCEL', ['itm_a', 'itm_c']],
] as const)('%s sends no revisions', (kind, ids) => {
  expect(bodyOf(kind)).toEqual({ ids })
})

test('an item that changes after it was selected is sent as displayed now', () => {
  const now = { ...list, rows: [item('itm_a', 'PENDING_APPROVAL', 4)] }
  const fresh = { all: undefined, chosen: (rows: readonly Item[]) => rows } as unknown as Selected
  expect(offerOf('APPROVE', fresh, now).body).toEqual({ ids: ['itm_a'], revisions: [4] })
})

describe('all that match', () => {
  const counted = (waiting: number, fingerprint: string | null) =>
    ({
      byStatus: { PENDING_APPROVAL: waiting, READY: 4 },
      totalCount: 9,
      isCapped: false,
      fingerprint,
    }) as Counts
  const all = { all: 9, chosen: () => [] } as unknown as Selected
  const matching = { ...list, counts: counted(5, null), waiting: counted(6, '6-a-b') }

  test.each(['APPROVE', 'REJECT'] as const)('%s applies to the items counted with the list', (kind) => {
    expect(offerOf(kind, all, matching)).toMatchObject({
      count: 6,
      others: 3,
      body: {
        filters: { 'filter[status][in]': 'PENDING_APPROVAL' },
        expectedCount: 6,
        expectedFingerprint: '6-a-b',
      },
    })
  })

  test('CANCEL sends no fingerprint', () => {
    const { body } = offerOf('CANCEL', all, matching)
    expect(body).toMatchObject({ expectedCount: 9 })
    expect(body).not.toHaveProperty('expectedFingerprint')
  })
})
