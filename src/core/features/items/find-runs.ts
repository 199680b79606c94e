import type { UnitOfWork } from '../../engine/participant.ts'
import type { Services } from '../../engine/services.ts'
import { oneOf } from '../../kernel/query.ts'
import type { ItemRow } from '../../model/items.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { countsPages, printerAtScheduling, type Shop, shopOf } from '../printers/choice.ts'
import { cutoffFor } from '../products/cutoff.ts'
import { specificationOf } from '../products/specification.ts'
import { versionOf } from '../products/versions.ts'
import type { MoveContext } from './move.ts'
import type { OpenRun } from './run-counts.ts'
import { pagesOf } from './terms.ts'

/** What a transaction has found: a bulk looks up the same run five hundred times. One that is closed stays so. */
interface Found {
  runs: Map<string, OpenRun | 'closed'>
  shop?: Promise<Shop>
}

const knownOf = new WeakMap<UnitOfWork, Found>()

const foundIn = ({ transaction }: MoveContext): Found => {
  const found = knownOf.get(transaction.work) ?? { runs: new Map() }
  knownOf.set(transaction.work, found)
  return found
}

/** What the run of an item depends on. */
export type Schedulable = Pick<
  ItemRow,
  | 'organisationId'
  | 'mode'
  | 'specificationId'
  | 'specificationVersion'
  | 'templateVersionId'
  | 'recipientCountry'
  | 'sendOn'
>

/** What is known of it before the item is sold. */
export type Unpriced = Omit<Schedulable, 'specificationVersion'>

/** Guesses kept for as many kinds of items, then begun anew. */
const maxGuesses = 10_000
/** The keys of the runs that items joined last, by `guessKey`. A guess that is wrong is looked up and not used. */
const guesses = new WeakMap<Services, Map<string, string>>()

const guessKey = (item: Unpriced): string =>
  `${item.organisationId}|${item.mode}|${item.specificationId}|${item.templateVersionId}|${item.recipientCountry}|${item.sendOn}`

const noteGuess = (services: Services, run: Sought): void => {
  const kept = guesses.get(services) ?? new Map<string, string>()
  if (kept.size >= maxGuesses) kept.clear()
  kept.set(guessKey(run), runKeyOf(run))
  guesses.set(services, kept)
}

/**
 * Looks up the runs that items like these joined last. Which run an item joins follows from rows that are read at
 * the same time, and is nearly always the one of the item before it.
 */
export const findLikelyRuns = async (context: MoveContext, items: readonly Unpriced[]): Promise<void> => {
  const { services, transaction } = context
  const known = guesses.get(services)
  const runKeys = new Set(items.flatMap((item) => known?.get(guessKey(item)) ?? []))
  if (runKeys.size === 0) return
  const { organisationId, mode } = items[0]!
  const found = await transaction.rows.runs.find({ organisationId, mode }, { runKey: oneOf([...runKeys]) })
  for (const run of found)
    foundIn(context).runs.set(keyIn(run), run.status === 'OPEN' ? openOf(run) : 'closed')
}

/**
 * Looks up the runs that items will join, with statements that are sent at once; `attachToRun` would ask for one
 * after another. What is not found it looks for itself.
 */
export const findRuns = async (context: MoveContext, items: readonly Schedulable[]): Promise<void> => {
  const { services, transaction } = context
  const looks = new Map<string, Promise<unknown>>()
  for (const item of items) {
    const specification = await specificationOf(services, transaction.rows, item.specificationId)
    const printerId = await printerOf(context, item, specification)
    const cutoffAt = cutoffFor(specification.cutoff, context.now, item.sendOn)
    if (cutoffAt === undefined) continue
    const key = keyIn({ ...item, printerId, cutoffAt })
    if (!looks.has(key)) looks.set(key, seekRun(context, item, specification, printerId))
  }
  await Promise.all(looks.values())
}

/** A run by what its items have in common, with one of them. */
type Sought = Schedulable & Pick<RunRow, 'printerId' | 'cutoffAt'>

const keyIn = (run: RunKey & Pick<RunRow, 'organisationId' | 'mode'>): string =>
  `${run.organisationId}|${run.mode}|${runKeyOf(run)}`

/**
 * Where an item goes: the first run of its kind that is not closed, and what it is sought by. Without a run it
 * is to be made; undefined where no cutoff comes any more. Runs that this transaction has found or made, or
 * has found closed, are not looked up again.
 */
export const seekRun = async (
  context: MoveContext,
  item: Schedulable,
  { cutoff }: SpecificationRow,
  printerId: string | null,
): Promise<{ sought: Sought; run: OpenRun | undefined } | undefined> => {
  let after = context.now
  for (;;) {
    const cutoffAt = cutoffFor(cutoff, after, item.sendOn)
    if (cutoffAt === undefined) return undefined
    const sought = { ...item, printerId, cutoffAt }
    const run = foundIn(context).runs.get(keyIn(sought)) ?? (await lookUpRun(context, sought))
    if (run !== 'closed') return { sought, run }
    // An operator closed or cancelled the run before its cutoff, so the next one is tried.
    after = cutoffAt
  }
}

/** Looks the run up, and keeps what it finds. Undefined where there is none yet. */
const lookUpRun = async (context: MoveContext, run: Sought): Promise<OpenRun | 'closed' | undefined> => {
  const scope = { organisationId: run.organisationId, mode: run.mode }
  const [known] = await context.transaction.rows.runs.find(scope, { runKey: runKeyOf(run) }, { limit: 1 })
  if (!known) return undefined
  if (known.status === 'OPEN') return keepRun(context, run, known)
  foundIn(context).runs.set(keyIn(run), 'closed')
  return 'closed'
}

/** Keeps an open run for the other items of the transaction, and as a guess for those that come after it. */
export const keepRun = (context: MoveContext, run: Sought, row: RunRow): OpenRun => {
  const open = openOf(row)
  foundIn(context).runs.set(keyIn(run), open)
  noteGuess(context.services, run)
  return open
}

const openOf = ({ id, cutoffAt, mailings }: RunRow): OpenRun => ({ id, cutoffAt, mailings: mailings ?? [] })

type RunKey = Pick<RunRow, 'specificationId' | 'specificationVersion' | 'printerId' | 'cutoffAt'>

/**
 * What the items of a run have in common, besides their organisation and mode: the version of a specification,
 * the printer and the cutoff. Whoever changes one of them on a run changes its key too.
 */
export const runKeyOf = ({ specificationId, specificationVersion, printerId, cutoffAt }: RunKey): string =>
  [specificationId, versionOf(specificationVersion), printerId ?? '', cutoffAt].join('|')

/** The printers and rules by which this transaction schedules. */
export const shopToScheduleBy = (context: MoveContext): Promise<Shop> => {
  const { services, transaction } = context
  const found = foundIn(context)
  found.shop ??= shopOf(services.caches, transaction.rows)
  return found.shop
}

/** The printer that the rules choose for an item now; its run may be given another before the hand-over. */
export const printerOf = async (
  context: MoveContext,
  { organisationId, recipientCountry, templateVersionId }: Schedulable,
  specification: SpecificationRow,
): Promise<string | null> => {
  const { services, transaction } = context
  const shop = await shopToScheduleBy(context)
  const pages = countsPages(shop, specification)
    ? await pagesOf(services, transaction.rows, { organisationId, templateVersionId })
    : undefined
  return printerAtScheduling(shop, { organisationId, specification, pages, country: recipientCountry })
}
