import { setImmediate } from 'node:timers/promises'
import { eventSchema } from '../../core/engine/events/schema.ts'
import type { Operation } from '../../core/engine/operation.ts'
import { problemSchema } from '../../core/kernel/problem-schema.ts'
import { bodyLimitBytes, sizeInWords } from '../limits.ts'
import { groupOf, groups } from '../operation-groups.ts'
import type { Json } from './examples.ts'
import { examplesOf, problemExamples } from './examples.ts'
import { parametersOf, sharedParameters } from './parameters.ts'
import { responsesOf, sharedHeaders, sharedResponses } from './responses.ts'
import { createSchemaWriter, type SchemaWriter } from './schemas.ts'
import { webhookParameters, webhooksOf } from './webhooks.ts'

/** Version of the API (docs/api-rules.md#versioning). */
const interfaceVersion = '1.0.0'

/**
 * Generates the OpenAPI 3.1 document from the declarations of the operations. Converting all schemas takes a
 * fifth of a second, so it yields to the event loop after each operation.
 */
export const createOpenApi = async (operations: readonly Operation[]): Promise<Json> => {
  const schemas = createSchemaWriter()
  const paths = await pathsOf(operations, schemas)
  const webhooks = await webhooksOf(schemas)
  schemas.output(problemSchema)
  schemas.output(eventSchema)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lettershop',
      version: interfaceVersion,
      summary: 'Direct mail: items, production runs, events.',
      description:
        'Programs send `Authorization: Bearer <API_KEY>`. A live key prints and posts; a test key follows the same life with a simulated printer. People’s browsers hold a portal session in a cookie; what is for people only answers a key 404. Every error is a problem (RFC 9457), but for what is no HTTP request at all: that the executable’s parser answers by itself, with a bare 400 or 431.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: keyOrSession,
    tags: tagsOf(operations),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: '`svc_live_…` or `svc_test_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'lettershop_session',
          description:
            'Set by `session.create`; `__Host-lettershop_session` where the server is reached by https. Everything but GET needs `X-Csrf-Protection: 1` and a page of the server’s own origin.',
        },
      },
      parameters: { ...sharedParameters, ...webhookParameters },
      headers: sharedHeaders,
      responses: sharedResponses,
      examples: problemExamples(referredTo([paths, sharedResponses])),
      schemas: schemas.components(),
    },
  }
}

/** Returns the names of referenced examples. */
const referredTo = (parts: unknown): Set<string> =>
  new Set([...JSON.stringify(parts).matchAll(/#\/components\/examples\/(\w+)/g)].map((match) => match[1]!))

const keyOrSession = [{ apiKey: [] }, { session: [] }]

const pathsOf = async (operations: readonly Operation[], schemas: SchemaWriter): Promise<Json> => {
  const paths: Record<string, Json> = { '/v1/meta/openapi.json': { get: ownDocument } }
  for (const operation of operations) {
    const path = `/v1${operation.path}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationOf(operation, schemas) }
    await setImmediate()
  }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const operationOf = (operation: Operation, schemas: SchemaWriter): Json => ({
  operationId: operation.id,
  tags: [groupOf(operation)],
  summary: operation.summary,
  ...(operation.deprecated ? { deprecated: true } : {}),
  description: describe(operation),
  parameters: parametersOf(operation, schemas),
  ...(operation.body ? { requestBody: requestBodyOf(operation, schemas) } : {}),
  ...securityOf(operation),
  ...(operation.bytes ? { requestBody: bytesOf(operation.bytes) } : {}),
  responses: responsesOf(operation, schemas),
  'x-permission': operation.permission,
  ...(operation.impliedBy ? { 'x-implied-by': operation.impliedBy } : {}),
  'x-rate-class': operation.rateClass ?? (operation.effect === 'public' ? 'public' : 'general'),
  ...(operation.emits?.length ? { 'x-emits': operation.emits } : {}),
})

/** The security of an operation, if it differs from the document's. */
const securityOf = ({ audience, effect }: Operation): Json =>
  effect === 'public'
    ? { security: [] }
    : audience === 'portal' || audience === 'user'
      ? { security: [{ session: [] }] }
      : {}

const describe = (operation: Operation): string => {
  const sentences = [
    ...(operation.description ? [operation.description] : []),
    whoMay(operation),
    ...(operation.deprecated
      ? [
          `Deprecated since ${operation.deprecated.since}, gone after ${operation.deprecated.sunset}. ${operation.deprecated.instead}`,
        ]
      : []),
    ...(operation.audience === 'test' ? ['In test mode only.'] : []),
    ...(operation.shared && operation.effect !== 'read' ? ['Not with a test key: both modes share it.'] : []),
  ]
  return sentences.join(' ')
}

const whoMay = ({ audience, permission, impliedBy }: Operation): string => {
  if (permission === 'public') return 'Needs no credential.'
  const people = audience === 'portal' || audience === 'user'
  if (permission === 'authenticated') {
    return people ? 'Every signed-in person may; a key gets 404.' : 'Every valid key or session may.'
  }
  const needed = impliedBy ? `\`${permission}\`, which \`${impliedBy}\` implies` : `\`${permission}\``
  return people ? `For people with the permission ${needed}; a key gets 404.` : `Needs the scope ${needed}.`
}

const requestBodyOf = (operation: Operation, schemas: SchemaWriter): Json => ({
  required: operation.body?.type !== 'optional',
  description: `Up to ${sizeInWords(bodyLimitBytes(operation))}.`,
  content: { 'application/json': withExample(operation, schemas.input(operation.body!), schemas) },
})

const withExample = (operation: Operation, schema: Json, schemas: SchemaWriter): Json => ({
  schema,
  ...examplesOf(schemas.example(operation, schema, 'request')),
})

/** OpenAPI 3.1 describes bytes by their media type alone. */
const bytesOf = ({ mediaTypes, limitBytes }: NonNullable<Operation['bytes']>): Json => ({
  required: true,
  description: `The bytes of the file, whatever they are called, up to ${limitBytes / 1024 / 1024} MiB.`,
  content: Object.fromEntries([...mediaTypes, '*/*'].map((type) => [type, {}])),
})

const tagsOf = (operations: readonly Operation[]): Json[] => {
  const used = new Set<string>([...operations.map(groupOf), 'Meta', 'Webhooks'])
  return Object.entries(groups).flatMap(([name, description]) =>
    used.has(name) ? [{ name, description }] : [],
  )
}

const ownDocument: Json = {
  operationId: 'meta.openapi',
  tags: ['Meta'],
  summary: 'This document',
  description: 'Needs no key.',
  security: [],
  responses: {
    200: {
      description: 'The OpenAPI 3.1 document.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    304: { description: 'The copy that `If-None-Match` names is good.' },
    '4XX': { $ref: '#/components/responses/Problem' },
  },
}
