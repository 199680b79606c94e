import { deriveKeys } from '../../address/index.ts'
import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { tryParse } from '../../engine/validate.ts'
import type { Schema } from '../../engine/wire.ts'
import { asError, maxNamed, type ParameterError, Problem } from '../../kernel/errors.ts'
import type { ItemRow, ItemStatus, MailingRef } from '../../model/items.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { answerToSender, itemToWire } from './item.ts'
import { type Judged, type JudgeOptions, judgeItem } from './judge-batch.ts'
import { mailingBefore, mailingKey } from './mailing.ts'
import { moveContext } from './move.ts'
import type { CheckedItem, NewItem } from './new-item.ts'
import { type Reading, readBatch } from './read-batch.ts'
import type { BulkResult } from './schema.ts'
import { checkContent, type Refused, type TryOptions } from './validate.ts'
import { type Outcome, writeBatch } from './write-batch.ts'

/** `caller` creates the items; undefined for jobs. */
type Checking = Pick<ProcessContext, 'services' | 'scope' | 'organisation'> &
  Partial<Pick<ProcessContext, 'caller'>>
type Creating = Pick<WriteContext, 'services' | 'rows' | 'work' | 'scope' | 'organisation' | 'now'>

/**
 * Validates content outside transactions, the slow half of creation: address, merge fields, and whether the
 * text fits (`checkContent`).
 */
export const checkItems = async (
  { services, scope, organisation, caller }: Checking,
  inputs: readonly NewItem[],
): Promise<CheckedItem[]> => {
  const refs = new Map(inputs.map((input) => [mailingKey(input), input]))
  const read = async ([key, ref]: [string, MailingRef]) =>
    [key, await mailingBefore(services, scope, ref)] as const
  const mailings = new Map(await Promise.all([...refs].map(read)))
  const checked: CheckedItem[] = []
  for (const input of inputs) {
    await services.turns.rest()
    deriveKeys(input.recipient)
    const mailing = mailings.get(mailingKey(input))
    const item: CheckedItem = {
      id: services.ids.next('itm'),
      trackingCode: services.ids.trackingCode(),
      apiKeyId: caller?.lineId ?? null,
      input,
      mailing,
      pages: 1,
      findings: [],
    }
    checked.push(item)
    if (!mailing) continue
    const { templateVersionId } = mailing
    const template = await compiledTemplate(services, scope, templateVersionId)
    item.pages = template.document.pages.length
    const content = { ...item, ...input, templateVersionId }
    item.findings = await checkContent(services, organisation.country, template, content)
  }
  return checked
}

/**
 * Creates items and moves each to its first resting status. Returns, in the order of `checked`, the item or
 * the Problem that refused it.
 */
export const createItems = async (
  context: Creating,
  checked: readonly CheckedItem[],
): Promise<(ItemRow | Problem)[]> => {
  const outcomes = await createEach(context, checked, { refuseBad: false })
  return outcomes as (ItemRow | Problem)[]
}

export interface CreateEachOptions extends TryOptions, Pick<JudgeOptions, 'refuseBad'> {
  /**
   * Gives a recipient's earlier item the content of a later row. Only imports, whose code is loaded on
   * demand, pass it.
   */
  replaceEarlier?: JudgeOptions['replace']
}

/**
 * Creates items like `createItems`, as a batch (docs/design/items.md). With `refuseBad`, for imports whose
 * bad rows go back to the customer, items that would need attention are returned as `Refused`.
 */
export const createEach = async (
  context: Creating,
  checked: readonly CheckedItem[],
  { refuseBad, onRepeat, replaceEarlier: replace, ...options }: CreateEachOptions,
): Promise<Outcome[]> => {
  const moves = moveContext(context)
  const batch = await readBatch(context, checked, { ...options, moves })
  const judged: Judged[] = []
  for (const item of checked) {
    await context.rows.rest()
    judged.push(judgeItem(batch, item, { refuseBad, onRepeat, replace }))
  }
  return writeBatch(context, moves, batch, judged)
}

/**
 * Predicts the result of `createEach` by the same reading and judgement, without writing: each item's resting
 * status, or why it would be refused. Takes no money and chooses no run. `fresh` collects accepted items, so
 * that later calls find their duplicates.
 */
export const tryItems = async (
  context: Reading,
  checked: readonly CheckedItem[],
  { onRepeat, ...options }: TryOptions,
): Promise<(ItemStatus | Problem | Refused)[]> => {
  const batch = await readBatch(context, checked, options)
  return checked.map((item) => {
    const judged = judgeItem(batch, item, { refuseBad: true, onRepeat, replace: assumeReplaced })
    if (judged instanceof Problem) return judged
    return 'refused' in judged ? judged.refused : judged.destination.status
  })
}

/** Returns an empty patch: a trial doesn't measure the earlier item with the new content. */
const assumeReplaced: JudgeOptions['replace'] = (_batch, { mailing, verdict }) => {
  const { id, stored } = verdict.repeat!
  return { id, stored, mailing, verdict, patch: {} }
}

export type PreparedRow = { checked: CheckedItem } | { errors: ParameterError[] }

/** Parses and checks each bulk row separately, so that a bad row doesn't refuse the others. */
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
    // Each bad row keeps at least one error, even if earlier rows used up the limit.
    if ('errors' in row) row.errors.length = Math.min(row.errors.length, Math.max(1, maxNamed - named))
    if ('errors' in row) named += row.errors.length
    rows.push(row)
  }
  const readable = rows.flatMap((row) => ('input' in row ? [toItem(row.input)] : []))
  const checked = (await checkItems(context, readable)).values()
  return rows.map((row) => ('input' in row ? { checked: checked.next().value! } : row))
}

/** Creates the items of the good rows. Returns a result for each row, in order. */
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

/** Returns the errors of a refused bulk row, with parameters below `items[index]`. */
const rowErrors = (error: Problem, index: number): ParameterError[] => {
  if (error.errors.length === 0) {
    // A conflict without its own parameter is about the row's Postflow.
    return [asError(error.sentence, `items[${index}].postflowId`)]
  }
  return error.errors.map((entry) => ({ ...entry, parameter: `items[${index}].${entry.parameter}` }))
}
