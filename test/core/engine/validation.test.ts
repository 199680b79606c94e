import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createTestShop } from '../../support/shop.ts'
import { errorsOf, good, named, operation } from '../../support/validation.ts'

describe('a body', () => {
  test.each<[string, unknown, string[]]>([
    ['that fits', { items: [good] }, []],
    ['that is missing', undefined, ['body required']],
    ['that is null', null, ['body invalid_type']],
    ['that is a list', [], ['body invalid_type']],
    ['that is text', 'x', ['body invalid_type']],
    [
      'with a list instead of an object',
      { items: [{ recipient: ['Ede', 'NL'], copies: 1 }, []] },
      ['items[0].recipient invalid_type', 'items[1] invalid_type'],
    ],
    ['without a required field', {}, ['items required']],
    ['with a field of another type', { items: 'x' }, ['items invalid_type']],
    ['with a value outside the enum', { items: [], kind: 'C' }, ['kind invalid_value']],
    ['with too many entries', { items: [good, good, good, good] }, ['items max_length']],
    ['with unknown fields', { items: [], x: 1, y: { z: 2 } }, ['x unknown', 'y unknown']],
    ['with __proto__', JSON.parse('{"items":[],"__proto__":{"x":1}}'), ['__proto__ unknown']],
    ['with constructor', { items: [], constructor: 1 }, ['constructor unknown']],
    [
      'with errors at every depth',
      {
        items: [
          good,
          { recipient: { city: 'N', country: 'nl', zip: 1 }, copies: 1.5 },
          { copies: '1', more: 1 },
        ],
        kind: 1,
        also: true,
      },
      [
        'items[1].recipient.zip unknown',
        'items[2].more unknown',
        'also unknown',
        'items[1].recipient.city min_length',
        'items[1].recipient.country invalid_format',
        'items[1].copies integer',
        'items[2].recipient required',
        'items[2].copies invalid_type',
        'kind invalid_value',
      ],
    ],
    [
      'with unknown fields in one of several shapes',
      {
        items: [],
        elements: [
          { type: 'text', text: 'a', b: 1, c: 2 },
          { type: 'line', length: 0, d: 3 },
        ],
      },
      [
        'elements[0].b unknown',
        'elements[0].c unknown',
        'elements[1].d unknown',
        'elements[1].length min_value',
      ],
    ],
    ['with an unknown shape', { items: [], elements: [{ type: 'star' }] }, ['elements[0].type invalid_type']],
    ['with a list instead of a map', { items: [], metadata: [] }, ['metadata invalid_type']],
    [
      'with names that a map would lose',
      JSON.parse('{"items":[],"metadata":{"__proto__":"x","constructor":"y","a":"z"}}'),
      ['metadata.__proto__ reserved', 'metadata.constructor reserved'],
    ],
    [
      'of exactly the maximum length',
      { items: [{ ...good, recipient: { city: '🏠'.repeat(5), country: 'NL' } }] },
      [],
    ],
    [
      'of one character more',
      { items: [{ ...good, recipient: { city: '🏠'.repeat(6), country: 'NL' } }] },
      ['items[0].recipient.city max_length'],
    ],
    ['with a NUL', { items: [], metadata: { a: 'x\0' } }, ['metadata.a invalid_characters']],
    [
      'with an unpaired surrogate',
      { items: [], metadata: { a: '\ud83d' } },
      ['metadata.a invalid_characters'],
    ],
    ['with a NUL in a name', { items: [], metadata: { 'a\0': 'x' } }, ['metadata invalid_characters']],
  ])('%s', async (_what, body, expected) => {
    expect(await named(body)).toEqual(expected)
  })

  test('is limited in depth', async () => {
    let deep: unknown = 'x'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(await named({ items: [], metadata: { a: deep } })).toEqual(['metadata too_deep'])
  })

  test.each<[string, unknown, string]>([
    ['a missing field', {}, 'items is required.'],
    [
      'an overlong text',
      { items: [{ ...good, recipient: { city: 'Amsterdam', country: 'NL' } }] },
      'items[0].recipient.city has at most 5 characters; this has 9.',
    ],
    ['an overlong list', { items: [good, good, good, good] }, 'items has at most 3 entries; this has 4.'],
    ['a fraction', { items: [{ ...good, copies: 0.5 }] }, 'items[0].copies must be a whole number.'],
    [
      'a value above its limit',
      { items: [], elements: [{ type: 'line', length: 10 }] },
      'elements[0].length must be at most 9.',
    ],
    ['another type', { items: [], kind: 7 }, 'kind: expected ("A" | "B"), received 7.'],
    [
      'a text instead of a list, however long',
      { items: 'x'.repeat(100_000) },
      `items: expected a list, received "${'x'.repeat(79)}….`,
    ],
    [
      'a rule with its own message',
      { items: [{ ...good, recipient: { city: 'Ede', country: 'nl' } }] },
      'Enter the country as two capital letters.',
    ],
  ])('%s is explained', async (_what, body, message) => {
    expect((await errorsOf(body)).map((error) => error.message)).toEqual([message])
  })
})

