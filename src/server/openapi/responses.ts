import { stopsWhileSuspended } from '../../core/engine/access/authorise.ts'
import { type Operation, successStatus } from '../../core/engine/operation.ts'
import { hasRevision } from '../../core/engine/request.ts'
import { type ErrorCode, errorCatalogue } from '../../core/kernel/errors.ts'
import { redirectBytes, sizeInWords } from '../limits.ts'
import type { Json } from './examples.ts'
import { examplesOf } from './examples.ts'
import type { SchemaWriter } from './schemas.ts'

/** Returns the success and error responses of an operation by status. */
export const responsesOf = (operation: Operation, schemas: SchemaWriter): Json => {
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

/** Describes a problem, with an example for each code. */
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

export const sharedHeaders: Record<string, Json> = {
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

export const sharedResponses: Record<string, Json> = {
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
