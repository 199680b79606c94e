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
        'Programs send `Authorization: Bearer <API_KEY>`. Live keys print and post mail; test keys do the same with a simulated printer. Browsers hold a portal session in a cookie; operations of the portal answer 404 to keys. Every error is a problem (RFC 9457), except for data that is not HTTP: the executable’s parser answers it with a bare 400 or 431.',
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
            'Set by `session.create`; named `__Host-lettershop_session` with https. Every method except GET requires `X-Csrf-Protection: 1` and the server’s own origin.',
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
          `Deprecated since ${operation.deprecated.since}, removed after ${operation.deprecated.sunset}. ${operation.deprecated.instead}`,
        ]
      : []),
    ...(operation.audience === 'test' ? ['Test mode only.'] : []),
    ...(operation.shared && operation.effect !== 'read'
      ? ['Not available to test keys, because both modes share the resource.']
      : []),
  ]
  return sentences.join(' ')
}

const whoMay = ({ audience, permission, impliedBy }: Operation): string => {
  if (permission === 'public') return 'Requires no credentials.'
  const people = audience === 'portal' || audience === 'user'
  if (permission === 'authenticated') {
    return people
      ? 'Available to every signed-in user; keys get 404.'
      : 'Available to every valid key and session.'
  }
  const needed = impliedBy ? `\`${permission}\`, which \`${impliedBy}\` includes` : `\`${permission}\``
  return people
    ? `Requires a session with the permission ${needed}; keys get 404.`
    : `Requires the scope ${needed}.`
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
  description: `The content of the file, with any media type, up to ${limitBytes / 1024 / 1024} MiB.`,
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
  summary: 'Read the API document',
  description: 'Requires no key.',
  security: [],
  responses: {
    200: {
      description: 'The OpenAPI 3.1 document.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    304: { description: 'The copy named by `If-None-Match` is current.' },
    '4XX': { $ref: '#/components/responses/Problem' },
  },
}
