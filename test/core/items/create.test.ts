import { describe, expect, test } from 'vitest'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import type { ItemShopOptions } from '../../support/items.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

/** Results of creating these items in an active Postflow of a funded organisation. */
const outcomes: {
  name: string
  changes?: Record<string, unknown>
  postflow?: Record<string, unknown>
  shop?: ItemShopOptions
  mode?: 'live' | 'test'
  status: string
  heldReason?: string
  events: string[]
  findings?: string[]
}[] = [
  { name: 'a valid item', status: 'SCHEDULED', events: ['created', 'ready', 'scheduled'] },
  {
    name: 'a number as merge field',
    changes: { data: { firstName: 'Zoë', amount: 12 } },
    status: 'SCHEDULED',
    events: ['created', 'ready', 'scheduled'],
  },
  {
    name: 'an unknown merge field',
    changes: { data: { firstName: 'Zoë', fristName: 'x' } },
    status: 'SCHEDULED',
    events: ['created', 'ready', 'scheduled'],
    findings: ['warning variable_unknown data.fristName'],
  },
  {
    name: 'a missing merge field',
    changes: { data: {} },
    status: 'NEEDS_ATTENTION',
    events: ['created', 'needs_attention'],
    findings: ['error variable_missing data.firstName'],
  },
  {
    name: 'an empty merge field',
    changes: { data: { firstName: '' } },
    status: 'NEEDS_ATTENTION',
    events: ['created', 'needs_attention'],
    findings: ['error variable_missing data.firstName'],
  },
  {
    name: 'a merge field of spaces',
    changes: { data: { firstName: '  ', day: ' ' } },
    status: 'NEEDS_ATTENTION',
    events: ['created', 'needs_attention'],
    findings: ['error variable_missing data.firstName'],
  },
  {
    name: 'merge fields of wrong types and lengths',
    changes: { data: { firstName: 'x'.repeat(21), amount: '1.5', day: '2026-02-30', link: 'ftp://x' } },
    status: 'NEEDS_ATTENTION',
    events: ['created', 'needs_attention'],
    findings: [
      'error variable_too_long data.firstName',
      'error variable_invalid data.amount',
      'error variable_invalid data.day',
      'error variable_invalid data.link',
    ],
  },
  {
    name: 'text that overflows',
    changes: { data: { firstName: 'TOO LONG' } },
    status: 'NEEDS_ATTENTION',
    events: ['created', 'needs_attention'],
    findings: ['error text_overflow data.firstName'],
  },
  {
    name: 'an invalid address',
    changes: { recipient: { ...zoe, postalCode: '12', houseNumber: '' } },
    status: 'NEEDS_ATTENTION',
    events: ['created', 'needs_attention'],
    findings: [
      'error house_number_missing recipient.houseNumber',
      'error postal_code_invalid recipient.postalCode',
    ],
  },
  {
    name: 'a doubtful address confirmed by the sender',
    changes: { recipient: { ...zoe, postalCode: '12' }, addressOverride: true },
    status: 'SCHEDULED',
    events: ['created', 'ready', 'scheduled'],
    findings: ['warning postal_code_invalid recipient.postalCode'],
  },
  {
    name: 'an item of a Postflow with approval',
    postflow: { approval: 'PER_ITEM' },
    status: 'PENDING_APPROVAL',
    events: ['created', 'pending_approval'],
  },
  {
    name: 'an item without funds',
    shop: { fundsCents: 88 },
    status: 'HELD',
    heldReason: 'INSUFFICIENT_FUNDS',
    events: ['created', 'held'],
  },
  {
    name: 'an item without funds, invoiced monthly',
    shop: { fundsCents: 0, monthly: true },
    status: 'SCHEDULED',
    events: ['created', 'ready', 'scheduled'],
  },
  {
    name: 'a test item without funds',
    shop: { fundsCents: 0 },
    mode: 'test',
    status: 'SCHEDULED',
    events: ['created', 'ready', 'scheduled'],
  },
]

