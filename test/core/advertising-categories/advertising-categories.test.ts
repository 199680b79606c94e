import { beforeEach, describe, expect, test } from 'vitest'
import { derivedKey } from '../../../src/core/features/vocabulary/vocabulary.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const create = (body: unknown, key = shop.keys.live) =>
  shop.call('advertisingCategories.create', { body, key })
const patch = (key: string, body: unknown) =>
  shop.call('advertisingCategories.patch', { params: { key }, body })
const remove = (key: string) => shop.call('advertisingCategories.remove', { params: { key } })
const list = async (key = shop.keys.live) =>
  (await shop.call('advertisingCategories.list', { key })).body.data
const faults = (answer: { body: { errors: { parameter: string; location: string; code: string }[] } }) =>
  answer.body.errors.map(({ parameter, location, code }) => `${location} ${parameter} ${code}`)

describe('listing', () => {
  test('shows the platform’s categories first, then the organisation’s own by sort order', async () => {
    await create({ label: 'Boats', sortOrder: 2 })
    await create({ label: 'Aircraft', sortOrder: 2 })
    await create({ label: 'Zeppelins', sortOrder: 1 })
    const all = await list()
    const own = all.slice(-3)
    expect(own.map((entry: { key: string }) => entry.key)).toEqual(['zeppelins', 'aircraft', 'boats'])
    expect(all.slice(0, -3).every((entry: { source: string }) => entry.source === 'platform')).toBe(true)
    expect(all.length).toBeGreaterThan(10)
    for (const entry of all) {
      expect(Object.keys(entry)).toEqual(['key', 'label', 'source', 'sortOrder', 'archived'])
    }
  })

  test('separates modes and organisations', async () => {
    const other = await shop.another()
    const platform = (await list()).length
    await create({ label: 'Boats' })
    expect(await list()).toHaveLength(platform + 1)
    expect(await list(shop.keys.test)).toHaveLength(platform)
    expect(await list(other.keys.live)).toHaveLength(platform)
  })

  test('is not paginated: the response contains only data', async () => {
    const { body } = await shop.call('advertisingCategories.list')
    expect(Object.keys(body)).toEqual(['data'])
  })
})

