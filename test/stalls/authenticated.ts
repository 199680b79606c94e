/** Cases for operations that need a key and do much work for one request. */
import { type Case, familyEmoji, wide } from './cases.ts'
import type { CaseRequest, Fixtures } from './fixtures.ts'

let made = 0
const recipient = { name: 'Jan', street: 'Dam', postalCode: '1012AB', city: 'Ede', country: 'NL' }

/** A bulk of 500 items, each with another house number unless `words` sets one. */
const bulk = (
  { postflowId }: Fixtures,
  words: (n: number) => { recipient?: object; data?: object } = () => ({}),
): CaseRequest => {
  const items = Array.from({ length: 500 }, (_, n) => {
    const own = words(n)
    return {
      postflowId,
      recipient: { ...recipient, houseNumber: String(++made), ...own.recipient },
      data: { firstName: 'Jan', ...own.data },
    }
  })
  return {
    path: '/v1/items/bulk',
    body: JSON.stringify({ items }),
    headers: { 'idempotency-key': `bulk-${made}` },
  }
}

const fields = () => ({
  data: Object.fromEntries(Array.from({ length: 63 }, (_, n) => [`field${n}`, 'x'.repeat(60)])),
})

const people: [what: string, words: (n: number) => { recipient?: object; data?: object }][] = [
  ['ordinary ones', () => ({})],
  [
    'names of families in emoji',
    () => ({ recipient: { name: familyEmoji.repeat(10), companyName: familyEmoji.repeat(10) } }),
  ],
  ['merge fields of families in emoji', () => ({ data: { firstName: familyEmoji.repeat(180) } })],
  ['streets of numbers', () => ({ recipient: { street: `${'1 '.repeat(59)}x`, houseNumber: null } })],
  [
    'ligatures',
    () => ({ recipient: { name: 'ﷺ'.repeat(120), street: 'ﷺ'.repeat(120), city: 'ﷺ'.repeat(100) } }),
  ],
  [
    'letters under a hundred marks',
    () => ({
      recipient: { name: `a${'\u0301'.repeat(119)}` },
      data: { firstName: `a${'\u0301'.repeat(1999)}` },
    }),
  ],
  [
    'Arabic',
    () => ({ recipient: { name: 'مرحبا بكم '.repeat(12) }, data: { firstName: 'مرحبا بكم '.repeat(200) } }),
  ],
  ['Thai', () => ({ data: { firstName: 'ก็'.repeat(1000) } })],
  ['one address, other names', (n) => ({ recipient: { name: `Ångström ${made} ${n}`, houseNumber: '1' } })],
  ['64 merge fields', fields],
]

const bulks: Case[] = [
  ...people.map(
    ([what, words]): Case => ({
      where: 'items.createBulk',
      what,
      status: 200,
      request: (fixtures) => bulk(fixtures, words),
    }),
  ),
  {
    where: 'items.createBulk',
    what: 'a repeat of 64 merge fields',
    status: 200,
    async request(fixtures) {
      const first = bulk(fixtures, fields)
      await fixtures.send(first)
      return first
    },
  },
  {
    where: 'items.createBulk',
    what: 'eight that arrive in one turn of the event loop',
    status: 200,
    request: (fixtures) => Array.from({ length: 8 }, () => bulk(fixtures)),
  },
  ...(
    [
      ['two million numbers', () => `{"items":[${'1,'.repeat(2_000_000)}1]}`, 413],
      ['99,000 rows', () => `{"items":[${'1,'.repeat(99_000)}1]}`, 422],
      ['49,000 names in one row', () => `{"items":[${wide(49_000)}]}`, 200],
      [
        'rows of 90 unknown names',
        () => `{"items":[${Array.from({ length: 500 }, () => wide(90)).join()}]}`,
        200,
      ],
      ['a row of four megabytes of emoji', () => `{"items":["${'👨'.repeat(1_000_000)}"]}`, 200],
    ] as const
  ).map(
    ([what, body, status]): Case => ({
      where: 'items.createBulk',
      what,
      status,
      request: () => ({ path: '/v1/items/bulk', body: body() }),
    }),
  ),
]

