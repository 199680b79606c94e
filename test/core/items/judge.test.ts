import { describe, expect, test } from 'vitest'
import type { Recipient } from '../../../src/core/address/index.ts'
import { BillingGroups } from '../../../src/core/features/items/billing-groups.ts'
import {
  type Batch,
  type Judged,
  type JudgeOptions,
  judgeItem,
} from '../../../src/core/features/items/judge-batch.ts'
import { type Mailing, mailingKey } from '../../../src/core/features/items/mailing.ts'
import type { CheckedItem } from '../../../src/core/features/items/new-item.ts'
import { Recipients } from '../../../src/core/features/items/recipients.ts'
import { replaceEarlier } from '../../../src/core/features/items/replace-earlier.ts'
import { Corrections } from '../../../src/core/features/items/reprint.ts'
import { addressedBy, recipientKey, withCurrentKey } from '../../../src/core/features/items/save.ts'
import { type Place, placeKey } from '../../../src/core/features/items/scheduling.ts'
import { itemFindings } from '../../../src/core/features/items/sentences.ts'
import type { Funds } from '../../../src/core/features/ledger/funds.ts'
import { entryKeys, indexEntries } from '../../../src/core/features/suppressions/match.ts'
import { Problem } from '../../../src/core/kernel/errors.ts'
import { finding } from '../../../src/core/kernel/finding.ts'
import type { ItemRow } from '../../../src/core/model/items.ts'
import type { SuppressionRow } from '../../../src/core/model/suppressions.ts'
import { zoe } from '../../support/recipients.ts'

/* The judgement of new items as a table: the rows read, the items, and the outcome of each. No store is needed. */

const scope = { organisationId: 'org', mode: 'live' as const }
const bram: Recipient = { ...zoe, name: 'Bram Jansen', houseNumber: '14' }
const berlin: Recipient = { ...zoe, country: 'DE', postalCode: '10115', city: 'Berlin' }

const postflow: Mailing = {
  postflowId: 'pfl',
  postbatchId: null,
  name: 'Postflow pfl',
  status: 'ACTIVE',
  takesItems: true,
  holds: null,
  approvalPerItem: false,
  duplicateWindowDays: 30,
  quantity: 1,
  templateVersionId: 'tpv',
  productId: 'prd',
  specificationId: 'psp',
  advertisingCategory: 'retail',
  returnAddressId: null,
  trackingTargetUrl: null,
  billingGroup: null,
}
const postbatch: Mailing = {
  ...postflow,
  postflowId: null,
  postbatchId: 'pba',
  holds: 'APPROVAL_MODE',
  duplicateWindowDays: Number.POSITIVE_INFINITY,
}

/** A card costs 100 cents within the Netherlands, and cannot be sent elsewhere. */
const catalogue = {
  mark: '1|x',
  specifications: new Map([
    ['psp', { id: 'psp', key: 'card', version: 1, countryZonesKey: 'home', details: null }],
  ]),
  priceLists: [
    {
      ...{ id: 'prl', organisationId: null, archivedAt: null, validFrom: '2020-01-01', currency: 'EUR' },
      lines: [{ specification: 'card', zone: 'NL', steps: [{ from: 1, priceCents: 100 }] }],
      extras: [],
    },
  ],
  countryZones: new Map([['home', { origin: 'organisation', zones: [{ code: 'NL', countries: ['NL'] }] }]]),
} as unknown as Batch['catalogue']

interface Given {
  mailing?: Partial<Mailing>
  organisation?: Partial<Batch['organisation']>
  funds?: Partial<Funds>
  entries?: Partial<SuppressionRow>[]
  stored?: ItemRow[]
  /** Known billing groups, and how many more fit. */
  groups?: [known: string[], room: number]
  rejected?: Partial<ItemRow>[]
  copies?: Partial<ItemRow>[]
  /** `false` if there is no run to join. */
  run?: false
  options?: Partial<JudgeOptions> & { fields?: ReadonlySet<string> }
}

interface Sent {
  recipient?: Recipient
  data?: Record<string, string>
  findings?: CheckedItem['findings']
  input?: Partial<CheckedItem['input']>
  apiKeyId?: string
}

const run: Place = {
  ...{ ...scope, specificationId: 'psp', specificationVersion: 1, productId: 'prd' },
  ...{ printerId: null, cutoffAt: Date.parse('2026-06-01T18:00:00Z') },
}

