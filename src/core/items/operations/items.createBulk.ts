import { type ParameterError, Problem } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import { tryParse } from '../../validate.ts'
import { type CheckedItem, checkItems, createItems, rowErrors } from '../create.ts'
import { itemToWire } from '../item.ts'
import { bulkInput, bulkResult, type ItemInput, itemInput } from '../schema.ts'

/** Rows that are checked in one go: each go reads, and between two readings other requests are served. */
const rowsPerCheck = 50

export const createItemsInBulk = defineOperation({
  id: 'items.createBulk',
  method: 'POST',
  path: '/items/bulk',
  summary: 'Create up to 500 mail items',
  description:
    'A result for each row, in order. A row that cannot be read, or names no Postflow that takes items, is `invalid` and does not refuse the others.',
  permission: 'items.write',
  rateClass: 'itemCreate',
  effect: 'write',
  body: bulkInput,
  output: bulkResult,
  emits: [
    'item.created',
    'item.needs_attention',
    'item.suppressed',
    'item.pending_approval',
    'item.held',
    'item.ready',
    'item.scheduled',
    'balance.low',
  ],
  async prepare(context, { body }) {
    const prepared: PreparedRow[] = []
    for (let start = 0; start < body.items.length; start += rowsPerCheck) {
      const rows = body.items.slice(start, start + rowsPerCheck).map((row, at) => readRow(row, start + at))
      const readable = rows.flatMap((row) => ('input' in row ? [row.input] : []))
      const checked = (await checkItems(context, readable)).values()
      for (const row of rows) prepared.push('input' in row ? { checked: checked.next().value! } : row)
    }
    return prepared
  },
  async handler(context, _input, prepared) {
    const { services } = context
    const checked = prepared.flatMap((row) => ('checked' in row ? [row.checked] : []))
    const outcomes = (await createItems(context, checked)).values()
    const results = prepared.map((row, index) => {
      const outcome = 'checked' in row ? outcomes.next().value! : row.errors
      return outcome instanceof Problem ? rowErrors(outcome, index) : outcome
    })
    const created = results.flatMap((result) => (Array.isArray(result) ? [] : [result]))
    return {
      results: results.map((result, index) =>
        Array.isArray(result)
          ? { index, status: 'invalid' as const, errors: result.map(inBody) }
          : { index, status: 'created' as const, item: itemToWire(services, result) },
      ),
      createdCount: created.length,
      invalidCount: results.length - created.length,
    }
  },
})

const inBody = (error: ParameterError) => ({ ...error, location: 'body' as const })

type PreparedRow = { checked: CheckedItem } | { errors: ParameterError[] }

const readRow = (row: unknown, index: number): { input: ItemInput } | { errors: ParameterError[] } => {
  const { output, errors } = tryParse(itemInput, row, 'body')
  if (output) return { input: output }
  const prefix = `items[${index}]`
  return {
    errors: errors.map((error) => ({
      ...error,
      parameter: error.parameter === 'body' ? prefix : `${prefix}.${error.parameter}`,
    })),
  }
}
