import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, successStatus } from '../../../src/core/engine/operation.ts'
import { hasRevision, withResourceHeaders } from '../../../src/core/engine/request.ts'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../../src/core/features/seed/seed.ts'
import { zoe } from '../../support/recipients.ts'
import { createTestShop } from '../../support/shop.ts'

let operations: readonly Operation[]
beforeAll(async () => {
  operations = await (await createTestShop()).core.registry.operations()
})

/** Operations that answer 201 or 202 without a Location, and why. */
const withoutAddress: Readonly<Record<string, string>> = {
  'advertisingCategories.create': 'categories are read as a list',
  'suppressionReasons.create': 'reasons are read as a list',
  'roles.create': 'roles are read as a list',
  'invitations.create': 'invitations are read as a list',
  'organisations.create': 'one’s own organisation is read without its id',
  'billing.topUp': 'top-ups are read as a list',
  'passwordReset.request': 'the answer must not tell whether there is such an account',
  'runs.remake': 'remakes of a run are read as a list',
  'webhooks.test': 'deliveries are read as a list',
  'webhooks.replay': 'deliveries are read as a list',
  'webhooks.replayMissed': 'it begins many deliveries',
  'webhooks.replaySince': 'it begins many deliveries',
  'webhooks.retryNow': 'it brings many deliveries forward',
}

describe('every operation', () => {
  test('that creates or starts something returns its location, unless it has none', () => {
    const silent = operations.filter(
      (operation) =>
        ([201, 202].includes(successStatus(operation)) || operation.unfinished) && !operation.location,
    )
    expect(silent.map(({ id }) => id).sort()).toEqual(Object.keys(withoutAddress).sort())
    const paths = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => shape(path)))
    for (const { path } of silent) expect(paths).not.toContain(shape(`${path}/{id}`))
    for (const { id, location } of operations) {
      if (location) expect([id, paths.has(shape(location))]).toEqual([id, true])
    }
  })

  test('that accepts If-Match concerns a resource with an ETag', () => {
    const tagged = new Set<string>(operations.filter(hasRevision).map(({ path }) => path))
    for (const { id, path } of operations.filter(({ ifMatch }) => ifMatch)) {
      const resource = path.replace(/\/(?:approve|publish)$/, (action) =>
        action === '/publish' ? '/draft' : '',
      )
      expect([id, tagged.has(resource)]).toEqual([id, true])
    }
    for (const { id, ifMatch, errors } of operations) {
      if (ifMatch) expect([id, errors]).toEqual([id, expect.arrayContaining(['revision_conflict'])])
    }
  })
})

const shape = (path: string): string => path.replace(/\{\w+\}/g, '{}')

describe('an item', () => {
  test('is created with its location, also in a replay, and its ETag is accepted by a change', async () => {
    const shop = await createTestShop()
    await installCatalogue(shop.services)
    const { postflows } = await seedOrganisation(shop.services, shop.organisation.id)
    const postflowId = postflows.find(({ mode }) => mode === 'test')!.id
    const key = shop.keys.test
    const body = { postflowId, recipient: zoe, data: { firstName: 'Zoë' } }
    const made = await shop.call('items.create', { key, body, idempotencyKey: 'one' })
    const { id } = made.body
    expect(made.headers).toMatchObject({ Location: `/v1/items/${id}`, ETag: `"${made.body.revision}"` })
    const replayed = await shop.call('items.create', { key, body, idempotencyKey: 'one' })
    expect(replayed.headers).toMatchObject({ 'Idempotency-Replayed': 'true', Location: `/v1/items/${id}` })

    const read = await shop.call('items.get', { key, params: { id } })
    const patch = (ifMatch: string) =>
      shop.call('items.patch', { key, params: { id }, body: { reference: 'A-1' }, ifMatch })
    const changed = await patch(read.headers.ETag!)
    expect([changed.status, changed.headers.ETag]).toEqual([200, `"${changed.body.revision}"`])
    expect(changed.headers.ETag).not.toBe(read.headers.ETag)
    expect((await patch(read.headers.ETag!)).status).toBe(412)
    // A compressing proxy makes the tag weak.
    expect((await patch(`W/${changed.headers.ETag}`)).status).toBe(200)
  })

  test('in a list has no ETag, and neither has the list', async () => {
    const shop = await createTestShop()
    expect((await shop.call('items.list')).headers.ETag).toBeUndefined()
  })
})

test('a draft is published exactly as it was read, or not at all', async () => {
  const shop = await createTestShop()
  await installCatalogue(shop.services)
  const { templates } = await seedOrganisation(shop.services, shop.organisation.id)
  const params = { id: templates[0]!.id }
  const { headers, body } = await shop.call('templates.getDraft', { params })
  expect(headers.ETag).toBe(`"${body.revision}"`)
  const stale = await shop.call('templates.publish', { params, ifMatch: `"${body.revision + 1}"` })
  expect([stale.status, stale.body.code]).toEqual([412, 'revision_conflict'])
  const published = await shop.call('templates.publish', { params, ifMatch: headers.ETag! })
  expect([published.status, published.headers.Location]).toEqual([
    201,
    `/v1/templates/${params.id}/versions/${published.body.number}`,
  ])
})

test('a deprecated operation announces since when, until when and where to read more', () => {
  const operation = {
    ...operations.find(({ id }) => id === 'items.get')!,
    deprecated: { since: '2027-01-01', sunset: '2027-12-31', instead: 'Call `items.list`.' },
  }
  const answer = withResourceHeaders(operation, {}, { status: 200, headers: {}, body: {} } as never)
  expect(answer.headers).toMatchObject({
    Deprecation: '@1798761600',
    Sunset: 'Fri, 31 Dec 2027 23:59:59 GMT',
    Link: '</v1/meta/openapi.json>; rel="deprecation"',
  })
})