describe('creating', () => {
  test('returns the whole category', async () => {
    const answer = await create({ label: 'Boats & yachts', key: 'boats', sortOrder: 7 })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      key: 'boats',
      label: 'Boats & yachts',
      source: 'organisation',
      sortOrder: 7,
      archived: false,
    })
  })

  test.each([
    ['Boats', 'boats'],
    ['Énergie & climat', 'energie_climat'],
    ['24 hours a day', 'hours_a_day'],
    ['  Straße — Öl  ', 'strasse_ol'],
    ['a'.repeat(80), 'a'.repeat(41)],
    [`${'a'.repeat(40)} b`, 'a'.repeat(40)],
  ])('derives a key from the label %s', async (label, key) => {
    expect(derivedKey(label, 'category')).toBe(key)
    expect((await create({ label })).body.key).toBe(key)
  })

  test.each(['Αθήνα', '日本', '7', 'B', '🎉'])(
    'derives the same valid key from %s each time, and another for another label',
    async (label) => {
      const { key } = (await create({ label })).body
      expect(key).toMatch(/^category_[a-z0-9]{1,7}$/)
      expect((await create({ label }, shop.keys.test)).body.key).toBe(key)
      expect((await create({ label })).body.key).toBe(`${key}_2`)
      expect((await create({ label: `${label}!` })).body.key).not.toContain(key)
    },
  )

  test('numbers derived keys that are taken', async () => {
    const keys = []
    for (let count = 0; count < 3; count++) keys.push((await create({ label: 'Boats' })).body.key)
    expect(keys).toEqual(['boats', 'boats_2', 'boats_3'])
    expect((await create({ label: 'Travel' })).body.key).toBe('travel_2')
  })

  test('keeps a numbered key within 41 characters', async () => {
    await create({ label: 'a'.repeat(60) })
    expect((await create({ label: 'a'.repeat(60) })).body.key).toBe(`${'a'.repeat(39)}_2`)
  })

  test.each<[string, unknown, string[]]>([
    ['no label', {}, ['body label required']],
    ['an empty label', { label: '' }, ['body label min_length']],
    ['a label of 81 characters including spaces', { label: `${'a'.repeat(80)} ` }, ['body label max_length']],
    ['a label of 81 characters', { label: 'a'.repeat(81) }, ['body label max_length']],
    ['a label that is not text', { label: 5 }, ['body label invalid_type']],
    ['a key of 1 character', { label: 'x', key: 'a' }, ['body key invalid_format']],
    ['a key of 42 characters', { label: 'x', key: `a${'b'.repeat(41)}` }, ['body key invalid_format']],
    ['a key with capitals', { label: 'x', key: 'Boats' }, ['body key invalid_format']],
    ['a key that begins with a digit', { label: 'x', key: '1boat' }, ['body key invalid_format']],
    ['a key with a space', { label: 'x', key: 'my boats' }, ['body key invalid_format']],
    ['a key with a line break', { label: 'x', key: 'boats\n' }, ['body key invalid_format']],
    ['the key of a platform category', { label: 'x', key: 'travel' }, ['body key platform_key']],
    ['a sort order below 0', { label: 'x', sortOrder: -1 }, ['body sortOrder min_value']],
    ['a sort order above 10000', { label: 'x', sortOrder: 10_001 }, ['body sortOrder max_value']],
    ['a fractional sort order', { label: 'x', sortOrder: 1.5 }, ['body sortOrder integer']],
    [
      'unknown fields',
      { label: 'x', archived: true, source: 'platform' },
      ['body archived unknown', 'body source unknown'],
    ],
    [
      'an empty label and the key of a platform category',
      { label: '', key: 'travel' },
      ['body label min_length', 'body key platform_key'],
    ],
    [
      'every field invalid',
      { label: '', key: 'A', sortOrder: -1, more: 1 },
      ['body more unknown', 'body label min_length', 'body key invalid_format', 'body sortOrder min_value'],
    ],
  ])('refuses %s', async (_what, body, expected) => {
    const answer = await create(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(faults(answer)).toEqual(expected)
  })

  test.each([
    { label: 'x' },
    { label: ' ' },
    { label: ' kept as it is written ' },
    { label: 'a'.repeat(80) },
    { label: 'x', key: 'ab' },
    { label: 'x', key: `a${'b'.repeat(40)}` },
    { label: 'x', key: 'a-1_b' },
    { label: 'x', sortOrder: 0 },
    { label: 'x', sortOrder: 10_000 },
  ])('accepts %o', async (body) => {
    expect((await create(body)).status).toBe(201)
  })

  test('refuses a key already used by the organisation in this mode', async () => {
    await create({ label: 'Boats', key: 'boats' })
    const again = await create({ label: 'Ships', key: 'boats' })
    expect(again.status).toBe(422)
    expect(faults(again)).toEqual(['body key taken'])
    expect((await create({ label: 'Ships', key: 'boats' }, shop.keys.test)).status).toBe(201)
  })
})

describe('updating', () => {
  test('changes only the given fields', async () => {
    await create({ label: 'Boats', sortOrder: 7 })
    expect(await patch('boats', { archived: true })).toMatchObject({
      status: 200,
      body: { key: 'boats', label: 'Boats', sortOrder: 7, archived: true },
    })
    expect((await patch('boats', { label: 'Ships', sortOrder: 0 })).body).toEqual({
      key: 'boats',
      label: 'Ships',
      source: 'organisation',
      sortOrder: 0,
      archived: true,
    })
    expect((await patch('boats', { archived: false })).body.archived).toBe(false)
    expect((await patch('boats', {})).status).toBe(200)
    expect((await list()).at(-1)).toMatchObject({ key: 'boats', label: 'Ships', archived: false })
  })

  test.each<[unknown, string]>([
    [{ key: 'ships' }, 'body key unknown'],
    [{ label: '' }, 'body label min_length'],
    [{ sortOrder: 10_001 }, 'body sortOrder max_value'],
    [{ archived: 'yes' }, 'body archived invalid_type'],
    [{ label: null }, 'body label invalid_type'],
  ])('refuses %o', async (body, fault) => {
    await create({ label: 'Boats' })
    const answer = await patch('boats', body)
    expect(answer.status).toBe(422)
    expect(faults(answer)).toEqual([fault])
  })
})

