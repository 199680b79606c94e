import { deriveKeys } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { tryParse } from '../../engine/validate.ts'
import type { Schema } from '../../engine/wire.ts'
import { asError, maxNamed, type ParameterError, Problem } from '../../kernel/errors.ts'
import type { ItemRow, ItemStatus, MailingRef } from '../../model/items.ts'
import { books } from '../ledger/ledger.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { BillingGroups, keepBillingGroups } from './billing-groups.ts'
import { answerToSender, itemToWire } from './item.ts'
import { Lookups } from './lookups.ts'
import { type Mailing, mailingBefore, mailingKey } from './mailing.ts'
import { enterCreated, moveContext } from './move.ts'
import {
  acceptingMailing,
  assertSendOn,
  type CheckedItem,
  type Judging,
  type NewItem,
  termsOfNew,
} from './new-item.ts'
import { notServed } from './price-terms.ts'
import type { ReplaceEarlier } from './replace-earlier.ts'
import { Corrections } from './reprint.ts'
import { insertItems } from './save.ts'
import { findRuns, type Schedulable, shopToScheduleBy, type Unpriced } from './scheduling.ts'
import type { BulkResult } from './schema.ts'
import { destinationOf, settleItem } from './settle.ts'
import { checkContent, judge, Refused, type TryOptions } from './validate.ts'

interface Placed {
  item: CheckedItem
  mailing: Mailing
}

/** Pairs accepted items with their present mailings. */
const asAccepted = (checked: readonly CheckedItem[], accepted: readonly (Mailing | Problem)[]): Placed[] =>
  checked.flatMap((item, index) => {
    const mailing = accepted[index]!
    return mailing instanceof Problem ? [] : { item, mailing }
  })

/** Reads suppression entries and possible duplicates of all items at once. */
const readAhead = async (lookups: Lookups, placed: readonly Placed[], now: number): Promise<void> => {
  const pieces = placed.map(({ item: { input }, mailing }) => {
    const { recipient } = input
    const { advertisingCategory } = mailing
    return { mailing, recipient, advertisingCategory }
  })
  const byMailing = [...Map.groupBy(pieces, (piece) => piece.mailing)]
  await Promise.all([
    lookups.readEntries(pieces),
    ...byMailing.map(([mailing, people]) => lookups.readDuplicates(mailing, people, now)),
  ])
}

/** Returns one item for each run that they may join. */
const eachRun = (placed: readonly Placed[]): Placed[] => {
  const going = placed.filter(({ mailing }) => !(mailing.holds || mailing.approvalPerItem))
  const keyOf = ({ item, mailing }: Placed) =>
    `${mailing.templateVersionId}|${item.input.recipient.country}|${item.input.sendOn}`
  return [...new Map(going.map((one) => [keyOf(one), one])).values()]
}

const unpriced = (scope: ModeScope, { item, mailing }: Placed): Unpriced => ({
  ...scope,
  specificationId: mailing.specificationId,
  templateVersionId: mailing.templateVersionId,
  recipientCountry: item.input.recipient.country,
  sendOn: item.input.sendOn,
})

/** What decides the runs of accepted items. */
const schedulable = (context: Judging, placed: readonly Placed[]): Promise<Schedulable[]> =>
  Promise.all(
    eachRun(placed).map(async (one) => {
      const { specificationVersion } = (await termsOfNew(context, one.mailing, one.item))!
      return { ...unpriced(context.scope, one), specificationVersion }
    }),
  )

/** The caller who creates the items; undefined for jobs. */
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
      findings: [],
    }
    checked.push(item)
    if (!mailing) continue
    const { templateVersionId } = mailing
    const template = await compiledTemplate(services, scope, templateVersionId)
    const content = { ...item, ...input, templateVersionId }
    item.findings = await checkContent(services, organisation.country, template, content)
  }
  return checked
}

/**
 * Creates items and moves each to its first resting status (docs/design/items.md). Each row is inserted once,
 * in its final status. Returns, in the order of `checked`, the item or the Problem that refused it.
 */
export const createItems = async (
  context: Creating,
  checked: readonly CheckedItem[],
): Promise<(ItemRow | Problem)[]> => {
  const outcomes = await createEach(context, checked, { refuseBad: false })
  return outcomes as (ItemRow | Problem)[]
}

export interface CreateEachOptions extends TryOptions {
  /**
   * Gives a recipient's earlier item the content of a later row. Passed by imports only, which are loaded on
   * demand.
   */
  replaceEarlier?: ReplaceEarlier
  /** Return items with error findings as `Refused` instead of creating them, unless suppressed. */
  refuseBad: boolean
}

/**
 * Creates items like `createItems`. With `refuseBad`, for imports whose bad rows go back to the customer,
 * items that would need attention are returned as `Refused`.
 */
