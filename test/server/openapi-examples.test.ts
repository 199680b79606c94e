import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { operations } from '../../src/core/app/operations.ts'
import { createOpenApi } from '../../src/server/openapi/document.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into at many places
type Any = any
const document: Any = JSON.parse(JSON.stringify(await createOpenApi(operations)))
const entryOf = (operation: (typeof operations)[number]) =>
  document.paths[`/v1${operation.path}`][operation.method.toLowerCase()]

const sampleOf = (content: Any) => content.examples?.sample.value

const remedy =
  'No example could be made: say in src/server/openapi/samples.ts what its fields hold, or give the operation an `example`.'

const problemsOf = (schema: unknown, value: unknown) => {
  const parsed = v.safeParse(schema as v.GenericSchema, value)
  return parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}

describe('examples match the declarations', () => {
  test.each(operations.filter(({ body }) => body).map((operation) => [operation.id, operation] as const))(
    'the body of %s',
    (_id, operation) => {
      const example = sampleOf(entryOf(operation).requestBody.content['application/json'])
      expect(example, remedy).toBeDefined()
      expect(problemsOf(operation.body, example), JSON.stringify(example)).toEqual([])
    },
  )

  test.each(
    operations
      .filter(({ output }) => typeof output !== 'string')
      .map((operation) => [operation.id, operation] as const),
  )('the answer of %s', (_id, operation) => {
    const { responses } = entryOf(operation)
    const [, success] = Object.entries(responses).find(([status]) => /^2/.test(status))! as [string, Any]
    const example = sampleOf(success.content['application/json'])
    expect(example, remedy).toBeDefined()
    expect(problemsOf(operation.output, example), JSON.stringify(example)).toEqual([])
  })
})

test.each([
  ['uploads.asset', 'ast', (answer: Any) => answer.id],
  ['developers.simulate', 'itm', (answer: Any) => answer.id],
  ['templates.get', 'tv', (answer: Any) => answer.latestVersion.id],
  ['templates.folder', 'fld', (answer: Any) => answer.id],
  ['postbatches.get', 'run', (answer: Any) => answer.runs[0].id],
  ['billing.topUps', 'top', (answer: Any) => answer.data[0].id],
  ['webhooks.deliveries', 'whd', (answer: Any) => answer.data[0].id],
  ['webhooks.deliveries', 'evt', (answer: Any) => answer.data[0].payload.id],
  ['events.get', 'evt', (answer: Any) => answer.id],
  ['exports.get', '/v1/exports/exp', (answer: Any) => answer.file],
  ['renders.get', '/v1/renders/rnd', (answer: Any) => answer.file],
])('ids in the answer of %s have its prefix: %s', (id, prefix, idIn) => {
  const operation = operations.find((one) => one.id === id)!
  const { responses } = entryOf(operation)
  const [, success] = Object.entries(responses).find(([status]) => /^2/.test(status))! as [string, Any]
  expect(idIn(sampleOf(success.content['application/json']))).toMatch(new RegExp(`^${prefix}_`))
})

test('the event in an example is in the catalogue', () => {
  const operation = operations.find(({ id }) => id === 'events.get')!
  const example = sampleOf(entryOf(operation).responses[200].content['application/json'])
  expect(example).toMatchObject({ type: 'item.completed', data: { item: { status: 'COMPLETED' } } })
})

test('every error of every operation has an example with its code and status', () => {
  for (const operation of operations) {
    for (const [status, written] of Object.entries<Any>(entryOf(operation).responses)) {
      if (/^[23]/.test(status)) continue
      const response = written.$ref ? document.components.responses[written.$ref.split('/').at(-1)] : written
      const { examples } = response.content['application/problem+json']
      expect(Object.keys(examples).length, `${operation.id} ${status}`).toBeGreaterThan(0)
      for (const code of Object.keys(examples)) {
        const { value } = document.components.examples[code]
        expect(value.code).toBe(code)
        if (status !== 'default') expect(value.status).toBe(Number(status))
      }
    }
  }
})
