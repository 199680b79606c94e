import { describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import {
  type PostbatchStatus,
  postbatchLifecycle,
  postbatchStatuses,
} from '../../../src/core/model/postbatches.ts'
import { createPostbatchShop, people, person } from '../../support/postbatches.ts'

/** Rows are current statuses, columns the targets. */
const matrix = `
                DR VG VD AP SC IN CO CA
DRAFT           .  x  .  .  .  .  .  x
VALIDATING      .  .  x  .  .  .  .  x
VALIDATED       x  x  .  x  .  .  .  x
APPROVED        .  .  .  .  x  .  x  x
SCHEDULED       .  .  .  .  .  x  x  x
IN_PRODUCTION   .  .  .  .  .  .  x  .
COMPLETED       .  .  .  .  .  .  .  .
CANCELLED       .  .  .  .  .  .  .  .
`
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/\s+/)) as [PostbatchStatus, ...string[]][]

describe('the lifecycle of a Postbatch', () => {
  test('follows the transition table, and every refused transition names both statuses', () => {
    expect(matrix.map(([from]) => from)).toEqual(postbatchStatuses)
    for (const [from, ...cells] of matrix) {
      for (const [column, to] of postbatchStatuses.entries()) {
        const attempt = () => postbatchLifecycle.assert(from, to)
        if (cells[column] === 'x') expect(attempt, `${from} → ${to}`).not.toThrow()
        else {
          const message = `This Postbatch is ${from} and cannot become ${to}.`
          expect(attempt, `${from} → ${to}`).toThrow(
            expect.objectContaining({ code: 'invalid_state', status: 409, message }),
          )
        }
      }
    }
  })

  test('goes from a draft to COMPLETED, with an event for each step', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(3))
    expect(await shop.read(id)).toMatchObject({
      status: 'VALIDATED',
      itemCount: 3,
      itemsByStatus: { HELD: 3, CREATED: 0 },
    })
    await shop.step('postbatches.approve', id)
    const scheduled = await shop.read(id)
    expect(scheduled).toMatchObject({ status: 'SCHEDULED', itemsByStatus: { SCHEDULED: 3, HELD: 0 } })
    expect(scheduled.runs).toEqual([
      { id: expect.any(String), cutoffAt: scheduled.cancellableUntil, itemCount: 3 },
    ])
    await shop.advance(scheduled.cancellableUntil)
    expect(await shop.read(id)).toMatchObject({
      status: 'IN_PRODUCTION',
      itemsByStatus: { IN_PRODUCTION: 3 },
    })
    await shop.step('runs.offerToCarrier', scheduled.runs[0].id, {
      key: await shop.key('live', ['runs.manage']),
    })
    expect((await shop.read(id)).status).toBe('IN_PRODUCTION')
    await shop.advance(10 * 86_400_000)
    expect(await shop.read(id)).toMatchObject({
      status: 'COMPLETED',
      itemsByStatus: { COMPLETED: 3 },
      completedAt: expect.any(String),
    })
    expect(await shop.eventsOf(id)).toEqual(['validated', 'approved', 'scheduled', 'completed'])
    expect(shop.logged).toEqual([])
  })

  const operations = ['patch', 'remove', 'addItems', 'validate', 'approve', 'reject', 'cancel'] as const
  const bodies: Partial<Record<(typeof operations)[number], unknown>> = {
    patch: { name: 'Other' },
    addItems: { items: [person(9)] },
    reject: { reason: 'No.' },
  }
  const allowed: Record<(typeof operations)[number], PostbatchStatus[]> = {
    patch: ['DRAFT', 'VALIDATED'],
    remove: ['DRAFT'],
    addItems: ['DRAFT', 'VALIDATED'],
    validate: ['DRAFT', 'VALIDATED'],
    approve: ['VALIDATED'],
    reject: ['VALIDATED'],
    cancel: ['DRAFT', 'VALIDATING', 'VALIDATED', 'APPROVED', 'SCHEDULED'],
  }
  test.each(operations)('%s is refused in other statuses', async (name) => {
    for (const status of postbatchStatuses) {
      const shop = await createPostbatchShop()
      const id = await shop.draft([person(1)])
      await shop.forcePostbatch(id, status)
      const response = await shop.refuse(`postbatches.${name}`, id, { body: bodies[name] })
      if (allowed[name].includes(status)) expect(response.status, status).toBeLessThan(300)
      else {
        expect(response, status).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
        expect(response.body.detail).toContain(`This Postbatch is ${status}`)
      }
    }
  })
})