const batchOf = (given: Given, ofBatch = false): Batch => {
  const mailing = { ...(ofBatch ? postbatch : postflow), ...given.mailing }
  const entry = (one: Partial<SuppressionRow>): SuppressionRow => {
    const forbidden = { advertisingCategory: null, stops: 'ALL' as const, ...one }
    const row = {
      id: 'sup',
      mode: 'live',
      status: 'ACTIVE',
      recipientName: zoe.name,
      reason: 'opt_out',
      ...one,
    }
    return { ...row, ...entryKeys(zoe, null, forbidden), ...forbidden } as SuppressionRow
  }
  const earlier = new Map<string, (ItemRow & { addressKeyV2: string })[]>(
    [zoe, bram, berlin].map((recipient) => [recipientKey({ ...mailing, ...addressedBy(recipient) }), []]),
  )
  for (const row of given.stored ?? []) {
    const item = withCurrentKey(row)
    earlier.get(recipientKey(item))!.push(item)
  }
  const rows = { entries: indexEntries((given.entries ?? []).map(entry)), earlier }
  const { fields } = given.options ?? {}
  return {
    scope,
    organisation: {
      ...{ id: 'org', country: 'NL', timeZone: 'Europe/Amsterdam', status: 'ACTIVE' },
      ...given.organisation,
    } as Batch['organisation'],
    now: Date.parse('2026-06-01T09:00:00Z'),
    catalogue,
    mailings: new Map([[mailingKey(mailing), mailing]]),
    groups: new BillingGroups(...(given.groups ?? [[], 0])),
    corrections: new Corrections((given.rejected ?? []) as ItemRow[], (given.copies ?? []) as ItemRow[]),
    recipients: new Recipients(rows, fields ? { fields } : {}),
    funds: { terms: 'PREPAID', availableCents: 1000, caps: [], ...given.funds },
    places:
      given.run === false
        ? new Map()
        : new Map(
            [null, '2026-06-10'].map((sendOn) => [
              placeKey({ ...mailing, recipientCountry: 'NL', sendOn }),
              run,
            ]),
          ),
    items: new Map(),
  }
}

const checkedOf = (batch: Batch, sent: Sent, index: number): CheckedItem => {
  const [mailing] = batch.mailings.values()
  return {
    id: `itm_${index + 1}`,
    trackingCode: `T${index}`,
    apiKeyId: sent.apiKeyId ?? null,
    mailing,
    pages: 1,
    findings: sent.findings ?? [],
    input: {
      postflowId: mailing!.postflowId,
      postbatchId: mailing!.postbatchId,
      ...{ recipient: sent.recipient ?? zoe, data: sent.data ?? {}, addressOverride: false },
      ...{ reference: null, metadata: null, sendOn: null, ...sent.input },
    } as CheckedItem['input'],
  }
}

/** Returns the status with its reason, or the code of the refusal. */
const inWords = (judged: Judged): string => {
  if (judged instanceof Problem) return judged.errors[0]?.code ?? judged.code
  if ('refused' in judged) {
    const { findings, replacesEarlier } = judged.refused
    return replacesEarlier ? 'replaces earlier' : `returned: ${findings.map(({ code }) => code).join(', ')}`
  }
  const { destination, run: joined } = judged
  if (destination.status === 'HELD') return `HELD ${destination.heldReason}`
  return joined ? 'SCHEDULED' : destination.status
}

const judge = (given: Given, sent: readonly Sent[], ofBatch = false): string[] => {
  const batch = batchOf(given, ofBatch)
  const options = { refuseBad: false, ...given.options }
  return sent.map((one, index) => inWords(judgeItem(batch, checkedOf(batch, one, index), options)))
}

const storedItem = (changes: Partial<ItemRow> = {}, ofBatch = false): ItemRow => {
  const batch = batchOf({}, ofBatch)
  const judged = judgeItem(batch, checkedOf(batch, {}, 98), { refuseBad: false })
  if (!('item' in judged)) throw judged
  return { ...judged.item, status: 'HELD', heldReason: null, history: [], ...changes }
}

const bad = [
  finding('error', itemFindings.sentence('country_unserved', { country: 'NL' }), { field: 'recipient' }),
]
const cap = { apiKeyId: null, month: '2026-06', capCents: 150, spentCents: 0 }
const rejected = {
  id: 'itm_old',
  rejectedAt: 1,
  status: 'CANCELLED' as const,
  correctedAs: null,
  erasureRequestedAt: null,
}