describe('a category of the platform or another organisation', () => {
  test.each([
    ['a platform category', 'travel', 422],
    ['no category', 'nothing', 404],
  ])('%s can be neither changed nor deleted', async (_what, key, status) => {
    for (const answer of [await patch(key, { label: 'x' }), await remove(key)]) {
      expect(answer.status).toBe(status)
      if (status === 422) expect(faults(answer)).toEqual(['path key platform_key'])
      else expect(answer.body.detail).toBe('There is no such advertising category.')
    }
    expect((await list()).find((entry: { key: string }) => entry.key === 'travel')).toMatchObject({
      label: 'Travel and holidays',
    })
  })

  test('a category of the other mode is not found', async () => {
    await create({ label: 'Boats' }, shop.keys.test)
    expect((await patch('boats', { label: 'x' })).status).toBe(404)
    expect((await remove('boats')).status).toBe(404)
  })
})

describe('deleting', () => {
  test('removes an unused category and frees its key', async () => {
    await create({ label: 'Boats' })
    expect(await remove('boats')).toMatchObject({ status: 204, body: undefined })
    expect((await remove('boats')).status).toBe(404)
    expect((await create({ label: 'Boats', key: 'boats' })).status).toBe(201)
  })

  test.each(['a Postflow', 'a Postbatch', 'an item', 'a suppression entry'])(
    'is refused while %s uses it',
    async (user) => {
      const items = await createItemShop()
      const call = (operation: string, body: unknown, params = {}) => items.call(operation, { body, params })
      await call('advertisingCategories.create', { label: 'Boats' })
      if (user === 'a suppression entry') {
        const body = { recipient: zoe, reason: 'opt_out', advertisingCategory: 'boats' }
        expect((await call('suppressions.create', body)).status).toBe(201)
      } else if (user === 'a Postbatch') {
        const body = { name: 'May', templateId: items.templateId, advertisingCategory: 'boats' }
        expect((await call('postbatches.create', body)).status).toBe(201)
      } else {
        const id = await items.postflow({ advertisingCategory: 'boats' })
        if (user === 'an item') {
          await items.create({ postflowId: id })
          expect((await call('postflows.patch', { advertisingCategory: null }, { id })).status).toBe(200)
        }
      }
      const answer = await items.call('advertisingCategories.remove', { params: { key: 'boats' } })
      expect(answer).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
      expect(answer.body.detail).toBe('The advertising category boats is still in use. Archive it instead.')
    },
  )
})

describe('an archived category', () => {
  test('is refused for new uses and still works for existing ones', async () => {
    const items = await createItemShop()
    await items.call('advertisingCategories.create', { body: { label: 'Boats' } })
    const postflowId = await items.postflow({ advertisingCategory: 'boats' })
    await items.call('advertisingCategories.patch', { params: { key: 'boats' }, body: { archived: true } })
    const chosen = await items.call('postflows.create', {
      body: { name: 'Again', templateId: items.templateId, advertisingCategory: 'boats' },
    })
    expect(chosen.status).toBe(422)
    expect(faults(chosen)).toEqual(['body advertisingCategory archived'])
    expect((await items.post({ postflowId })).status).toBe(201)
  })
})

describe('key scopes', () => {
  test.each([
    ['advertisingCategories.list', ['items.read'], 200],
    ['advertisingCategories.list', ['suppressions.manage'], 403],
    ['advertisingCategories.create', ['suppressions.manage'], 201],
    ['advertisingCategories.create', ['items.read', 'items.write'], 403],
  ])('%s with %o is %i', async (operation, scopes, status) => {
    const key = await shop.key('live', scopes)
    const body = operation.endsWith('create') ? { label: 'Boats' } : undefined
    expect((await shop.call(operation, { key, body })).status).toBe(status)
  })
})
