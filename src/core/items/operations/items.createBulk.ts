import type { ParameterError } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import { tryParse } from '../../validate.ts'
import { type CheckedItem, checkItems, createOne, rowErrors } from '../create.ts'
import { itemsToWire } from '../item.ts'
import { bulkInput, bulkResult, type ItemInput, itemInput } from '../schema.ts'
import type { ItemRow } from '../store.ts'

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
    const rows = body.items.map(readRow)
    const readable = rows.flatMap((row) => ('input' in row ? [row.input] : []))
    const checked = (await checkItems(context, readable)).values()
    return rows.map((row): PreparedRow => ('input' in row ? { checked: checked.next().value! } : row))
  },
  async handler(context, _input, prepared) {
    const outcomes: (ItemRow | ParameterError[])[] = []
    for (const [index, row] of prepared.entries()) {
      outcomes.push('checked' in row ? await createRow(context, row.checked, index) : row.errors)
    }
    const created = outcomes.flatMap((outcome) => (Array.isArray(outcome) ? [] : [outcome]))
    const wire = (await itemsToWire(context.services, context.rows, context.scope, created)).values()
    return {
      results: outcomes.map((outcome, index) =>
        Array.isArray(outcome)
          ? {
              index,
              status: 'invalid' as const,
              errors: outcome.map((error) => ({ ...error, location: 'body' as const })),
            }
          : { index, status: 'created' as const, item: wire.next().value! },
      ),
      createdCount: created.length,
      invalidCount: outcomes.length - created.length,
    }
  },
})

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

const createRow = async (
  context: Parameters<typeof createOne>[0],
  checked: CheckedItem,
  index: number,
): Promise<ItemRow | ParameterError[]> => {
  try {
    return await createOne(context, checked)
  } catch (error) {
    return rowErrors(error, index)
  }
}
