import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { operations } from '../../src/core/app/operations.ts'
import { described, named, namedObject } from '../../src/core/kernel/wire-schema.ts'
import { createOpenApi } from '../../src/server/openapi/document.ts'
import { createSchemaWriter } from '../../src/server/openapi/parameters.ts'
import { undescribed } from '../support/api-document.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into at many places
type Any = any
const document: Any = JSON.parse(JSON.stringify(await createOpenApi(operations)))
const { schemas } = document.components

test('every field, parameter, header and named schema has a description', () => {
  expect(undescribed(document)).toEqual([])
})

test('missing descriptions are found', () => {
  const silent: Any = {
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          parameters: [
            { name: 'x', schema: {} },
            { name: 'y', description: 'A filter.', schema: {} },
          ],
          responses: {},
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          description: 'A thing.',
          properties: {
            id: { description: 'The thing.' },
            size: { description: 'Its size.', properties: { w: {} } },
          },
        },
        Other: {},
      },
      parameters: { Limit: {} },
      headers: { ETag: {} },
    },
  }
  expect(undescribed(silent)).toEqual(['a x', 'Other', 'Thing.size.w', 'parameter Limit', 'header ETag'])
})

test.each([
  ['items.list', 'filter[status]', 'Present status. Filter: equal to this value; `[eq]` is optional.'],
  [
    'items.list',
    'filter[createdAt][gte]',
    'When it was created, RFC 3339 in UTC. Filter: at or after this time or day.',
  ],
  [
    'items.list',
    'filter[recipientCountry][ne]',
    'The recipient’s country (ISO 3166-1), e.g. `NL`. Filter: other than this value.',
  ],
  ['events.list', 'filter[type]', 'What happened. Filter: equal to this value; `[eq]` is optional.'],
  [
    'developers.requestLog',
    'filter[status][lt]',
    'HTTP status of the answer. Filter: less than this number.',
  ],
])('a filter describes its field and its comparison: %s %s', (operationId, name, description) => {
  const operation = Object.values<Any>(document.paths)
    .flatMap((path) => Object.values<Any>(path))
    .find((each) => each.operationId === operationId)
  expect(operation.parameters.find((each: Any) => each.name === name).description).toBe(description)
})

test('descriptions are sentences of plain words', () => {
  for (const [name, { properties = {} }] of Object.entries<Any>(schemas)) {
    for (const [field, { description }] of Object.entries<Any>(properties)) {
      expect(description, `${name}.${field}`).toMatch(/^[A-Z0-9`].*[.…]$/s)
    }
  }
})

describe('units', () => {
  const all = Object.entries<Any>(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries<Any>(properties).map(([field, schema]) => [`${name}.${field}`, field, schema] as const),
  )
  test.each<[string, RegExp, RegExp]>([
    ['amounts are cents', /Cents$/, /\bcents\b/i],
    ['times are RFC 3339', /(?<!publishedBy)At$/, /RFC 3339/],
    ['sizes are bytes', /Bytes$/, /\bbytes\b/],
    ['durations are in ms, hours or days', /(?:Ms|Hours|Days)$/, /\bms\b|[Hh]ours|[Dd]ays/],
    ['rates of VAT are percent', /^vatRate$/, /percent/],
    ['digests describe algorithm and encoding', /[sS]ha256$/, /SHA-256.*hex/],
  ])('%s', (_, name, words) => {
    const found = all.filter(([, field]) => name.test(field))
    expect(found.length).toBeGreaterThan(3)
    for (const [place, , { description }] of found) {
      expect(description, place).toMatch(words)
    }
  })

  test('nullable output describes the meaning of null', () => {
    const silent = all.filter(
      ([, , { anyOf, description }]) =>
        anyOf?.some(({ type }: Any) => type === 'null') && !/\bnull\b|\bNull\b/.test(description),
    )
    expect(silent.map(([place]) => place)).toEqual([])
  })
})

test('a template document describes the syntax of tags, defaults and built-in variables', () => {
  const { text } = schemas.TextElement.properties
  for (const word of ['{{name}}', '{{name | "default"}}', '{{trackingUrl}}', '{{optOutUrl}}']) {
    expect(text.description).toContain(word)
  }
  expect(schemas.TemplateDocument.description).toMatch(/mm .*points.*[Zz]ones/s)
})

describe('a description', () => {
  const written = (schema: v.GenericSchema) =>
    createSchemaWriter().input(v.object({ field: schema })).properties as Any

  test.each<[string, v.GenericSchema, Any]>([
    ['of a field that is transformed', v.pipe(v.string(), v.trim(), v.transform(Number)), { type: 'string' }],
    ['of a field that may be missing', v.optional(v.string(), 'x'), { type: 'string', default: 'x' }],
    [
      'of a field that may be null',
      v.nullable(v.string()),
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    ['that replaces another', described(v.string(), 'Before.'), { type: 'string' }],
  ])('is at the field: %s', (_, schema, shape) => {
    expect(written(described(schema, 'What it is.')).field).toEqual({ ...shape, description: 'What it is.' })
  })

  test('of a field is next to the reference to a named schema, which keeps its own', () => {
    const writer = createSchemaWriter()
    const size = namedObject('Size', 'A size.', { w: described(v.number(), 'Width.') })
    const { properties } = writer.output(
      v.object({ trim: described(size, 'As it is cut.'), sheet: size }),
    ) as Any
    expect(properties.trim).toEqual({ $ref: '#/components/schemas/Size', description: 'As it is cut.' })
    expect(properties.sheet).toEqual({ $ref: '#/components/schemas/Size' })
    expect(writer.components().Size).toMatchObject({ description: 'A size.' })
  })

  test('does not affect validation', () => {
    const plain = v.pipe(v.string(), v.trim(), v.maxLength(3))
    const schema = v.strictObject({
      a: named('A', 'An A.', described(plain, 'It.')),
      b: described(v.optional(plain, 'z'), 'B.'),
    })
    expect(v.parse(schema, { a: ' x ' })).toEqual({ a: 'x', b: 'z' })
    expect(v.safeParse(schema, { a: 'long' }).success).toBe(false)
  })
})
