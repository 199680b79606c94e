import type { ReadContext } from '../../engine/context.ts'
import type { MailingRef } from '../../model/items.ts'
import { type Funds, readFunds, recheckTerms } from '../ledger/funds.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { specificationIn, versionOf } from '../products/specifications.ts'
import { BillingGroups } from './billing-groups.ts'
import type { Batch } from './judge-batch.ts'
import { type Mailing, mailingKey, mailingsByKey } from './mailing.ts'
import type { MoveContext } from './move.ts'
import { type CheckedItem, type ItemTerms, termsOfNew } from './new-item.ts'
import { type Piece, type RecipientOptions, Recipients, readRecipients } from './recipients.ts'
import { Corrections } from './reprint.ts'
import { type Place, readPlaces, shopToScheduleBy } from './scheduling.ts'

export type Reading = Pick<ReadContext, 'services' | 'rows' | 'scope' | 'organisation' | 'now'>

interface BatchOptions extends RecipientOptions {
  /** Undefined for trials, which need no money and no runs. */
  moves?: MoveContext
}

/**
 * Reads the rows that new items are judged by, in two steps of parallel reads, because a database may be a
 * millisecond away: first what the items name, then what depends on their mailings.
 */
export const readBatch = async (
  context: Reading,
  checked: readonly CheckedItem[],
  { moves, ...options }: BatchOptions = {},
): Promise<Batch> => {
  const { services, rows, scope, organisation, now } = context
  const [mailings, groups, corrections, catalogue, funds] = await Promise.all([
    mailingsByKey(rows, scope, mailingsOf(checked)),
    BillingGroups.of(
      rows,
      scope,
      checked.map(({ input }) => input.billingGroup),
    ),
    Corrections.of(
      rows,
      scope,
      checked.map(({ input }) => input.correctionOfItemId),
    ),
    currentCatalogue(services, rows),
    moves && fundsFor(moves, context, checked),
    moves && shopToScheduleBy(moves),
    moves?.transaction.work.expectEvents(moves.transaction.rows, scope.organisationId, mailingsOf(checked)),
  ])
  const terms = { scope, organisation, now, catalogue }
  const pieces = piecesOf(checked, mailings)
  const ready = pieces.filter(({ mailing }) => !(mailing.holds || mailing.approvalPerItem))
  const [recipients, places] = await Promise.all([
    readRecipients(rows, scope, pieces, now),
    moves ? placesFor(moves, terms, ready) : new Map<string, Place>(),
    moves && funds && recheckTerms(moves.transaction, organisation.id, funds, priceOf(terms, ready)),
  ])
  return {
    ...{ ...terms, mailings, groups, corrections, funds, places },
    recipients: new Recipients(recipients, options),
    items: new Map(),
  }
}

/** Returns the mailings of the items, each once. */
const mailingsOf = (checked: readonly CheckedItem[]): MailingRef[] => [
  ...new Map(
    checked.map(({ input: { postflowId, postbatchId } }) => [
      mailingKey({ postflowId, postbatchId }),
      { postflowId, postbatchId },
    ]),
  ).values(),
]

/** Reads the funds for new items; undefined in test mode, which costs nothing. */
const fundsFor = (
  { transaction, organisation, now }: MoveContext,
  { scope }: Reading,
  checked: readonly CheckedItem[],
): Promise<Funds> | undefined =>
  scope.mode === 'test'
    ? undefined
    : readFunds(transaction, organisation, new Set(checked.map(({ apiKeyId }) => apiKeyId)), now)

interface NewPiece extends Piece {
  item: CheckedItem
}

/** Pairs items with the mailings that accept them. */
const piecesOf = (checked: readonly CheckedItem[], mailings: ReadonlyMap<string, Mailing>): NewPiece[] =>
  checked.flatMap((item) => {
    const mailing = mailings.get(mailingKey(item.input))
    if (!mailing?.takesItems || !item.mailing) return []
    const { advertisingCategory } = mailing
    return { item, mailing, recipient: item.input.recipient, advertisingCategory }
  })

/** Returns the total price of the items. */
const priceOf = (terms: ItemTerms, pieces: readonly NewPiece[]): number =>
  pieces.reduce((sum, { item, mailing }) => sum + (termsOfNew(terms, mailing, item)?.priceCents ?? 0), 0)

/** Reads the runs of items that may be scheduled immediately. */
const placesFor = (
  moves: MoveContext,
  { scope, catalogue }: ItemTerms,
  pieces: readonly NewPiece[],
): Promise<Map<string, Place | undefined>> =>
  readPlaces(
    moves,
    pieces.map(({ item, mailing: { specificationId } }) => ({
      ...scope,
      specificationId,
      specificationVersion: versionOf(specificationIn(catalogue, specificationId).version),
      templateVersionId: item.mailing!.templateVersionId,
      recipientCountry: item.input.recipient.country,
      sendOn: item.input.sendOn,
      pages: item.pages,
    })),
  )
