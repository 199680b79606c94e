import { setImmediate } from 'node:timers/promises'
import { stopsWhileSuspended } from '../../core/engine/access/authorise.ts'
import { type EventType, eventTypes } from '../../core/engine/events/catalogue.ts'
import { eventSchema, eventSchemas } from '../../core/engine/events/schema.ts'
import { type Operation, successStatus } from '../../core/engine/operation.ts'
import { hasRevision } from '../../core/engine/request.ts'
import { type ErrorCode, errorCatalogue } from '../../core/kernel/errors.ts'
import { problemSchema } from '../../core/kernel/problem-schema.ts'
import { bodyLimitBytes, redirectBytes, sizeInWords } from '../limits.ts'
import { groupOf, groups } from '../operation-groups.ts'
import { examplesOf, type Json, problemExamples } from './examples.ts'
import { createSchemaWriter, parametersOf, type SchemaWriter, sharedParameters } from './parameters.ts'

/** Returns the success and error responses of an operation by status. */
const responsesOf = (operation: Operation, schemas: SchemaWriter): Json => {
  const status = successStatus(operation)
  const responses: Record<string, Json> = { [status]: success(operation, schemas, status) }
  if (operation.unfinished) {
    responses[202] = {
      ...success(operation, schemas, 202),
      description: 'Started; the work continues in the background.',
    }
  }
  // Files with ranges also support conditional requests.
  if (operation.errors?.includes('range_not_satisfiable')) {
    responses[206] = { ...success(operation, schemas, 206), description: 'The requested range.' }
    responses[304] = { description: 'The copy named by `If-None-Match` is current.', headers: commonHeaders }
  }
  if (operation.redirects) {
    responses[302] = {
      description: `A file of ${sizeInWords(redirectBytes)} or more can be downloaded from the URL in \`Location\`, with the same \`Range\`. The URL requires no key and works for five minutes. Do not send \`Authorization\` to it.`,
      headers: { ...commonHeaders, Location: ref('headers', 'Location') },
    }
  }
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set([...commonCodes(operation), ...(operation.errors ?? [])])) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b))
    responses[status] = failed(status, codes)
  responses.default = { $ref: '#/components/responses/Problem' }
  return responses
}

/** Errors of the pipeline itself (ARCHITECTURE.md, “Request lifecycle”). */
const commonCodes = (operation: Operation): ErrorCode[] => [
  ...callerCodes(operation),
  // A POST without a declared body refuses any body.
  ...(operation.body || operation.bytes || operation.method === 'POST'
    ? (['malformed_body', 'body_too_large', 'unsupported_media_type'] as const)
    : []),
  'validation_failed',
  ...(operation.method === 'POST' && operation.effect !== 'public'
    ? (['idempotency_in_flight', 'idempotency_key_reused'] as const)
    : []),
  'rate_limited',
]

const callerCodes = (operation: Operation): ErrorCode[] => {
  const { audience, effect, method } = operation
  if (effect === 'public') return []
  const people = audience === 'portal' || audience === 'user'
  return [
    'api_key_invalid',
    'api_key_revoked',
    'session_invalid',
    'insufficient_scope',
    ...(method === 'GET' ? [] : (['cross_site_refused'] as const)),
    ...(operation.withoutSecondFactor ? [] : (['second_factor_not_set_up'] as const)),
    ...(stopsWhileSuspended(operation) ? (['organisation_suspended'] as const) : []),
    ...(people ? (['not_found'] as const) : []),
  ]
}

