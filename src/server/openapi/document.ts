import type { Operation } from '../../core/operation.ts'
import type { Registry } from '../../core/registry.ts'
import { bodyLimitBytes } from '../limits.ts'
import { parametersOf, sharedParameters } from './parameters.ts'
import { problemSchema, responsesOf, sharedHeaders, sharedResponses } from './responses.ts'
import { createSchemaWriter, type Json, type SchemaWriter } from './schemas.ts'
import { webhookParameters, webhooksOf } from './webhooks.ts'

/** The interface's own version (SPEC "Versioning"). */
const interfaceVersion = '1.0.0'

/** The OpenAPI 3.1 document of everything in the registry: nothing of it is written twice. */
export const createOpenApi = (registry: Registry): Json => {
  const operations = registry.operations.filter((operation) => operation.audience !== 'portal')
  const schemas = createSchemaWriter(operations)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lettershop',
      version: interfaceVersion,
      summary: 'Direct mail: items, production runs, events.',
      description:
        'Every request carries `Authorization: Bearer <API_KEY>`. A live key prints and posts; a test key follows the same life with a simulated printer. Every error is a problem (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: tagsOf(operations),
    paths: pathsOf(operations, schemas),
    webhooks: webhooksOf(schemas),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: '`svc_live_…` or `svc_test_…`' },
      },
      parameters: { ...sharedParameters, ...webhookParameters },
      headers: sharedHeaders,
      responses: sharedResponses,
      schemas: { Problem: problemSchema, ...schemas.components() },
    },
  }
}

const pathsOf = (operations: readonly Operation[], schemas: SchemaWriter): Json => {
  const paths: Record<string, Json> = { '/v1/meta/openapi.json': { get: ownDocument } }
  for (const operation of operations) {
    const path = `/v1${operation.path}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationOf(operation, schemas) }
  }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const operationOf = (operation: Operation, schemas: SchemaWriter): Json => ({
  operationId: operation.id,
  tags: [tagOf(operation)],
  summary: operation.summary,
  description: describe(operation),
  parameters: parametersOf(operation, schemas),
  ...(operation.effect === 'public' ? { security: [] } : {}),
  ...(operation.body ? { requestBody: requestBodyOf(operation, schemas) } : {}),
  responses: responsesOf(operation, schemas),
  'x-permission': operation.permission,
  'x-rate-class': operation.rateClass ?? (operation.effect === 'public' ? 'public' : 'general'),
  ...(operation.emits?.length ? { 'x-emits': operation.emits } : {}),
})

const describe = (operation: Operation): string => {
  const sentences = [
    ...(operation.description ? [operation.description] : []),
    whoMay(operation),
    ...(operation.audience === 'test' ? ['With a test key only.'] : []),
    ...(operation.shared && operation.effect !== 'read'
      ? ['With a live key only: both modes share it.']
      : []),
  ]
  return sentences.join(' ')
}

const whoMay = ({ permission }: Operation): string => {
  if (permission === 'public') return 'Needs no key.'
  return permission === 'authenticated' ? 'Every valid key may.' : `Needs the scope \`${permission}\`.`
}

const requestBodyOf = (operation: Operation, schemas: SchemaWriter): Json => ({
  required: operation.body?.type !== 'optional',
  description: `Up to ${bodyLimitBytes(operation.id) / 1024 / 1024} MiB.`,
  content: { 'application/json': { schema: schemas.input(operation.body!) } },
})

/** `advertisingCategories.list` → `AdvertisingCategories`: the operation groups of SPEC. */
const tagOf = ({ id }: Operation): string => id.charAt(0).toUpperCase() + id.slice(1, id.indexOf('.'))

const tagsOf = (operations: readonly Operation[]): Json[] =>
  [...new Set([...operations.map(tagOf), 'Events', 'Meta'])]
    .sort()
    .map((name) => ({ name, description: groups[name] ?? name }))

/** What each group is about, for the document's readers. */
const groups: Readonly<Record<string, string>> = {
  AdvertisingCategories: 'What mail is about: the platform’s categories and the organisation’s own.',
  Analytics: 'Counts by day and present statuses, for the organisation or one Postflow or Postbatch.',
  Billing: 'Balance, ledger and prices.',
  Developers: 'What a key is, the test clock, and simulated ends of test items.',
  Events: 'Everything that happened, for 30 days, in the envelope that webhooks carry.',
  Invoices: 'Invoices and credit notes.',
  Items: 'Pieces of mail, from created to returned.',
  Meta: 'The API about itself.',
  Organisation: 'The organisation of the key.',
  Postbatches: 'One mailing: imported, validated, approved as a whole.',
  Postflows: 'Always-on flows that programs drop items into.',
  Products: 'What can be printed, with sheets, zones and prices.',
  Renders: 'Previews of a template as PDF and PNG.',
  Runs: 'Production runs: what goes to the printer together.',
  Suppressions: 'Who must not get mail, and why.',
  Templates: 'Designs: a draft and immutable published versions.',
  Webhooks: 'Endpoints, their deliveries, test and replay.',
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
    '4XX': { $ref: '#/components/responses/Problem' },
  },
}
