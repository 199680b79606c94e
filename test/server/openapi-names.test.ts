import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { operations } from '../../src/core/app/operations.ts'
import { eventTypes } from '../../src/core/engine/events/catalogue.ts'
import { namedObject } from '../../src/core/kernel/wire-schema.ts'
import { createOpenApi } from '../../src/server/openapi/document.ts'
import { createSchemaWriter } from '../../src/server/openapi/parameters.ts'
import { countedNames, repeatedShapes, unnamedBodies } from '../support/api-document.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into at many places
type Any = any
const document: Any = JSON.parse(JSON.stringify(await createOpenApi(operations)))
const { schemas } = document.components
const byId = (id: string): Any => {
  const { path, method } = operations.find((operation) => operation.id === id)!
  return document.paths[`/v1${path}`][method.toLowerCase()]
}
const json = ({ content }: Any): Any => content['application/json'].schema

describe('names', () => {
  test.each([
    ['items.create', 'ItemCreate', 'Item'],
    ['items.patch', 'ItemUpdate', 'Item'],
    ['items.list', undefined, 'ItemPage'],
    ['runs.get', undefined, 'Run'],
    ['postbatches.patch', 'PostbatchUpdate', 'Postbatch'],
    ['postbatches.getImport', undefined, 'Import'],
    ['templates.putDraft', 'TemplateDraftUpdate', 'TemplateDraft'],
    ['webhooks.create', 'WebhookCreate', 'WebhookWithSecret'],
    ['webhooks.deliveries', undefined, 'DeliveryPage'],
    ['suppressions.create', 'SuppressionCreate', 'Suppression'],
    ['meta.countries', undefined, 'CountryList'],
    ['events.get', undefined, 'Event'],
  ])('%s accepts %s and answers %s', (id, request, answer) => {
    const { requestBody, responses } = byId(id)
    if (request) expect(json(requestBody).$ref).toBe(`#/components/schemas/${request}`)
    expect(json(responses[200] ?? responses[201]).$ref).toBe(`#/components/schemas/${answer}`)
  })

  test('every body and answer has one, but the document itself', () => {
    expect(unnamedBodies(document)).toEqual(['meta.openapi 200'])
  })

  test('no object is described twice without a name', () => {
    expect(repeatedShapes(document)).toEqual([])
  })

  test('none ends in a counter', () => {
    expect(countedNames(document)).toEqual([])
  })

  test('each has a description', () => {
    for (const [name, schema] of Object.entries<Any>(schemas))
      expect(schema.description, name).toMatch(/^[A-Z`].*\.$/s)
  })
})

describe('the rules refuse', () => {
  const own = (properties: Any): Any => ({
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          responses: { 200: { content: { 'application/json': { schema: properties } } } },
        },
      },
    },
    components: { schemas: {} },
  })
  const size = { type: 'object', properties: { w: { type: 'number' }, h: { type: 'number' } } }

  test('two different schemas of one name', () => {
    const writer = createSchemaWriter()
    writer.output(namedObject('Thing', 'A thing.', { id: v.string() }))
    writer.output(namedObject('Thing', 'A thing.', { id: v.string() }))
    expect(() => writer.output(namedObject('Thing', 'A thing.', { id: v.number() }))).toThrow(
      /schemas are called Thing/,
    )
  })

  test('one name for input and output that a transformation makes different', () => {
    const entries = { number: v.pipe(v.string(), v.toNumber(), v.number()) }
    const writer = createSchemaWriter()
    writer.output(namedObject('Thing', 'A thing.', entries))
    expect(() => writer.input(namedObject('Thing', 'A thing.', entries))).toThrow(/called Thing/)
  })

  test('an unnamed object in two places, with any descriptions of its fields', () => {
    const described = {
      ...size,
      properties: { ...size.properties, w: { type: 'number', description: 'mm' } },
    }
    const document = own({ type: 'object', properties: { trim: size, sheet: described } })
    expect(repeatedShapes(document)).toEqual(['a 200.trim = a 200.sheet'])
    expect(unnamedBodies(document)).toEqual(['a 200'])
  })

  test('a union of bodies of which one has no name', () => {
    const named = { $ref: '#/components/schemas/Thing' }
    expect(unnamedBodies(own({ anyOf: [named, named] }))).toEqual([])
    expect(unnamedBodies(own({ anyOf: [named, size] }))).toEqual(['a 200'])
    expect(unnamedBodies(own({ anyOf: [] }))).toEqual(['a 200'])
  })

  test('a counter', () => {
    expect(countedNames({ components: { schemas: { Developer3: {}, Item: {} } } })).toEqual(['Developer3'])
  })
})

describe('events', () => {
  test('are a union with the discriminator `type`, with a schema for each type and its data', () => {
    const { oneOf, discriminator } = schemas.Event
    expect(discriminator.propertyName).toBe('type')
    expect(Object.keys(discriminator.mapping)).toEqual(Object.keys(eventTypes))
    expect(oneOf.map(({ $ref }: Any) => $ref)).toEqual(Object.values(discriminator.mapping))
    for (const [type, $ref] of Object.entries<string>(discriminator.mapping)) {
      const { properties } = schemas[$ref.split('/').at(-1)!]
      expect(properties.type.const).toBe(type)
      expect(properties.data.$ref).toMatch(/EventData$/)
    }
  })

  test('are delivered with their schema of the union', () => {
    expect(json(document.webhooks['item.needs_attention'].post.requestBody).$ref).toBe(
      schemas.Event.discriminator.mapping['item.needs_attention'],
    )
  })
})
