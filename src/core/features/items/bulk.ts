import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { tryParse } from '../../engine/validate.ts'
import type { Schema } from '../../engine/wire.ts'
import { asError, maxNamed, type ParameterError, Problem } from '../../kernel/errors.ts'
import { checkItems, createItems } from './create.ts'
import { answerToSender, itemToWire } from './item.ts'
import type { CheckedItem, NewItem } from './new-item.ts'
import type { BulkResult } from './schema.ts'

export type PreparedRow = { checked: CheckedItem } | { errors: ParameterError[] }

/** Parses and checks the rows of a bulk one by one, so that a bad row does not refuse the others. */
export const prepareBulk = async <Input>(
  context: ProcessContext,
  values: readonly unknown[],
  schema: Schema<Input>,
  toItem: (input: Input) => NewItem,
): Promise<PreparedRow[]> => {
  const rows: ({ input: Input } | { errors: ParameterError[] })[] = []
  let named = 0
  for (const [index, value] of values.entries()) {
    await context.services.turns.rest()
    const row = readRow(schema, value, index)
    // Each bad row keeps at least one error, even where earlier rows have used up the limit on errors.
    if ('errors' in row) row.errors.length = Math.min(row.errors.length, Math.max(1, maxNamed - named))
    if ('errors' in row) named += row.errors.length
    rows.push(row)
  }
  const readable = rows.flatMap((row) => ('input' in row ? [toItem(row.input)] : []))
  const checked = (await checkItems(context, readable)).values()
  return rows.map((row) => ('input' in row ? { checked: checked.next().value! } : row))
}

/** Creates the items of the good rows. The answer has a result for each row, in order. */
export const createBulk = async (
  context: WriteContext,
  prepared: readonly PreparedRow[],
): Promise<BulkResult> => {
  const { services, rows, caller } = context
  const checked = prepared.flatMap((row) => ('checked' in row ? [row.checked] : []))
  const outcomes = (await createItems(context, checked)).values()
  const results: BulkResult['results'] = []
  let createdCount = 0
  for (const [index, row] of prepared.entries()) {
    await rows.rest()
    const outcome = 'checked' in row ? outcomes.next().value! : row.errors
    if (outcome instanceof Problem) results.push(invalidRow(index, rowErrors(outcome, index)))
    else if (Array.isArray(outcome)) results.push(invalidRow(index, outcome))
    else {
      const item = answerToSender(caller, itemToWire(services, outcome))
      results.push({ index, status: 'created', item })
      createdCount++
    }
  }
  return { results, createdCount, invalidCount: results.length - createdCount }
}

const invalidRow = (index: number, errors: readonly ParameterError[]) => ({
  index,
  status: 'invalid' as const,
  errors: errors.map((error) => ({ ...error, location: 'body' as const })),
})

const readRow = <Input>(
  schema: Schema<Input>,
  row: unknown,
  index: number,
): { input: Input } | { errors: ParameterError[] } => {
  const { output, errors } = tryParse(schema, row, 'body')
  if (output) return { input: output }
  const prefix = `items[${index}]`
  return {
    errors: errors.map((error) => ({
      ...error,
      parameter: error.parameter === 'body' ? prefix : `${prefix}.${error.parameter}`,
    })),
  }
}

/** The errors of a bulk row that a Problem refused, with parameters below `items[index]`. */
const rowErrors = (error: Problem, index: number): ParameterError[] => {
  if (error.errors.length === 0) {
    // A conflict with no parameter of its own is about the Postflow that the row names.
    return [asError(error.said, `items[${index}].postflowId`)]
  }
  return error.errors.map((entry) => ({ ...entry, parameter: `items[${index}].${entry.parameter}` }))
}
