import * as v from 'valibot'
import { expect } from 'vitest'
import { defineOperation } from '../../src/core/engine/operation.ts'
import { suppressionSentences } from '../../src/core/features/suppressions/sentences.ts'
import { createTestShop } from './shop.ts'

const recipient = v.strictObject({
  city: v.pipe(v.string(), v.minLength(2), v.maxLength(5)),
  country: v.pipe(
    v.string(),
    v.regex(/^[A-Z]{2}$/, suppressionSentences.message('invalid_format.capital_country')),
  ),
})
const element = v.variant('type', [
  v.strictObject({ type: v.literal('text'), text: v.string() }),
  v.strictObject({ type: v.literal('line'), length: v.pipe(v.number(), v.minValue(1), v.maxValue(9)) }),
])
/** An operation with a deeply nested body, a path parameter and a query. */
export const operation = defineOperation({
  id: 'sample.create',
  method: 'POST',
  path: '/sample/{id}',
  summary: 'Takes a deep body',
  permission: 'items.write',
  effect: 'write',
  params: v.strictObject({ id: v.pipe(v.string(), v.maxLength(40)) }),
  query: v.strictObject({ dryRun: v.optional(v.picklist(['true', 'false'])) }),
  body: v.strictObject({
    items: v.pipe(
      v.array(v.strictObject({ recipient, copies: v.pipe(v.number(), v.integer()) })),
      v.maxLength(3),
    ),
    kind: v.optional(v.picklist(['A', 'B'])),
    elements: v.optional(v.array(element)),
    metadata: v.optional(v.record(v.string(), v.string())),
  }),
  output: 'empty',
  handler: async () => undefined,
})

export const good = { recipient: { city: 'Ede', country: 'NL' }, copies: 1 }

/** Returns the validation errors of a call of `operation`; empty if the input is valid. */
export const errorsOf = async (body: unknown, query = '', id = 'x') => {
  const shop = await createTestShop()
  const answer = await shop.call(operation, { body, query, params: { id } })
  if (answer.status === 204) return []
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
  return answer.body.errors as {
    parameter: string
    location: string
    code: string
    message: string
    params?: Record<string, unknown>
  }[]
}
export const named = async (...input: Parameters<typeof errorsOf>) =>
  (await errorsOf(...input)).map(({ parameter, code }) => `${parameter} ${code}`)
