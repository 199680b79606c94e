import { beforeEach, describe, expect, test } from 'vitest'
import { zoe } from '../../support/recipients.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const add = async (changes: Record<string, unknown> = {}, key = shop.keys.live) => {
  const body = { recipient: zoe, reason: 'opt_out', ...changes }
  const answer = await shop.call('suppressions.create', { key, body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const patch = (id: string, body: unknown) => shop.call('suppressions.patch', { params: { id }, body })
const check = async (recipient: unknown, advertisingCategory?: string | null) =>
  (await shop.call('suppressions.check', { body: { recipient, advertisingCategory } })).body
const listed = async (query: string) =>
  (await shop.call('suppressions.list', { query })).body.data.map((entry: { id: string }) => entry.id)

describe('adding an entry', () => {
  test('returns the whole entry', async () => {
    expect(await add({ matchName: true })).toEqual({
      id: expect.stringMatching(/^sup_/),
      isTest: false,
      status: 'ACTIVE',
      source: 'API',
      addressKey: 'NL|1012LG|12',
      matchName: true,
      advertisingCategory: null,
      stops: 'ALL',
      reason: 'opt_out',
      recipient: {
        ...zoe,
        companyName: null,
        houseNumberSuffix: null,
        addressLine2: null,
        region: null,
      },
      itemId: null,
      findings: [],
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
  })

  const stopsNothing = 'doubtful'
  test.each<[what: string, changes: Record<string, unknown>, found: string[], matchName?: boolean]>([
    ['a house number is missing', { houseNumber: null }, ['houseNumber house_number_missing', stopsNothing]],
    ['the name is a placeholder', { name: 'NULL' }, ['name doubtful']],
    ['the name was encoded twice', { name: 'ZoÃ« Bos' }, ['name invalid_character']],
    [
      "a letter of the recipient's name is lost",
      { name: 'Zo� Bos' },
      ['name invalid_character', stopsNothing],
      true,
    ],
    ['the name is of two people', { name: 'Jan en Els Bos' }, ['name doubtful'], true],
    ['the name in capitals is of two people', { name: 'JAN EN ELS BOS' }, ['name doubtful'], true],
    ['a slash separates two people', { name: 'Jan/Els Bos' }, ['name doubtful'], true],
    ['the number is a date', { houseNumber: '2026-03-01' }, ['houseNumber doubtful', stopsNothing]],
    [
      'the postal code is of another country',
      { postalCode: '10115' },
      ['postalCode postal_code_invalid', stopsNothing],
    ],
    ['the city names another country', { city: 'Berlin, Germany' }, ['city city_doubtful']],
  ])('warns that %s, and adds the entry', async (_what, changes, found, matchName = false) => {
    const { findings, id } = await add({ recipient: { ...zoe, ...changes }, matchName })
    expect(
      findings.map(({ field, code }: { field?: string; code: string }) =>
        field === undefined ? code : `${field.replace('recipient.', '')} ${code}`,
      ),
    ).toEqual(found)
    expect(await listed('')).toEqual([id])
    const { body } = await shop.call('suppressions.get', { params: { id } })
    expect(body).not.toHaveProperty('findings')
  })

  test.each<[what: string, recipient: Record<string, unknown>, matchName: boolean]>([
    ['of two people in an entry for the whole address', { name: 'Jan en Els Bos' }, false],
    ['of a company', { name: null, companyName: 'Jansen & Zonen BV' }, true],
  ])('accepts a name %s without a warning', async (_what, changes, matchName) => {
    expect(await add({ recipient: { ...zoe, ...changes }, matchName })).toMatchObject({ findings: [] })
  })

  test('for the same mail changes the existing one, with the latest reason', async () => {
    const first = await add()
    const again = await add({ recipient: { ...zoe, street: 'DAMRAK' }, reason: 'moved' })
    expect(again).toMatchObject({ id: first.id, reason: 'moved', recipient: { street: 'DAMRAK' } })
    expect(await listed('')).toEqual([first.id])
  })

  test('for other mail of the same address adds another one', async () => {
    const ids = [
      await add(),
      await add({ matchName: true }),
      await add({ advertisingCategory: 'retail' }),
      await add({ advertisingCategory: 'retail', matchName: true }),
      await add({ matchName: true, recipient: { ...zoe, name: 'Bram' } }),
      await add({ recipient: { ...zoe, houseNumberSuffix: 'A' } }),
    ].map((entry) => entry.id)
    expect(new Set(ids).size).toBe(6)
  })

  test.each([
    ['a name of symbols only', { matchName: true, recipient: { ...zoe, name: '—!' } }, ['recipient.name']],
    ['no name to match', { matchName: true, recipient: { ...zoe, name: null } }, ['recipient.name']],
    ['an archived reason', { reason: 'gone' }, ['reason']],
    [
      'an unknown reason and category',
      { reason: 'x', advertisingCategory: 'y' },
      ['reason', 'advertisingCategory'],
    ],
    ['an empty reason', { reason: '' }, ['reason']],
    ['a reason of 42 characters', { reason: 'a'.repeat(42) }, ['reason']],
  ])('refuses %s', async (_what, changes, parameters) => {
    await shop.call('suppressionReasons.create', { body: { label: 'Gone', stops: 'ALL' } })
    await shop.call('suppressionReasons.patch', { params: { key: 'gone' }, body: { archived: true } })
    const answer = await shop.call('suppressions.create', {
      body: { recipient: zoe, reason: 'opt_out', ...changes },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
  })

  test('accepts names and addresses that become far longer by normalisation', async () => {
    const long = 'ﷺ'.repeat(100)
    const entry = await add({
      matchName: true,
      recipient: { name: long, street: long, addressLine2: long, city: long, country: 'AE' },
    })
    expect(entry.addressKey.length).toBeLessThanOrEqual(300)
    expect(await listed(`filter[addressKey]=${encodeURIComponent(entry.addressKey)}`)).toEqual([entry.id])
  })
})

describe('changing an entry', () => {
  test('sets the given fields', async () => {
    const { id } = await add()
    await shop.advance(1000)
    expect(
      await patch(id, { reason: 'moved', matchName: true, advertisingCategory: 'retail' }),
    ).toMatchObject({
      status: 200,
      body: {
        id,
        reason: 'moved',
        matchName: true,
        advertisingCategory: 'retail',
        createdAt: '2026-01-05T09:00:00.000Z',
        updatedAt: '2026-01-05T09:00:01.000Z',
      },
    })
    const read = await shop.call('suppressions.get', { params: { id } })
    expect(read.body).toMatchObject({ reason: 'moved', matchName: true, advertisingCategory: 'retail' })
    expect((await check(zoe)).suppressed).toBe(false)
    expect((await check(zoe, 'retail')).suppressed).toBe(true)
  })

  test('cannot make two entries match the same mail', async () => {
    const wide = await add()
    const narrow = await add({ matchName: true })
    const answer = await patch(narrow.id, { matchName: false })
    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(answer.body.detail).toContain(wide.id)
  })

  test.each([
    [{ recipient: zoe }, 'recipient'],
    [{ status: 'PROPOSED' }, 'status'],
    [{ reason: null }, 'reason'],
    [{ reason: 'because' }, 'reason'],
    [{ advertisingCategory: 'none' }, 'advertisingCategory'],
  ])('refuses %o', async (body, parameter) => {
    const { id } = await add()
    expect(await patch(id, body)).toMatchObject({ status: 422, body: { errors: [{ parameter }] } })
  })

  test('returns 404 for one of the other mode or another organisation', async () => {
    const { id } = await add({}, shop.keys.test)
    expect((await patch(id, {})).status).toBe(404)
    expect((await shop.call('suppressions.get', { params: { id } })).status).toBe(404)
    const other = await shop.another()
    const mine = await add()
    const theirs = { key: other.keys.live, params: { id: mine.id } }
    expect((await shop.call('suppressions.get', theirs)).status).toBe(404)
    expect((await shop.call('suppressions.remove', theirs)).status).toBe(404)
  })
})

describe('checking a recipient', () => {
  test('returns every matching entry and the matched fields, the broadest first', async () => {
    const both = await add({ matchName: true, advertisingCategory: 'retail' })
    const named = await add({ matchName: true })
    const ofCategory = await add({ advertisingCategory: 'retail' })
    const wide = await add()
    await add({ advertisingCategory: 'food' })
    await add({ matchName: true, recipient: { ...zoe, name: 'Bram' } })
    const answer = await check(zoe, 'retail')
    expect(answer).toMatchObject({ suppressed: true, addressKey: 'NL|1012LG|12' })
    const found = answer.matches.map((match: { entry: { id: string }; matchedBy: string[] }) => [
      match.entry.id,
      match.matchedBy,
    ])
    expect(found).toEqual([
      [wide.id, ['address']],
      [ofCategory.id, ['address', 'advertisingCategory']],
      [named.id, ['address', 'name']],
      [both.id, ['address', 'name', 'advertisingCategory']],
    ])
  })

  test('compares a company’s name too', async () => {
    const entry = await add({
      matchName: true,
      recipient: { ...zoe, name: null, companyName: 'Café Zoë B.V.' },
    })
    const answer = await check({ ...zoe, name: 'Bram', companyName: 'Café Zoë' })
    expect(answer.matches).toEqual([])
    const same = await check({ ...zoe, name: 'Bram', companyName: 'CAFE ZOE BV' })
    expect(same.matches).toMatchObject([{ entry: { id: entry.id } }])
  })

  test('finds nothing without a match, even for a recipient with hardly any fields', async () => {
    await add()
    expect(await check({ ...zoe, houseNumber: '13' })).toMatchObject({ suppressed: false, matches: [] })
    expect(await check({ country: 'NL' })).toMatchObject({ suppressed: false, matches: [] })
  })

  test('writes nothing, so it works for a suspended organisation', async () => {
    const { suspendOrganisation } = await import('../../../src/core/features/organisations/manage.ts')
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect((await shop.call('suppressions.check', { body: { recipient: zoe } })).status).toBe(200)
  })
})

test('the list is filtered by name, source, status and reason', async () => {
  const { id } = await add({ matchName: true })
  const bram = await add({ recipient: { ...zoe, name: 'Bram Ö', houseNumber: '1' }, reason: 'moved' })
  expect(await listed('filter[recipientName][contains]=bram ö')).toEqual([bram.id])
  expect(await listed('filter[reason][ne]=moved')).toEqual([id])
  expect(await listed('filter[source]=IMPORT')).toEqual([])
  expect(await listed('filter[status]=ACTIVE&sort=recipientName')).toEqual([bram.id, id])
})

describe('reasons', () => {
  const reasons = (operation: string, call: Parameters<TestShop['call']>[1]) =>
    shop.call(`suppressionReasons.${operation}`, call)

  test('are shaped like categories: the platform’s first, then the organisation’s own', async () => {
    await reasons('create', { body: { label: 'Asked our shop', sortOrder: 3, stops: 'ADVERTISING' } })
    const { data } = (await reasons('list', {})).body
    expect(data[0]).toEqual({
      key: 'opt_out',
      label: 'The recipient asked for no more mail',
      source: 'platform',
      sortOrder: 10,
      archived: false,
      stops: 'ALL',
    })
    expect(data.at(-1)).toEqual({
      key: 'asked_our_shop',
      label: 'Asked our shop',
      source: 'organisation',
      sortOrder: 3,
      archived: false,
      stops: 'ADVERTISING',
    })
  })

  test('of the platform cannot be changed or deleted; custom ones in use can only be archived', async () => {
    for (const operation of ['patch', 'remove']) {
      const answer = await reasons(operation, { params: { key: 'moved' }, body: {} })
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ parameter: 'key' }] } })
    }
    await reasons('create', { body: { label: 'Shop', key: 'shop', stops: 'ALL' } })
    const entry = await add({ reason: 'shop' })
    const own = { params: { key: 'shop' } }
    expect(await reasons('remove', own)).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
    expect((await reasons('patch', { ...own, body: { archived: true } })).body.archived).toBe(true)
    expect((await patch(entry.id, { reason: 'shop', matchName: true })).status).toBe(200)
    await shop.call('suppressions.remove', { params: { id: entry.id } })
    expect((await reasons('remove', own)).status).toBe(204)
    expect((await reasons('remove', own)).status).toBe(404)
  })

  test('are limited to five hundred for each organisation', async () => {
    for (let number = 0; number < 500; number++) {
      expect((await reasons('create', { body: { label: `Reason ${number}`, stops: 'ALL' } })).status).toBe(
        201,
      )
    }
    const answer = await reasons('create', { body: { label: 'One more', stops: 'ALL' } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })
})
