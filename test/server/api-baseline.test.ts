import { describe, expect, test } from 'vitest'
import { announcedIn, breakingChanges, unannounced } from '../../scripts/api-baseline/compare.ts'
import { baselineOf } from '../../scripts/api-baseline/shape.ts'
import { apiDocument } from '../../scripts/api-document.ts'
import { checkBaseline } from '../../scripts/generate-api-baseline.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents are changed at many places
type Any = any

describe('docs/api-baseline.json', () => {
  test('is up to date, and nothing in it broke without an announcement (npm run generate)', async () => {
    const { text, present, refused } = checkBaseline(await apiDocument())
    expect(refused).toEqual([])
    expect(present).toBe(text)
  })
})

/** A small API: create, read and list items by status, and an event. */
const api = (): Any => ({
  paths: {
    '/v1/items': {
      get: {
        operationId: 'items.list',
        'x-permission': 'items.read',
        parameters: [
          { $ref: '#/components/parameters/Limit' },
          { name: 'filter[status]', in: 'query', schema: { type: 'string', enum: ['READY', 'HELD'] } },
        ],
        responses: { 200: json({ $ref: '#/components/schemas/ItemPage' }), 422: {} },
      },
      post: {
        operationId: 'items.create',
        'x-permission': 'items.write',
        requestBody: json({ $ref: '#/components/schemas/ItemCreate' }),
        responses: { 201: json({ $ref: '#/components/schemas/Item' }) },
      },
    },
  },
  webhooks: {
    'item.created': { post: { requestBody: json({ $ref: '#/components/schemas/ItemCreatedEvent' }) } },
  },
  components: {
    parameters: {
      Limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } },
    },
    schemas: {
      Item: object({
        id: { type: 'string' },
        status: { type: 'string', enum: ['READY', 'HELD'] },
        sendOn: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        findings: { type: 'array', items: { type: 'string' } },
      }),
      ItemPage: object({ data: { type: 'array', items: { $ref: '#/components/schemas/Item' } } }),
      ItemCreate: {
        ...object({
          name: { type: 'string', maxLength: 40 },
          kind: { enum: ['a', 'b'] },
          copies: { type: 'integer' },
        }),
        required: ['name'],
      },
      ItemCreatedEvent: object({ type: { const: 'item.created' }, data: { type: 'object', properties: {} } }),
      Event: {
        oneOf: [{ $ref: '#/components/schemas/ItemCreatedEvent' }, { $ref: '#/components/schemas/Item' }],
      },
    },
  },
})
const json = (schema: Any): Any => ({ content: { 'application/json': { schema } } })
const object = (properties: Any): Any => ({ type: 'object', properties, required: Object.keys(properties) })

const changed = (change: (document: Any, schemas: Any, list: Any, create: Any) => void): string[] => {
  const document = api()
  const { get, post } = document.paths['/v1/items']
  change(document, document.components.schemas, get, post)
  return breakingChanges(baselineOf(api()), baselineOf(document)).map(({ key }) => key)
}