describe('creating an item', () => {
  test.each(outcomes)('$name is $status', async (given) => {
    const shop = await createItemShop(given.shop)
    const key = shop.keys[given.mode ?? 'live']
    const postflowId = await shop.postflow(given.postflow, key)
    const body = { postflowId, recipient: zoe, data: { firstName: 'Zoë' }, ...given.changes }
    const tried = await shop.call('items.validate', { key, body })
    const item = await shop.create(body, key)
    expect(item).toMatchObject({ status: given.status, heldReason: given.heldReason ?? null })
    expect(await shop.events(item.id)).toEqual(given.events)
    const findings = item.findings.map(
      (finding: Record<string, string>) => `${finding.severity} ${finding.code} ${finding.field}`,
    )
    expect(findings).toEqual(given.findings ?? [])
    const { status, heldReason, priceCents, currency, cancellableUntil, templateVersionId } = item
    expect(tried.body).toEqual({
      valid: given.status !== 'NEEDS_ATTENTION',
      status,
      heldReason,
      findings: item.findings,
      suppression: null,
      templateVersionId,
      priceCents,
      currency,
      cancellableUntil,
      waits: [],
    })
    expect(shop.logged).toEqual([])
  })

  test('returns every field, and reads back the same', async () => {
    const shop = await createItemShop()
    const item = await shop.create({ reference: 'order 7', metadata: { shop: 'b' }, sendOn: '2026-01-08' })
    expect(item).toEqual({
      id: expect.stringMatching(/^itm_/),
      isTest: false,
      postflowId: shop.postflowId,
      postbatchId: null,
      templateVersionId: shop.templateVersionId,
      productId: expect.stringMatching(/^prd_/),
      productSpecificationId: expect.stringMatching(/^psp_/),
      advertisingCategory: null,
      status: 'SCHEDULED',
      heldReason: null,
      findings: [],
      recipient: {
        ...zoe,
        companyName: null,
        houseNumberSuffix: null,
        addressLine2: null,
        region: null,
      },
      addressOverride: false,
      data: { firstName: 'Zoë' },
      reference: 'order 7',
      billingGroup: null,
      apiKeyId: expect.stringMatching(/^key_/),
      metadata: { shop: 'b' },
      sendOn: '2026-01-08',
      approvalRequired: false,
      approvedAt: null,
      rejectedAt: null,
      runId: expect.stringMatching(/^run_/),
      sequence: null,
      cancellableUntil: '2026-01-08T09:00:00.000Z',
      suppression: null,
      tracking: {
        code: expect.any(String),
        url: `HTTP://MAIL.EXAMPLE/Q/${item.tracking.code}`,
        optOutUrl: `HTTP://MAIL.EXAMPLE/O/${item.tracking.code}`,
      },
      scanCount: 0,
      reprintOfItemId: null,
      erasure: null,
      reprintedAsItemId: null,
      correctionOfItemId: null,
      correctedAsItemId: null,
      priceCents: 89,
      currency: 'EUR',
      revision: 3,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
    expect((await shop.act('items.get', item.id)).body).toEqual(item)
    expect((await shop.act('items.history', item.id)).body.data).toEqual(
      ['CREATED', 'READY', 'SCHEDULED'].map((status) => ({
        status,
        at: '2026-01-05T09:00:00.000Z',
        heldReason: null,
        reason: null,
        decision: null,
        by: null,
      })),
    )
  })

  test.each([
    ['NL', 89],
    ['DE', 145],
    ['US', 165],
  ])('is priced by the zone of %s', async (country, priceCents) => {
    const shop = await createItemShop()
    const recipient = { ...zoe, country, postalCode: '10115', region: 'NY' }
    const item = await shop.create({ recipient, addressOverride: true })
    expect(item.priceCents).toBe(priceCents)
    expect(await shop.money()).toEqual({ available: 100_000 - priceCents, reserved: priceCents })
  })

  test('reports every invalid field at once', async () => {
    const shop = await createItemShop()
    const response = await shop.post({
      recipient: { ...zoe, city: 'a\nb', country: 'NLD', planet: 'Earth' },
      data: { firstName: 'x'.repeat(2001) },
      reference: 'x'.repeat(121),
      sendOn: '2026-02-30',
      colour: 'red',
    })
    expect(response.status).toBe(422)
    expect(response.body.errors.map((error: { parameter: string }) => error.parameter).sort()).toEqual([
      'colour',
      'data.firstName',
      'recipient.city',
      'recipient.country',
      'recipient.planet',
      'reference',
      'sendOn',
    ])
  })

  test.each([
    [{ postflowId: 'pfl_none' }, 422, 'postflowId', 'There is no Postflow pfl_none in this mode.'],
    [
      { postflowId: 'tpl_none' },
      422,
      'postflowId',
      'There is no Postflow tpl_none in this mode. tpl_none is the id of a template.',
    ],
    [{ sendOn: '2026-01-04' }, 422, 'sendOn', 'sendOn is in the past; today is 2026-01-05.'],
    [{ sendOn: '2027-01-07' }, 422, 'sendOn', 'sendOn must be at most 366 days ahead.'],
  ])('refuses %o', async (changes, status, parameter, detail) => {
    const shop = await createItemShop()
    for (const operation of ['items.create', 'items.validate']) {
      const body = { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Z' }, ...changes }
      const response = await shop.call(operation, { body })
      expect(response).toMatchObject({ status, body: { detail, errors: [{ parameter }] } })
    }
  })

  test('accepts 64 merge fields, not 65', async () => {
    const shop = await createItemShop()
    const data = (count: number) => ({
      ...Object.fromEntries(Array.from({ length: count - 1 }, (_, index) => [`f${index}`, 'x'])),
      firstName: 'Z',
    })
    expect((await shop.post({ data: data(65) })).status).toBe(422)
    expect((await shop.post({ data: data(64) })).status).toBe(201)
  })

  test('validates without writing, also for a suspended organisation', async () => {
    const shop = await createItemShop()
    await suspendOrganisation(shop.services, shop.organisation.id)
    const body = { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Z' } }
    expect((await shop.call('items.validate', { body })).body).toMatchObject({ status: 'READY' })
    expect((await shop.call('items.create', { body })).body).toMatchObject({ code: 'organisation_suspended' })
    expect((await shop.call('items.list')).body.data).toEqual([])
    expect(await shop.money()).toEqual({ available: 100_000, reserved: 0 })
  })

  test('repeats the first response for a repeated Idempotency-Key', async () => {
    const shop = await createItemShop()
    const call = {
      idempotencyKey: 'k1',
      body: { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Z' } },
    }
    const first = await shop.call('items.create', call)
    const second = await shop.call('items.create', call)
    expect(second.headers['Idempotency-Replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect((await shop.call('items.list')).body.data).toHaveLength(1)
  })
})