const table: [name: string, given: Given, sent: Sent[], outcomes: string[]][] = [
  ['a valid item', {}, [{}], ['SCHEDULED']],
  ['no run with a further cutoff', { run: false }, [{}], ['READY']],
  ['a suspended organisation', { organisation: { status: 'SUSPENDED' } }, [{}], ['READY']],
  ['a paused Postflow', { mailing: { holds: 'POSTFLOW_PAUSED' } }, [{}], ['HELD POSTFLOW_PAUSED']],
  ['approval per item', { mailing: { approvalPerItem: true } }, [{}], ['PENDING_APPROVAL']],
  ['an archived Postflow', { mailing: { takesItems: false } }, [{}], ['invalid_state']],
  ['an unknown Postflow', {}, [{ input: { postflowId: 'pfl_other' } }], ['unknown']],
  ['a bad address', {}, [{ findings: bad }, { recipient: bram }], ['NEEDS_ATTENTION', 'SCHEDULED']],
  ['an unserved country', {}, [{ recipient: berlin }, {}], ['unserved', 'SCHEDULED']],
  ['a sendOn in the future', {}, [{ input: { sendOn: '2026-06-10' } }], ['SCHEDULED']],
  ['a sendOn in the past', {}, [{ input: { sendOn: '2026-05-31' } }], ['past']],
  ['a sendOn too far ahead', {}, [{ input: { sendOn: '2029-06-01' } }], ['too_far']],

  [
    'two items to a recipient',
    {},
    [{}, {}, { recipient: bram }],
    ['SCHEDULED', 'NEEDS_ATTENTION', 'SCHEDULED'],
  ],
  ['an earlier item to the recipient', { stored: [storedItem()] }, [{}], ['NEEDS_ATTENTION']],
  ['no duplicate window', { mailing: { duplicateWindowDays: 0 } }, [{}, {}], ['SCHEDULED', 'SCHEDULED']],
  [
    'a duplicate that the sender confirmed',
    {},
    [{}, { input: { addressOverride: true } }],
    ['SCHEDULED', 'SCHEDULED'],
  ],
  ['a duplicate of an item that is not sent', {}, [{ findings: bad }, {}], ['NEEDS_ATTENTION', 'SCHEDULED']],

  ['a suppressed address', { entries: [{}] }, [{}, { recipient: bram }], ['SUPPRESSED', 'SCHEDULED']],
  ['a suppressed and bad address', { entries: [{}] }, [{ findings: bad }], ['SUPPRESSED']],
  ['a proposed entry', { entries: [{ status: 'PROPOSED' }] }, [{}], ['SCHEDULED']],
  [
    'a suppressed category',
    { entries: [{ advertisingCategory: 'retail', stops: 'ADVERTISING' }] },
    [{}],
    ['SUPPRESSED'],
  ],
  [
    'another category',
    { entries: [{ advertisingCategory: 'food', stops: 'ADVERTISING' }] },
    [{}],
    ['SCHEDULED'],
  ],
  [
    'transactional mail to an address without advertising',
    { mailing: { advertisingCategory: null }, entries: [{ stops: 'ADVERTISING' }] },
    [{}],
    ['SCHEDULED'],
  ],

  [
    'a balance for one item',
    { funds: { availableCents: 150 } },
    [{}, { recipient: bram }],
    ['SCHEDULED', 'HELD INSUFFICIENT_FUNDS'],
  ],
  [
    'a duplicate, which takes no money',
    { funds: { availableCents: 200 } },
    [{}, {}, { recipient: bram }],
    ['SCHEDULED', 'NEEDS_ATTENTION', 'SCHEDULED'],
  ],
  [
    'a spending cap for one item',
    { funds: { caps: [cap] } },
    [{}, { recipient: bram }],
    ['SCHEDULED', 'HELD SPENDING_CAP'],
  ],
  [
    'the spending cap of one key',
    { funds: { caps: [{ ...cap, apiKeyId: 'key' }] }, mailing: { duplicateWindowDays: 0 } },
    [{ apiKeyId: 'key' }, { apiKeyId: 'key' }, { apiKeyId: 'other' }, {}],
    ['SCHEDULED', 'HELD SPENDING_CAP', 'SCHEDULED', 'SCHEDULED'],
  ],
  [
    'a cap before the balance',
    { funds: { caps: [{ ...cap, spentCents: 100 }], availableCents: 0 } },
    [{}],
    ['HELD SPENDING_CAP'],
  ],

  [
    'room for one billing group',
    { groups: [['known'], 1] },
    [
      { input: { billingGroup: 'known' } },
      { recipient: bram, input: { billingGroup: 'first' } },
      { input: { billingGroup: 'second', addressOverride: true } },
      { input: { billingGroup: 'first', addressOverride: true } },
    ],
    ['SCHEDULED', 'SCHEDULED', 'limit_reached', 'SCHEDULED'],
  ],
  [
    'a refused item, which takes no billing group',
    { groups: [[], 1] },
    [{ recipient: berlin, input: { billingGroup: 'first' } }, { input: { billingGroup: 'second' } }],
    ['unserved', 'SCHEDULED'],
  ],
  [
    'two corrections of a rejected item',
    { rejected: [rejected] },
    [
      { input: { correctionOfItemId: 'itm_old' } },
      { recipient: bram, input: { correctionOfItemId: 'itm_old' } },
    ],
    ['SCHEDULED', 'conflict'],
  ],
  [
    'a correction of an item whose copy was cancelled',
    {
      rejected: [{ ...rejected, correctedAs: 'itm_copy' }],
      copies: [{ id: 'itm_copy', status: 'CANCELLED' }],
    },
    [{ input: { correctionOfItemId: 'itm_old' } }],
    ['SCHEDULED'],
  ],
  [
    'a correction of an item that was not rejected',
    { rejected: [{ ...rejected, rejectedAt: null }] },
    [{ input: { correctionOfItemId: 'itm_old' } }],
    ['invalid_value'],
  ],
]

