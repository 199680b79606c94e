/** Cases for operations and pages that need no key. */
import { type Case, deep, familyEmoji, nested, wide } from './cases.ts'

const query = Array.from({ length: 15_000 }, (_, n) => `p${n}=`).join('&')
const long = (length: number, pattern: string) =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)
const email = `${long(3000, 'a.')}@${long(3000, 'a.')}`
const password = long(200, 'aB3$é')

/** Operations that accept JSON without a key, with fields that are expensive to validate. */
const forms: [operation: string, path: string, fields: object, status?: number][] = [
  ['session.create', '/v1/session', { email, password }],
  ['session.create', '/v1/session', { email: 'a@example.org', password: familyEmoji.repeat(250) }],
  ['session.create', '/v1/session', { email: 'a@example.org', password, code: long(40, '1 -o') }, 401],
  ['session.create', '/v1/session', { email: 'a@example.org', password, code: long(6000, '1 -o') }],
  [
    'setup.create',
    '/v1/setup',
    { token: 'x'.repeat(80), email: 'a@example.org', name: familyEmoji.repeat(20), password },
  ],
  ['setup.create', '/v1/setup', { token: long(7000, 'lnk_') }],
  ['session.createByLink', '/v1/session/link', { token: long(7000, 'lnk_') }],
  ['passwordReset.request', '/v1/password-reset', { email }],
  [
    'passwordReset.confirm',
    '/v1/password-reset/confirm',
    { token: 'x'.repeat(80), password, code: long(40, '1 -o') },
  ],
  ['invitations.accept', '/v1/invitations/accept', { token: 'x'.repeat(80), name: 'A', password }],
  ['invitations.preview', '/v1/invitations/preview', { token: long(7000, 'lnk_') }],
  [
    'runs.callback',
    '/v1/runs/run_1/callback?token=x',
    { event: 'DAMAGED', sequences: Array.from({ length: 1500 }, (_, n) => n) },
  ],
]
const onceEach = [...new Map(forms.map(([operation, path]) => [operation, path]))]

const shapes: [what: string, body: () => string, status: number][] = [
  ['110,000 names', () => wide(110_000), 413],
  ['500 names', () => wide(500), 422],
  ['8 KiB of brackets', () => deep(4000), 422],
  ['8 KiB of objects', () => nested(1000), 422],
]

const payloads: [what: string, body: () => string | Buffer, status: number][] = [
  ['9,900 names', () => wide(9900), 422],
  ['256 KiB of brackets', () => deep(130_000), 413],
  ['19,000 brackets', () => deep(9500), 422],
  ['19,000 empty objects', () => `[${'{},'.repeat(19_000)}{}]`, 422],
  [
    'a text of emoji as a field name',
    () => `{"a":{"b":"${familyEmoji.repeat(7000)}"},"lines":[{"title":"${' x'.repeat(15_000)}"}]}`,
    422,
  ],
  ['many lines', () => `{"lines":[${'{"title":"x"},'.repeat(6000)}{}]}`, 200],
]

/** Paths and queries that are expensive to parse. */
const addresses: [operation: string, path: string, status: number][] = [
  ['media.get', `/v1/media/${long(100_000, 'ab.')}`, 404],
  ['media.get', `/v1/media/x?${query}`, 422],
  ['meta.openapi', `/v1/meta/openapi.json?${query}`, 200],
  ['meta.signingKeys', `/v1/meta/signing-keys?${query}`, 422],
  ['status.get', `/v1/status?${query}`, 422],
  ['session.create', `/v1/session?${query}`, 422],
  ['scan', `/q/${long(100_000, 'A')}`, 404],
  ['scan', `/q/${long(100_000, '%C3%A9')}`, 404],
  ['opt-out page', `/o/${long(100_000, 'A')}`, 404],
  ['opt-out page', `/o/AAAA?${query}&lang=nl`, 404],
  ['health', `/healthz?${query}`, 200],
  ['health', `/readyz?${query}`, 200],
  ['problem pages', `/problems/${long(100_000, 'a_')}`, 404],
  ['docs', `/docs?${query}`, 200],
  ['metrics', `/metrics?${query}`, 403],
  ['no such path', `/${long(100_000, 'a/')}`, 404],
  ['no such path', `/v1/${long(100_000, '..%2f')}`, 404],
]

export const unauthenticatedCases: Case[] = [
  ...forms.map(
    ([where, path, fields, status = 0]): Case => ({
      where,
      what: `long fields: ${Object.keys(fields).join(', ')}`,
      status,
      request: () => ({
        path,
        body: JSON.stringify(fields),
        anonymous: true,
        headers: { 'x-csrf-protection': '1' },
      }),
    }),
  ),
  ...onceEach.flatMap(([where, path]) =>
    shapes.map(
      ([what, body, status]): Case => ({
        where,
        what,
        status,
        request: () => ({ path, body: body(), anonymous: true, headers: { 'x-csrf-protection': '1' } }),
      }),
    ),
  ),
  ...payloads.map(
    ([what, body, status]): Case => ({
      where: 'integrations.inbound',
      what,
      status,
      request: ({ inboundPath }) => ({ path: inboundPath, body: body(), anonymous: true }),
    }),
  ),
  ...addresses.map(
    ([where, path, status]): Case => ({
      where,
      what: `a path of ${Math.round(path.length / 1000)} KB`,
      status,
      request: () => ({ path, anonymous: true, ...(where === 'session.create' ? { body: '{}' } : {}) }),
    }),
  ),
  ...[
    ['accept-language', 'nl;q=0.1,'.repeat(10_000)],
    ['accept-language', '-'.repeat(100_000)],
    ['cookie', 'a=b; '.repeat(20_000)],
    ['accept', 'text/html,'.repeat(10_000)],
  ].map(
    ([name, value]): Case => ({
      where: 'opt-out page',
      what: `${name} of ${value!.length / 1000} KB`,
      status: 200,
      request: ({ code }) => ({ path: `/o/${code}`, anonymous: true, headers: { [name!]: value! } }),
    }),
  ),
  ...[
    ['1 KiB of fields', 'a=&'.repeat(341), 200],
    ['a megabyte of fields', 'a=&'.repeat(350_000), 413],
  ].map(
    ([what, body, status]): Case => ({
      where: 'opt-out form',
      what: what as string,
      status: status as number,
      request: ({ code }) => ({
        path: `/o/${code}`,
        body: body as string,
        anonymous: true,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    }),
  ),
]