describe('a breaking change is found', () => {
  test.each<[string, string[], Parameters<typeof changed>[0]]>([
    ['an operation is removed', ['items.create'], ({ paths }) => delete paths['/v1/items'].post],
    ['another scope', ['items.list'], (_, __, list) => (list['x-permission'] = 'items.all')],
    [
      'a lesser scope that does not include the previous one',
      ['items.create'],
      ({ paths }) => (paths['/v1/items'].post['x-permission'] = 'items.approve'),
    ],
    ['a filter is removed', ['items.list query filter[status]'], (_, __, list) => list.parameters.pop()],
    ['a shared parameter is removed', ['items.list Limit'], (_, __, list) => list.parameters.shift()],
    [
      'a new required parameter',
      ['items.list query since'],
      (_, __, list) =>
        list.parameters.push({ name: 'since', in: 'query', required: true, schema: { type: 'string' } }),
    ],
    [
      'a narrower limit of a shared parameter',
      ['parameter query limit'],
      ({ components }) => (components.parameters.Limit.schema.maximum = 100),
    ],
    [
      'a new body',
      ['items.list body'],
      (_, __, list) => (list.requestBody = json({ type: 'object', properties: {} })),
    ],
    [
      'an optional body with a required field',
      ['items.list body'],
      (_, __, list) =>
        (list.requestBody = { ...json(object({ name: { type: 'string' } })), required: false }),
    ],
    [
      'another status',
      ['items.create 201'],
      (_, __, ___, create) => (create.responses = { 200: create.responses[201] }),
    ],
    ['an output field is removed', ['Item.sendOn'], (_, { Item }) => delete Item.properties.sendOn],
    [
      'an output field becomes optional',
      ['Item.id'],
      (_, { Item }) => (Item.required = ['status', 'sendOn', 'findings']),
    ],
    [
      'an output field becomes nullable',
      ['Item.id'],
      (_, { Item }) => (Item.properties.id = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
    ],
    [
      'an output field changes its type',
      ['Item.findings[]', 'Item.findings[]'],
      (_, { Item }) => (Item.properties.findings.items = { type: 'integer' }),
    ],
    [
      'an output enumeration is narrower',
      ['Item.status'],
      (_, { Item }) => Item.properties.status.enum.pop(),
    ],
    [
      'a filter loses a value',
      ['items.list query filter[status]'],
      (_, __, list) => list.parameters[1].schema.enum.pop(),
    ],
    [
      'an input field is removed',
      ['ItemCreate.copies'],
      (_, { ItemCreate }) => delete ItemCreate.properties.copies,
    ],
    [
      'an input enumeration is narrower',
      ['ItemCreate.kind'],
      (_, { ItemCreate }) => ItemCreate.properties.kind.enum.pop(),
    ],
    [
      'an input field becomes required',
      ['ItemCreate.copies'],
      (_, { ItemCreate }) => ItemCreate.required.push('copies'),
    ],
    [
      'a new required input field',
      ['ItemCreate.city'],
      (_, { ItemCreate }) => {
        ItemCreate.properties.city = { type: 'string' }
        ItemCreate.required.push('city')
      },
    ],
    [
      'a shorter limit of an input text',
      ['ItemCreate.name'],
      (_, { ItemCreate }) => (ItemCreate.properties.name.maxLength = 20),
    ],
    [
      'a new bound of an input number',
      ['ItemCreate.copies'],
      (_, { ItemCreate }) => (ItemCreate.properties.copies.maximum = 9),
    ],
    [
      'a schema is renamed',
      ['items.create 201', 'items.create 201', 'Event', 'Item', 'ItemPage.data[]', 'ItemPage.data[]'],
      (document) => renameItem(document),
    ],
    ['an event type is removed', ['item.created'], ({ webhooks }) => delete webhooks['item.created']],
    ['a member of a union is removed', ['Event'], (_, { Event }) => Event.oneOf.pop()],
  ])('%s', (_, keys, change) => {
    expect(changed(change).sort()).toEqual(keys.sort())
  })
})

const renameItem = (document: Any): void => {
  const renamed = JSON.parse(JSON.stringify(document).replaceAll('schemas/Item"', 'schemas/Developer3"'))
  renamed.components.schemas.Developer3 = renamed.components.schemas.Item
  delete renamed.components.schemas.Item
  Object.assign(document, renamed)
}

describe('an addition is not breaking', () => {
  test.each<[string, Parameters<typeof changed>[0]]>([
    [
      'an operation',
      ({ paths }) => (paths['/v1/runs'] = { get: { operationId: 'runs.list', responses: {} } }),
    ],
    [
      'an optional parameter',
      (_, __, list) => list.parameters.push({ name: 'since', in: 'query', schema: { type: 'string' } }),
    ],
    [
      'a scope that the previous one includes',
      ({ paths }) => {
        const { post } = paths['/v1/items']
        post['x-implied-by'] = post['x-permission']
        post['x-permission'] = 'items.approve'
      },
    ],
    [
      'an optional body of optional fields',
      (_, __, list) =>
        (list.requestBody = {
          ...json({ type: 'object', properties: { name: { type: 'string' } } }),
          required: false,
        }),
    ],
    ['a wider limit', ({ components }) => (components.parameters.Limit.schema.maximum = 500)],
    [
      'an output field',
      (_, { Item }) => {
        Item.properties.city = { type: 'string' }
        Item.required.push('city')
      },
    ],
    ['an output value', (_, { Item }) => Item.properties.status.enum.push('LOST')],
    ['an optional input field', (_, { ItemCreate }) => (ItemCreate.properties.city = { type: 'string' })],
    ['an input value', (_, { ItemCreate }) => ItemCreate.properties.kind.enum.push('c')],
    ['a longer input text', (_, { ItemCreate }) => (ItemCreate.properties.name.maxLength = 80)],
    ['an input field becomes optional', (_, { ItemCreate }) => (ItemCreate.required = [])],
    [
      'null as input',
      (_, { ItemCreate }) =>
        (ItemCreate.properties.copies = { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
    ],
    ['a schema', (_, schemas) => (schemas.Run = object({ id: { type: 'string' } }))],
    ['an event type', (document) => (document.webhooks['item.held'] = document.webhooks['item.created'])],
    ['a member of the union', (_, { Event }) => Event.oneOf.push({ $ref: '#/components/schemas/ItemPage' })],
    ['a description', (_, { Item }) => (Item.properties.id.description = 'The item.')],
  ])('%s', (_, change) => {
    expect(changed(change)).toEqual([])
  })
})

test('a change is accepted only if its key is announced', () => {
  const text =
    '# Versioning\n`Item.id`\n## Announced breaking changes\n\n- `Item.sendOn`: until 2027-12-31; read `day`.\n\n## Else\n- `Run`\n'
  expect([...announcedIn(text)]).toEqual(['Item.sendOn', 'day'])
  const changes = ['Item.id', 'Item.sendOn', 'Run'].map((key) => ({ key, what: 'It is gone.' }))
  expect(unannounced(changes, text).map(({ key }) => key)).toEqual(['Item.id', 'Run'])
})