describe('items of a Postflow', () => {
  test.each(table)('%s', (_name, given, sent, outcomes) => {
    expect(judge(given, sent)).toEqual(outcomes)
  })
})

const returning = { refuseBad: true, fields: new Set(['gift']) }
const gift = (amount: string) => ({ data: { gift: amount } })
const chosen = (choice: 'all' | 'first' | 'last') => ({
  options: { ...returning, onRepeat: () => choice, replace: replaceEarlier },
})

const listTable: [name: string, given: Given, sent: Sent[], outcomes: string[]][] = [
  ['rows wait for the approval', {}, [{}], ['HELD APPROVAL_MODE']],
  ['bad rows are returned', { options: returning }, [{ findings: bad }], ['returned: country_unserved']],
  [
    'returned rows take no billing group',
    { options: returning, groups: [[], 1] },
    [
      { findings: bad, input: { billingGroup: 'first' } },
      { input: { billingGroup: 'second' } },
      { input: { billingGroup: 'third' } },
    ],
    ['returned: country_unserved', 'HELD APPROVAL_MODE', 'limit_reached'],
  ],
  [
    'suppressed rows are not returned',
    { options: returning, entries: [{}] },
    [{ findings: bad }],
    ['SUPPRESSED'],
  ],
  [
    'repeated rows are returned until the question is answered',
    { options: returning },
    [gift('10'), gift('20')],
    ['HELD APPROVAL_MODE', 'returned: duplicate_recipient'],
  ],
  ['all are sent', chosen('all'), [gift('10'), gift('20')], ['HELD APPROVAL_MODE', 'HELD APPROVAL_MODE']],
  [
    'the first is sent',
    chosen('first'),
    [gift('10'), gift('20')],
    ['HELD APPROVAL_MODE', 'returned: duplicate_recipient'],
  ],
  [
    'the last is sent',
    chosen('last'),
    [gift('10'), gift('20'), gift('20'), gift('30')],
    ['HELD APPROVAL_MODE', 'replaces earlier', 'returned: duplicate_recipient', 'replaces earlier'],
  ],
  [
    'the last replaces a stored item',
    { ...chosen('last'), stored: [storedItem({ data: { gift: '5' } }, true)] },
    [gift('10')],
    ['replaces earlier'],
  ],
  [
    'an item that can no longer change keeps its content',
    { ...chosen('last'), stored: [storedItem({ data: { gift: '5' }, status: 'SCHEDULED' }, true)] },
    [gift('10')],
    ['returned: duplicate_recipient'],
  ],
  [
    'an item of another template version keeps its content',
    { ...chosen('last'), stored: [storedItem({ data: { gift: '5' }, templateVersionId: 'old' }, true)] },
    [gift('10')],
    ['returned: duplicate_recipient'],
  ],
]

describe('rows of a list', () => {
  test.each(listTable)('%s', (_name, given, sent, outcomes) => {
    expect(judge(given, sent, true)).toEqual(outcomes)
  })
})
