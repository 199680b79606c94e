import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDocument, apiDocumentDigest, apiDocumentFile, digestFile } from '../../scripts/api-document.ts'
import { operations } from '../../src/core/app/operations.ts'
import { eventTypes } from '../../src/core/engine/events/catalogue.ts'
import { errorCatalogue } from '../../src/core/kernel/errors.ts'
import { request, startTestServer, type TestServer } from '../support/http.ts'

const root = join(import.meta.dirname, '../..')
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into at many places
const document: any = await apiDocument()
const shown = operations

test('docs/openapi.sha256 is up to date (npm run generate)', async () => {
  expect(readFileSync(digestFile, 'utf8').trim()).toBe(await apiDocumentDigest())
})

describe('the server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('serves the document without a key', async () => {
    const { status, body } = await request(`${server.url}/v1/meta/openapi.json`)
    expect([status, body]).toEqual([200, document])
  })
})

test.each(shown.map((operation) => [operation.id, operation] as const))(
  '%s is documented with its parameters, body, answers and errors',
  (id, operation) => {
    const entry = document.paths[`/v1${operation.path}`]?.[operation.method.toLowerCase()]
    expect(entry.operationId).toBe(id)
    expect([entry['x-permission'], entry['x-implied-by']]).toEqual([
      operation.permission,
      operation.impliedBy,
    ])
    expect(Boolean(entry.requestBody)).toBe(Boolean(operation.body ?? operation.bytes))
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = entry.parameters as { in?: string; name?: string; required?: boolean }[]
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
    for (const code of operation.errors ?? []) {
      expect(Object.keys(entry.responses)).toContain(String(errorCatalogue[code].status))
    }
    const credentials = operation.effect === 'public' ? [] : ['401', '403']
    const body = operation.method === 'POST' ? ['400', '413', '415'] : []
    for (const status of [...credentials, ...body, '422', '429', 'default']) {
      expect(Object.keys(entry.responses)).toContain(status)
    }
  },
)

test('a list documents every filter with every operator', () => {
  const names = document.paths['/v1/templates'].get.parameters.map((entry: { name?: string }) => entry.name)
  expect(names).toEqual(expect.arrayContaining(['sort', 'filter[name][contains]', 'filter[status][in]']))
})

test.each([
  ['/v1/analytics/summary', 'get', 'days', { type: 'integer', minimum: 1, maximum: 366 }],
  ['/v1/analytics/summary', 'get', 'from', { type: 'string', format: 'date' }],
  ['/v1/runs/calendar', 'get', 'days', { type: 'integer', minimum: 1, maximum: 92 }],
  ['/v1/webhooks/{id}/replay-missed', 'post', 'dryRun', { type: 'boolean' }],
])('the query of %s %s describes the type of %s', (path, method, name, schema) => {
  const parameters = document.paths[path][method].parameters as { name?: string; schema: unknown }[]
  expect(parameters.find((parameter) => parameter.name === name)?.schema).toEqual(schema)
})

test('a bound of an instant is an instant or a day', () => {
  const { parameters } = document.paths['/v1/items'].get
  const bound = parameters.find(({ name }: { name?: string }) => name === 'filter[createdAt][gte]')
  expect(bound.schema.anyOf.map(({ format }: { format: string }) => format)).toEqual(['date-time', 'date'])
})

test('every event type is documented as a webhook', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(eventTypes))
})

test('every reference can be resolved', () => {
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(100)
  for (const reference of new Set(references)) {
    const path = JSON.parse(`{${reference}}`).$ref.slice(2).split('/')
    expect(
      path.reduce((node: Record<string, unknown>, key: string) => node?.[key] as never, document),
      reference,
    ).toBeDefined()
  }
})

test('the linter reports nothing', async () => {
  const output = execFileSync(
    'node',
    [join(root, 'node_modules/.bin/redocly'), 'lint', await apiDocumentFile(), '--format=json'],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  expect(JSON.parse(output).totals).toMatchObject({ errors: 0, warnings: 0 })
})