test.each([
  [
    'a value of the maximum length in a message',
    { items: 'x'.repeat(78) },
    'received',
    `"${'x'.repeat(78)}"`,
  ],
  ['a longer value', { items: 'x'.repeat(79) }, 'received', `"${'x'.repeat(79)}…`],
  ['a name of the maximum length in a message', { items: [], ['y'.repeat(80)]: 1 }, 'name', 'y'.repeat(80)],
  ['a longer name', { items: [], ['y'.repeat(81)]: 1 }, 'name', `${'y'.repeat(80)}…`],
  [
    'a name of emoji',
    { items: [], [`y${'\u{1F600}'.repeat(40)}`]: 1 },
    'name',
    `y${'\u{1F600}'.repeat(39)}…`,
  ],
])('%s is the same in params and message', async (_what, body, value, shown) => {
  const [error] = await errorsOf(body)
  expect(error!.params?.[value]).toBe(shown)
  expect(error!.message).toContain(shown)
})

test.each([
  ['snake_case', { items: [], meta_data: {} }, 'There is no field meta_data. Did you mean metadata?'],
  ['a typo', { items: [], elemnts: [] }, 'There is no field elemnts. Did you mean elements?'],
  [
    'a deeply nested field',
    { items: [{ recipient: good.recipient, copys: 1, copies: 1 }] },
    'There is no field items[0].copys. Did you mean copies?',
  ],
  [
    'a value in another case',
    { items: [], kind: 'b' },
    'kind: expected ("A" | "B"), received "b". Did you mean B?',
  ],
  ['nothing similar', { items: [], colour: 'red' }, 'There is no field colour.'],
  ['a bare list', [good], 'body: expected an object, received a list. Send {"items": […]}.'],
])('%s gets a suggestion', async (_what, body, message) => {
  expect((await errorsOf(body)).map((error) => error.message)).toEqual([message])
})

test('only the first ten names get suggestions', async () => {
  const wrong = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`metadata${index % 2}${'_'.repeat(index)}`, 1]),
  )
  const messages = (await errorsOf({ items: [], ...wrong })).map((error) => error.message)
  expect(messages.filter((message) => message.includes('Did you mean'))).toHaveLength(10)
  expect(messages).toHaveLength(12)
})

test('a list is not an empty object', async () => {
  const shop = await createTestShop()
  const optional = { ...operation, body: v.strictObject({ name: v.optional(v.string()) }) }
  expect(await shop.call(optional, { body: [], params: { id: 'x' } })).toMatchObject({
    status: 422,
    body: { detail: 'body: expected an object, received a list.' },
  })
})

test('an operation without a body accepts none or an empty object', async () => {
  const shop = await createTestShop()
  const params = { id: 'whe_none' }
  expect((await shop.call('webhooks.test', { params })).status).toBe(404)
  expect((await shop.call('webhooks.test', { params, body: {} })).status).toBe(404)
  const refused = await shop.call('webhooks.test', { params, body: { type: 'item.created', force: true } })
  expect(refused.status).toBe(422)
  expect(refused.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
    'type',
    'force',
  ])
})

test('the detail of a 422 names the first ten parameters and the number of others', async () => {
  const shop = await createTestShop()
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]))
  const detailOf = async (count: number) =>
    (await shop.call('advertisingCategories.create', { body: { label: 'A', ...unknown(count) } })).body
  const few = await detailOf(12)
  expect(few.detail).toBe('12 parameters are not valid: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 2 more.')
  const many = await detailOf(1500)
  expect(many.errors).toHaveLength(1000)
  expect(many.detail).toMatch(/^1000 parameters are .* and 990 more\. There may be others\.$/)
})

test('a value outside an enum is reported once', async () => {
  const shop = await createTestShop()
  const { body } = await shop.call('events.list', { query: 'filter[type]=nothing' })
  expect(body.errors[0].message).toContain('item.created')
  expect(body.detail).toBe('filter[type] is not valid. See errors for the reason.')
})