const success = (operation: Operation, schemas: SchemaWriter, status: number): Json => {
  const { output } = operation
  const headers = {
    ...commonHeaders,
    ...(hasRevision(operation) ? { ETag: ref('headers', 'ETag') } : {}),
    ...(operation.location && [201, 202].includes(status) ? { Location: ref('headers', 'Location') } : {}),
    ...(operation.method === 'POST' && operation.effect !== 'public'
      ? { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') }
      : {}),
  }
  if (output === 'empty') return { description: 'Done. The response has no body.', headers }
  const content =
    output === 'stream'
      ? Object.fromEntries(
          [operation.contentType ?? 'application/octet-stream']
            .flat()
            .map((type) => [type, { schema: { type: 'string' } }]),
        )
      : { 'application/json': withExample(operation, schemas.output(output), schemas) }
  return { description: operation.summary, headers, content }
}

const withExample = (operation: Operation, schema: Json, schemas: SchemaWriter): Json => ({
  schema,
  ...examplesOf(schemas.example(operation, schema, 'answer')),
})

const failed = (status: number, codes: readonly ErrorCode[]): Json => {
  if (status === 401 && codes.includes('api_key_invalid')) return ref('responses', 'Unauthorised')
  if (status === 429) return ref('responses', 'RateLimited')
  return { description: explain(codes), content: problems(codes) }
}

const problems = (codes: readonly ErrorCode[]): Json => ({
  'application/problem+json': {
    schema: ref('schemas', 'Problem'),
    examples: Object.fromEntries(codes.map((code) => [code, ref('examples', code)])),
  },
})

const explain = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `\`${code}\`: ${errorCatalogue[code].title}.`).join(' ')

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

const commonHeaders: Json = {
  'X-Request-Id': ref('headers', 'RequestId'),
  'RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': ref('headers', 'RateLimitReset'),
}

const integerHeader = (description: string): Json => ({ description, schema: { type: 'integer' } })

const sharedHeaders: Record<string, Json> = {
  RequestId: { description: 'Identifies this request in the log.', schema: { type: 'string' } },
  ETag: {
    description: 'The revision in quotes, as `If-Match` expects it.',
    schema: { type: 'string', pattern: '^"\\d+"$' },
  },
  Location: {
    description: 'Path of the resource on this server.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  RateLimitLimit: integerHeader('Requests per minute of the operation’s class.'),
  RateLimitRemaining: integerHeader('Requests left in this minute.'),
  RateLimitReset: integerHeader('Seconds until the minute ends.'),
  RetryAfter: integerHeader('Seconds to wait.'),
  IdempotencyReplayed: {
    description: '`true` if this repeats the first response to the Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const sharedResponses: Record<string, Json> = {
  Problem: { description: 'Any other error.', content: problems(['internal_error', 'storage_unavailable']) },
  Unauthorised: {
    description: explain(['api_key_invalid', 'api_key_revoked', 'session_invalid']),
    content: problems(['api_key_invalid', 'api_key_revoked']),
  },
  RateLimited: {
    description: explain(['rate_limited']),
    headers: { ...commonHeaders, 'Retry-After': ref('headers', 'RetryAfter') },
    content: problems(['rate_limited']),
  },
}

/** Returns an entry for each event type, as sent to endpoints (docs/webhooks.md#delivery). */
const webhooksOf = async (schemas: SchemaWriter): Promise<Json> => {
  const webhooks: Json = {}
  for (const type of Object.keys(eventTypes) as EventType[]) {
    webhooks[type] = { post: deliveryOf(type, schemas) }
    await setImmediate()
  }
  return webhooks
}

const deliveryOf = (type: EventType, schemas: SchemaWriter): Json => {
  return {
    operationId: `webhook.${type}`,
    tags: ['Webhooks'],
    summary: `${type}: ${eventTypes[type]}`,
    security: [],
    parameters: deliveryHeaders.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.output(eventSchemas[type]),
        },
      },
    },
    responses: {
      '2XX': {
        description: 'Accepted. Any other response, or none within ten seconds, is retried for 24 hours.',
      },
    },
  }
}

const deliveryHeaders = ['WebhookId', 'WebhookEvent', 'WebhookTimestamp', 'WebhookSignature']

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const webhookParameters: Record<string, Json> = {
  WebhookId: header('X-Webhook-Id', 'Id of the delivery, `whd_…`.'),
  WebhookEvent: header('X-Webhook-Event', 'Type of the event.'),
  WebhookTimestamp: header(
    'X-Webhook-Timestamp',
    'Unix time in seconds. Refuse deliveries that are older than five minutes.',
  ),
  WebhookSignature: header(
    'X-Webhook-Signature',
    '`v1=` and the hex HMAC-SHA256 of timestamp, `.` and raw body, keyed with the endpoint’s secret.',
  ),
}

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
  content: { 'application/json': withRequestExample(operation, schemas.input(operation.body!), schemas) },
})

const withRequestExample = (operation: Operation, schema: Json, schemas: SchemaWriter): Json => ({
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
