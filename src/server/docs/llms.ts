import { eventTypes } from '../../core/engine/events/catalogue.ts'
import { apiPrefix, type Operation, successStatus } from '../../core/engine/operation.ts'
import type { Config } from '../../core/kernel/config.ts'
import { errorCatalogue } from '../../core/kernel/errors.ts'
import { rateClasses } from '../../core/kernel/rate-classes.ts'
import { groupOf, groups } from '../operation-groups.ts'

/** `/llms.txt`: the API as one page of Markdown, for language models and `curl`, from the declarations. */
export const llmsText = (declared: readonly Operation[], { keyPrefix }: Pick<Config, 'keyPrefix'>): string =>
  [
    '# Lettershop',
    '',
    '> Direct mail over an API: programs create mail items; Lettershop validates them, schedules them into production',
    '> runs, prints, posts and reports every step by signed webhooks.',
    '',
    `The same content with every schema: [OpenAPI 3.1](${apiPrefix}/meta/openapi.json). To read and try it: [/docs](/docs).`,
    '',
    ...calling(keyPrefix),
    ...lists,
    ...errors(),
    ...events(),
    ...operations(declared),
  ].join('\n')

const calling = (keyPrefix: string): string[] => [
  '## Calling',
  '',
  `- All paths begin with \`${apiPrefix}\`; bodies are JSON. Operations without one accept no body or \`{}\`.`,
  `- Send \`Authorization: Bearer ${keyPrefix}_live_…\` (prints and posts) or \`${keyPrefix}_test_…\` (the same steps, simulated: nothing is printed or paid).`,
  '- Each operation requires the scope listed with it; a key with the scope `all` has every organisation scope. "Portal" operations require a session: keys get 404.',
  '- With an `Idempotency-Key`, a repeated POST returns the first response, for 24 hours.',
  '- Resources with a revision accept `If-Match`; a stale revision answers 412.',
  `- Requests per minute, by key and class: ${Object.entries(rateClasses)
    .map(([name, limit]) => `${name} ${limit}`)
    .join(', ')}. \`RateLimit-*\` headers are on every answer; 429 has \`Retry-After\`.`,
  '- Money is whole cents, net of VAT; times are RFC 3339 in UTC; ids are opaque.',
  '- With a test key you move the clock yourself: `POST /v1/developers/test-clock/advance` with `{"to":"next-cutoff"}` prints waiting items.',
  '',
]

const lists: readonly string[] = [
  '## Lists',
  '',
  'Answers are `{data, nextCursor, hasMore}`. `limit` (1 to 200), `cursor`, `sort=-createdAt,name`, `include=total`,',
  '`filter[field]=value` and `filter[field][op]=value` with op `eq`, `ne`, `in`, `gte`, `gt`, `lte`, `lt`, `null`, `contains`.',
  'The API document lists the fields for sorting and filtering; others answer 422, which names every offending parameter.',
  '',
]

const errors = (): string[] => [
  '## Errors',
  '',
  'Problem details (RFC 9457): `{type, title, status, detail, code, requestId, errors: [{parameter, location, code, message}]}`.',
  '',
  ...Object.entries(errorCatalogue).map(([code, { status, title }]) => `- ${status} \`${code}\`: ${title}`),
  '',
  'The executable’s parser (Bun) answers data that is not HTTP with a bare 400 or 431. Node answers with a problem.',
  '',
]

const events = (): string[] => [
  '## Events',
  '',
  'Delivered to webhook endpoints and kept in `GET /v1/events` for 30 days: `{id, type, version, createdAt, organisationId, isTest, data}`.',
  'Deliveries are signed: `X-Webhook-Signature: v1=` and the hex HMAC-SHA256 of `X-Webhook-Timestamp`, `.` and the raw body.',
  '',
  ...Object.entries(eventTypes).map(([type, text]) => `- \`${type}\`: ${text}`),
  '',
]

const operations = (all: readonly Operation[]): string[] =>
  Object.entries(groups).flatMap(([group, text]) => {
    const own = all.filter((operation) => groupOf(operation) === group)
    return own.length === 0 ? [] : [`## ${group}`, '', text, '', ...own.map(line), '']
  })

const line = (operation: Operation): string => {
  const { id, method, path, summary, errors: codes = [] } = operation
  const notes = [
    who(operation),
    ...(operation.rateClass ? [`class ${operation.rateClass}`] : []),
    // 202 if the work continues after the response.
    `${successStatus(operation)}${operation.unfinished ? ' or 202' : ''}`,
    ...codes.map((code) => `${errorCatalogue[code].status} ${code}`),
  ]
  return `- \`${method} ${apiPrefix}${path}\` (${id}): ${summary}. [${notes.join('; ')}]`
}

const who = ({ permission, audience }: Operation): string => {
  const people =
    audience === 'portal' || audience === 'user' ? 'portal, ' : audience === 'test' ? 'test key, ' : ''
  if (permission === 'public') return 'no key'
  return people + (permission === 'authenticated' ? 'any scope' : permission)
}