export const createEach = async (
  context: Creating,
  checked: readonly CheckedItem[],
  { refuseBad, onRepeat, replaceEarlier, ...options }: CreateEachOptions,
): Promise<(ItemRow | Problem | Refused)[]> => {
  const moves = moveContext(context)
  const lookups = new Lookups(context.rows, context.scope, options)
  // Independent reads run in parallel: a database may be a millisecond away.
  const [{ groups, corrections, accepted, placed }] = await Promise.all([
    acceptAll(context, lookups, checked),
    shopToScheduleBy(moves),
    readMoney(context),
    context.work.expectEvents(context.rows, context.scope.organisationId, mailingsOf(checked)),
  ])
  await Promise.all([
    keepBillingGroups(context, groups),
    readAhead(lookups, placed, context.now),
    schedulable(context, placed).then((items) => findRuns(moves, items)),
  ])
  const outcomes: (ItemRow | Problem | Refused)[] = []
  for (const [index, item] of checked.entries()) {
    // Everything is prefetched, so no statement in this loop yields.
    await context.rows.rest()
    const mailing = accepted[index]!
    if (mailing instanceof Problem) {
      outcomes.push(mailing)
      continue
    }
    const judged = await judge(context, lookups, mailing, item, onRepeat)
    if (refuseBad && judged.refused) {
      outcomes.push(judged.refused)
      if (judged.replaces)
        await replaceEarlier?.(moves, lookups, mailing, { ...judged, checked: item, outcomes })
      continue
    }
    const entered = enterCreated(moves, judged.item)
    const created = await settleItem(moves, entered, mailing, judged.verdict)
    lookups.noteFresh(created)
    outcomes.push(created)
  }
  const created = outcomes.filter(
    (outcome): outcome is ItemRow => !(outcome instanceof Problem || outcome instanceof Refused),
  )
  await insertItems(context.rows, created)
  await corrections.keep(context, created)
  return outcomes
}

/**
 * Reads what new items name of their organisation, and returns for each its mailing or the Problem that
 * refuses it.
 */
const acceptAll = async (context: Judging, lookups: Lookups, checked: readonly CheckedItem[]) => {
  const { services, rows, scope } = context
  const [groups, corrections] = await Promise.all([
    BillingGroups.of(rows, scope, namesOf(checked)),
    Corrections.of(rows, scope, correctedBy(checked)),
    lookups.readMailings(mailingsOf(checked)),
    currentCatalogue(services, rows),
  ])
  const accepted: (Mailing | Problem)[] = []
  for (const item of checked) accepted.push(await accept(context, lookups, { groups, corrections }, item))
  const placed = asAccepted(checked, accepted)
  return { groups, corrections, accepted, placed }
}

/** Refuses an item before it has emitted events or moved money, so that other items are unaffected. */
const accept = async (
  context: Judging,
  lookups: Lookups,
  { groups, corrections }: Naming,
  checked: CheckedItem,
): Promise<Mailing | Problem> => {
  const { organisation, now } = context
  const { input } = checked
  try {
    const mailing = await acceptingMailing(lookups, input)
    groups.assertRoom(input.billingGroup)
    if (!(await termsOfNew(context, mailing, checked))) return notServed(input.recipient.country)
    // The sendOn of a Postbatch was checked when it was set, and may have passed since.
    if (mailing.postbatchId === null) assertSendOn(input.sendOn, organisation.timeZone, now)
    corrections.claim(input.correctionOfItemId, checked.id)
    groups.claim(input.billingGroup)
    return mailing
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Further objects of an organisation that new items may name. */
interface Naming {
  groups: BillingGroups
  corrections: Corrections
}

const mailingsOf = (checked: readonly CheckedItem[]): MailingRef[] => [
  ...new Map(
    checked.map(({ input: { postflowId, postbatchId } }) => [
      mailingKey({ postflowId, postbatchId }),
      { postflowId, postbatchId },
    ]),
  ).values(),
]

const correctedBy = (checked: readonly CheckedItem[]) => checked.map(({ input }) => input.correctionOfItemId)

const namesOf = (checked: readonly CheckedItem[]) => checked.map(({ input }) => input.billingGroup)

/** Reads the account for live items of a prepaying organisation. */
const readMoney = async ({ rows, work, scope, organisation }: Creating): Promise<void> => {
  if (scope.mode === 'live' && organisation.billingMode === 'PREPAID')
    await work.of(books).readAhead(rows, scope.organisationId)
}

/**
 * Predicts the result of `createEach` by the same rules, without writing: each item's resting status, or why
 * it would be refused. `fresh` collects accepted items, so that later calls find their duplicates.
 */
export const tryItems = async (
  context: Judging,
  checked: readonly CheckedItem[],
  { onRepeat, ...options }: TryOptions,
): Promise<(ItemStatus | Problem | Refused)[]> => {
  const lookups = new Lookups(context.rows, context.scope, options)
  const { accepted, placed } = await acceptAll(context, lookups, checked)
  await readAhead(lookups, placed, context.now)
  const outcomes: (ItemStatus | Problem | Refused)[] = []
  for (const [index, item] of checked.entries()) {
    const mailing = accepted[index]!
    if (mailing instanceof Problem) {
      outcomes.push(mailing)
      continue
    }
    const judged = await judge(context, lookups, mailing, item, onRepeat)
    const { status } = destinationOf(judged.verdict, mailing, judged.item)
    if (!judged.refused) lookups.noteFresh({ ...judged.item, status })
    if (judged.replaces) {
      judged.refused!.replacesEarlier = true
      lookups.noteReplaced(judged.verdict.repeat!.id, judged.item)
    }
    outcomes.push(judged.refused ?? status)
  }
  return outcomes
}

export type PreparedRow = { checked: CheckedItem } | { errors: ParameterError[] }

/** Parses and checks bulk rows separately, so that a bad row doesn't refuse the others. */
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