const cells = (columns: number, rows: number, cell: string) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => cell))
const suggestions: [what: string, columns: (n: number) => string, rows: string[][]][] = [
  ['500 columns with rows of text', (n) => `c${n}`, cells(500, 50, 'Île de France 123 x 1234')],
  ['500 columns named “name”', () => 'name', cells(500, 50, 'jan jansen')],
  ['500 columns with a first name', (n) => (n === 0 ? 'voornaam' : 'naam'), cells(500, 50, 'ÅÅÅÅÅ ÅÅÅÅ')],
  ['500 long names of ligatures', (n) => 'ﷺ'.repeat(190) + n, []],
  ['500 long names', (n) => 'c'.repeat(190) + n, cells(500, 8, 'a1'.repeat(100))],
]

const text = (length: number, pattern: string) =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)
const documentOf = (elements: object[]) => ({
  schema: 1,
  trim: { w: 148, h: 105 },
  bleed: 3,
  safe: 5,
  fonts: [{ id: 'noto-sans' }],
  locale: 'en-GB',
  variables: { firstName: { maxLength: 20, sample: 'Zoë' } },
  pages: [
    { side: 'front', elements },
    { side: 'back', elements: [{ type: 'address', zone: 'product', font: 'noto-sans', size: 10 }] },
  ],
})
const textElement = (content: string) => ({
  type: 'text',
  font: 'noto-sans',
  size: 10,
  x: 8,
  y: 8,
  w: 100,
  h: 20,
  text: content,
})
const documents: [what: string, document: () => object][] = [
  ['tags that never end', () => documentOf([textElement(text(10_000, '{{a|"'))])],
  ['braces', () => documentOf([textElement(text(10_000, '{{ '))])],
  ['spaces within a tag', () => documentOf([textElement(`{{firstName${' '.repeat(9900)}`)])],
  [
    '200 elements of 4,900 letters',
    () => documentOf(Array.from({ length: 200 }, () => textElement(text(4900, 'a {{firstName}} ')))),
  ],
  [
    'elements of families in emoji',
    () => documentOf(Array.from({ length: 8 }, () => textElement(text(9900, familyEmoji)))),
  ],
  ['49,000 names', () => JSON.parse(wide(49_000))],
]

/** Erasing an item searches every answer kept for idempotency, because each may contain the item. */
const erasure: Case = {
  where: 'items.erase',
  what: 'beside answers of 64 merge fields',
  status: 202,
  async request(fixtures) {
    for (let n = 0; n < 4; n++) await fixtures.send(bulk(fixtures, fields))
    const { text } = await fixtures.send(bulk(fixtures, fields))
    const { id } = JSON.parse(text).results[250].item
    await fixtures.json('POST', `/v1/items/${id}/cancel`)
    return { method: 'POST', path: `/v1/items/${id}/erase` }
  },
  async after(fixtures, { text }) {
    const { id } = JSON.parse(text)
    while ((await fixtures.json('GET', `/v1/items/${id}`)).erasure.completedAt === null) {
      await new Promise((wake) => setTimeout(wake, 50))
    }
  },
}

export const authenticatedCases: Case[] = [
  ...bulks,
  erasure,
  ...suggestions.map(
    ([what, columns, rows]): Case => ({
      where: 'mappingPresets.suggest',
      what,
      status: 200,
      request: () => ({
        path: '/v1/mapping-presets/suggest',
        body: JSON.stringify({ columns: Array.from({ length: 500 }, (_, n) => columns(n)), rows }),
      }),
    }),
  ),
  ...documents.map(
    ([what, document]): Case => ({
      where: 'templates.putDraft',
      what,
      status: 0,
      request: ({ templateId }) => ({
        method: 'PUT',
        path: `/v1/templates/${templateId}/draft`,
        headers: { 'if-match': '*' },
        body: JSON.stringify({ document: document() }),
      }),
    }),
  ),
  {
    where: 'webhooks.verifySignature',
    what: 'a body and headers of maximum length',
    status: 200,
    request: ({ webhookId }) => ({
      path: `/v1/webhooks/${webhookId}/verify-signature`,
      body: JSON.stringify({
        body: '[1, '.repeat(65_536),
        headers: Object.fromEntries(
          Array.from({ length: 100 }, (_, n) => [n ? `x-${n}` : 'x-webhook-signature', 'v1,'.repeat(1365)]),
        ),
        computedSignature: 'A'.repeat(200),
      }),
    }),
  },
  {
    where: 'suppressions.check',
    what: 'ligatures',
    status: 200,
    request: () => ({
      path: '/v1/suppressions/check',
      body: JSON.stringify({ recipient: { ...recipient, name: 'ﷺ'.repeat(120), street: 'ﷺ'.repeat(120) } }),
    }),
  },
]
