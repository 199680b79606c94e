import * as v from 'valibot'
import { expect } from 'vitest'
import { defineOperation, type Operation } from '../../src/core/engine/operation.ts'
import { errorCatalogue } from '../../src/core/kernel/errors.ts'

/** A write operation that accepts a name. */
export const write: Operation = defineOperation({
  id: 'pipeline.write',
  method: 'POST',
  path: '/pipeline',
  summary: 'Takes a name',
  permission: 'webhooks.manage',
  effect: 'write',
  body: v.strictObject({ name: v.string() }),
  output: v.object({ name: v.string() }),
  status: 201,
  handler: async (_context, { body }) => ({ name: body.name }),
})
/** A read operation without input. */
export const reading: Operation = {
  ...write,
  id: 'pipeline.read',
  method: 'GET',
  effect: 'read',
  body: undefined,
  status: 200,
  handler: async () => ({ name: 'read' }),
}

/** A body that `write` accepts. */
export const body = { name: 'Zoë' }

/**
 * Returns the expected body of a problem, with the `requestId` of the header. `params` names the sentence
 * that was selected; `hasParams` is false for codes with only one.
 */
export const problem = (
  answer: { status: number; headers: Record<string, string> },
  code: keyof typeof errorCatalogue,
  detail: string,
  { hasParams = true } = {},
) => ({
  type: `/problems/${code}`,
  title: errorCatalogue[code].title,
  status: answer.status,
  detail,
  ...(hasParams ? { params: expect.objectContaining({ case: expect.any(String) }) } : {}),
  code,
  requestId: answer.headers['X-Request-Id'],
})