describe('a Postbatch', () => {
  test('starts as a draft that pins the latest version of its template', async () => {
    const shop = await createPostbatchShop()
    const response = await shop.call('postbatches.create', {
      body: { name: ' Spring ', templateId: shop.templateId, sendOn: '2026-02-02' },
    })
    expect(response).toMatchObject({ status: 201 })
    expect(response.body).toMatchObject({
      id: expect.stringMatching(/^pbt_/),
      isTest: false,
      name: 'Spring',
      status: 'DRAFT',
      templateVersionId: shop.templateVersionId,
      productId: sampleIds.postcard,
      productSpecificationId: sampleIds.a6,
      sendOn: '2026-02-02',
      allowDuplicates: false,
      itemCount: 0,
      runs: [],
      cancellableUntil: null,
      revision: 1,
      validatedAt: null,
    })
    expect(await shop.read(response.body.id)).toEqual(response.body)
    expect(
      (await shop.call('postbatches.get', { params: { id: response.body.id }, key: shop.keys.test })).status,
    ).toBe(404)
  })

  test('refuses unknown references, all at once, and a day too far ahead', async () => {
    const shop = await createPostbatchShop()
    const refused = async (body: Record<string, unknown>) =>
      (await shop.call('postbatches.create', { body: { name: 'X', ...body } })).body.errors?.map(
        (error: { parameter: string; code: string }) => `${error.parameter} ${error.code}`,
      )
    expect(
      await refused({
        templateVersionId: 'tv_none',
        advertisingCategory: 'nonsense',
        returnAddressId: 'ret_x',
      }),
    ).toEqual(['templateVersionId unknown', 'advertisingCategory unknown', 'returnAddressId unknown'])
    expect(await refused({})).toEqual(['templateVersionId required'])
    expect(await refused({ templateId: shop.templateId, sendOn: '2028-01-01' })).toEqual(['sendOn too_far'])
    expect(await refused({ templateId: shop.templateId, sendOn: '2026-02-30' })).toEqual([
      'sendOn invalid_value',
    ])
  })

  test('can be deleted as a draft only, with its items', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.draft(people(2))
    const items = await shop.call('items.list', { query: { 'filter[postbatchId]': id } })
    // Between the deletion and the job that cancels the Postbatch's items, these can be read but not changed.
    expect((await shop.call('postbatches.remove', { params: { id } })).status).toBe(204)
    const [first] = items.body.data
    expect(await shop.act('items.patch', first.id, { body: { data: { firstName: 'X' } } })).toMatchObject({
      status: 409,
    })
    await shop.settle()
    expect((await shop.call('postbatches.get', { params: { id } })).status).toBe(404)
    expect((await shop.row(first.id)).status).toBe('CANCELLED')
    const left = await shop.services.store.read((rows) =>
      rows.postbatchTotals.find({ organisationId: shop.organisation.id }, {}),
    )
    expect(left).toEqual([])
    expect(shop.logged).toEqual([])
  })

  test('prevents the deletion of its category', async () => {
    const shop = await createPostbatchShop()
    await shop.call('advertisingCategories.create', { body: { label: 'Garden', key: 'garden' } })
    await shop.draft([], { advertisingCategory: 'garden' })
    const refused = await shop.call('advertisingCategories.remove', { params: { key: 'garden' } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
  })

  test('is listed by status, name and day, in order', async () => {
    const shop = await createPostbatchShop()
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      await shop.draft([], { name, sendOn: name === 'Beta' ? '2026-03-01' : null })
    const names = async (query: Record<string, string>) =>
      (await shop.call('postbatches.list', { query })).body.data.map((row: { name: string }) => row.name)
    expect(await names({ sort: 'name' })).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await names({})).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect(await names({ 'filter[sendOn][gte]': '2026-02-01' })).toEqual(['Beta'])
    expect(await names({ 'filter[name][contains]': 'ALPH' })).toEqual(['Alpha'])
    expect(await names({ 'filter[status]': 'CANCELLED' })).toEqual([])
  })
})
