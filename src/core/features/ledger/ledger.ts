import { countryZone } from '../../address/countries/names.ts'
import type { Transaction } from '../../engine/context.ts'
import type { Ids } from '../../engine/ids.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { TransactionHook, TransactionHookKind, UnitOfWork } from '../../engine/unit-of-work.ts'
import type { Where } from '../../kernel/query.ts'
import type { AccountRow, BillingUsageRow, LedgerKind } from '../../model/billing.ts'
import type { ItemRow } from '../../model/items.ts'
import type { BillingMode, OrganisationRow } from '../../model/organisations.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Clock } from '../../ports/system.ts'
import { type AccountDeltas, availableCents, deltasOf, emptyAccount, sidesOf } from './accounts.ts'
import { monthOf, sellerOf } from './seller.ts'

/** A captured (1) or refunded (-1) piece, for the lines of a monthly invoice. */
interface Used {
  item: Pick<ItemRow, 'specificationId' | 'recipientCountry' | 'priceZone' | 'priceCents' | 'billingGroup'>
  quantity: 1 | -1
  /** In ms of real time. */
  at: number
}

/** Adds the pieces to the usage rows, one for each kind of invoice line. */
const countUsage = async (
  rows: WritableRows,
  organisation: Pick<OrganisationRow, 'id' | 'country'>,
  used: readonly Used[],
): Promise<void> => {
  const seller = await sellerOf(rows)
  const counted = new Map<string, BillingUsageRow>()
  for (const { item, quantity, at } of used) {
    const month = monthOf(seller, at)
    // Items from before 0.3.0 store no zone; theirs was domestic, Europe or world.
    const zone = item.priceZone ?? countryZone(organisation.country, item.recipientCountry)
    const { billingGroup } = item
    const kind = [organisation.id, month, item.specificationId, zone, item.priceCents]
    const key = [...kind, ...(billingGroup === null ? [] : [billingGroup])].join('|')
    const row = counted.get(key) ?? {
      id: key,
      organisationId: organisation.id,
      month,
      specificationId: item.specificationId,
      zone,
      unitPriceCents: item.priceCents,
      quantity: 0,
      open: 0,
      billingGroup,
    }
    row.quantity += quantity
    counted.set(key, row)
  }
  for (const { quantity, ...row } of counted.values()) {
    if (quantity !== 0) await rows.billingUsage.add({ ...row, quantity: 0 }, { quantity, open: quantity })
  }
}

export interface NewLedgerEntry {
  organisationId: string
  kind: LedgerKind
  /** Positive; an entry of 0 is not written. */
  amountCents: number
  currency: string
  itemId?: string
  /** Set if the price of an item is captured or refunded: monthly invoices count these pieces. */
  item?: Used['item']
  /** Set if money is reserved for the Postbatch as a whole. */
  postbatchId?: string
  invoiceId?: string
  /** In ms of real time. */
  at: number
}

/** Changes of an organisation's money in one transaction. */
interface Page {
  entries: NewLedgerEntry[]
  /** Changes to write to the account row at the end. */
  pending: AccountDeltas
  /** The row before these changes, once read; null if there is none. */
  account?: AccountRow | null
  /** Growth of the available balance, reservations included. */
  availableDelta: number
  /** True if the organisation prepays: only then is a low balance reported. */
  prepaid: boolean
}

/**
 * The money of one transaction, written at its end with one insert and one update per account. The
 * transaction has locked the organisation, so what it read of the account stays valid, and a bulk's
 * reservations cost no statement each.
 */
export class Books implements TransactionHook {
  readonly #services: { clock: Clock; ids: Ids }
  readonly #pages = new Map<string, Page>()
  readonly #terms = new Map<string, BillingMode | undefined>()
  /** Organisations with more money available, or fewer items waiting for money. */
  readonly #mayRelease = new Set<string>()

  constructor(services: { clock: Clock; ids: Ids }) {
    this.#services = services
  }

  post(entry: NewLedgerEntry): void {
    if (entry.amountCents === 0) return
    const page = this.#page(entry.organisationId)
    addTo(page.pending, deltasOf(entry.kind, entry.amountCents))
    this.#note(page, entry)
  }

  /**
   * Reserves or charges an amount. Returns false and changes nothing if there is not enough; `unlimited`
   * accounts may go below zero and are invoiced. Money released earlier in this transaction is available.
   */
  async reserve(rows: WritableRows, entry: NewLedgerEntry, unlimited: boolean): Promise<boolean> {
    const page = this.#page(entry.organisationId)
    page.prepaid = !unlimited
    if (unlimited) {
      this.post(entry)
      return true
    }
    if (entry.amountCents === 0) return true
    const { organisationId } = entry
    const account = await this.#accountOf(rows, organisationId)
    if (!account) return false
    const deltas = deltasOf(entry.kind, entry.amountCents)
    const left = availableCents(account) + this.#pendingOf(organisationId) + availableCents(deltas)
    if (left < 0) return false
    this.post(entry)
    return true
  }

  /**
   * Reserves an amount on the organisation's terms: MONTHLY accounts may go below zero, OWN_MAIL ones reserve
   * nothing. Returns false if there is not enough. Reads the terms again, because an operator may have
   * changed them since authentication.
   */
  async reserveOnTerms(
    rows: WritableRows,
    entry: NewLedgerEntry,
    billingMode: BillingMode,
  ): Promise<boolean> {
    const terms = billingMode === 'PREPAID' ? billingMode : await this.termsOf(rows, entry.organisationId)
    if (terms === 'OWN_MAIL' || (await this.reserve(rows, entry, terms === 'MONTHLY'))) return true
    const now = await this.termsOf(rows, entry.organisationId)
    return now === 'OWN_MAIL' || (now === 'MONTHLY' && this.reserve(rows, entry, true))
  }

  /** Records that an item waits no longer, so that cheaper items behind it may proceed. */
  leaveQueue(organisationId: string): void {
    this.#mayRelease.add(organisationId)
  }

  async flush(rows: WritableRows, work: UnitOfWork): Promise<void> {
    for (const [organisationId, page] of this.#pages) {
      const last = page.entries.at(-1)
      if (!last) continue
      const account = await settle(rows, page, organisationId)
      for (const { currency } of page.entries) {
        if (currency !== account.currency) {
          throw new Error(`${organisationId} is kept in ${account.currency}; an entry is in ${currency}.`)
        }
      }
      await rows.ledgerEntries.insertMany(page.entries.map((entry) => this.#row(entry)))
      await countPieces(rows, organisationId, page.entries)
      await notifyWhenLow(rows, account, page, last.at, work)
      if (page.availableDelta > 0) this.#mayRelease.add(organisationId)
    }
    for (const organisationId of this.#mayRelease) {
      if (await waitsForFunds(rows, organisationId)) {
        work.enqueue(releaseHeldJob(organisationId, this.#services.clock.now()))
      }
    }
  }

  /**
   * Returns the available balance of an organisation, including what this transaction posted; 0 without an
   * account.
   */
  async availableTo(rows: WritableRows, organisationId: string): Promise<number> {
    const account = await this.#accountOf(rows, organisationId)
    return account ? availableCents(account) + this.#pendingOf(organisationId) : 0
  }

  /** Reserves an amount that is known to be available on these terms. */
  reserveAvailable(entry: NewLedgerEntry, terms: BillingMode): void {
    if (terms === 'OWN_MAIL') return
    this.#page(entry.organisationId).prepaid = terms === 'PREPAID'
    this.post(entry)
  }

  #pendingOf(organisationId: string): number {
    return availableCents(this.#page(organisationId).pending)
  }

  async #accountOf(rows: WritableRows, organisationId: string): Promise<AccountRow | null> {
    const page = this.#page(organisationId)
    if (page.account === undefined)
      page.account = (await rows.accounts.get({ organisationId }, organisationId)) ?? null
    return page.account
  }

  /** Returns the present terms. Read once per transaction: a bulk reserves five hundred times. */
  async termsOf(rows: WritableRows, organisationId: string): Promise<BillingMode | undefined> {
    const known = this.#terms.get(organisationId)
    if (known !== undefined) return known
    const terms = (await rows.organisations.get(everyone, organisationId))?.billingMode
    this.#terms.set(organisationId, terms)
    return terms
  }

  #page(organisationId: string): Page {
    let page = this.#pages.get(organisationId)
    if (!page) {
      page = {
        entries: [],
        pending: { balanceCents: 0, reservedCents: 0 },
        availableDelta: 0,
        prepaid: false,
      }
      this.#pages.set(organisationId, page)
    }
    return page
  }

  #note(page: Page, entry: NewLedgerEntry): void {
    page.entries.push(entry)
    page.availableDelta += availableCents(deltasOf(entry.kind, entry.amountCents))
  }

  #row(entry: NewLedgerEntry) {
    const [debit, credit] = sidesOf[entry.kind]
    return {
      id: this.#services.ids.next('led'),
      organisationId: entry.organisationId,
      kind: entry.kind,
      debit,
      credit,
      amountCents: entry.amountCents,
      currency: entry.currency,
      itemId: entry.itemId ?? null,
      postbatchId: entry.postbatchId ?? null,
      invoiceId: entry.invoiceId ?? null,
      createdAt: entry.at,
      billingGroup: entry.item?.billingGroup ?? null,
    }
  }
}

/** The rules of items use `reserve` and `post` instead of this hook. */
export const books: TransactionHookKind<Books> = { create: (services) => new Books(services) }

const addTo = (deltas: AccountDeltas, more: AccountDeltas): void => {
  deltas.balanceCents += more.balanceCents
  deltas.reservedCents += more.reservedCents
}

/** Writes the pending changes and returns the account's row. */
const settle = async (
  rows: WritableRows,
  { account: known, pending }: Page,
  organisationId: string,
): Promise<AccountRow> => {
  const isUnchanged = pending.balanceCents === 0 && pending.reservedCents === 0
  if (isUnchanged) {
    const account = known ?? (await rows.accounts.get({ organisationId }, organisationId))
    if (account) return account
  }
  if (!known) return rows.accounts.add(emptyAccount(organisationId), { ...pending })
  await rows.accounts.addUnread(emptyAccount(organisationId), { ...pending })
  const account = { ...known }
  addTo(account, pending)
  return account
}

/**
 * Emits `balance.low` when the balance falls below the threshold, once until it has reached the threshold
 * again.
 */
const notifyWhenLow = async (
  rows: WritableRows,
  account: AccountRow,
  page: Page,
  at: number,
  work: UnitOfWork,
): Promise<void> => {
  const available = availableCents(account)
  const low = available < account.lowThresholdCents
  if (low === account.lowBalanceNotified || (low && !page.prepaid)) return
  const scope = { organisationId: account.organisationId }
  const changed = await rows.accounts.update(
    scope,
    account.id,
    { lowBalanceNotified: low },
    { lowBalanceNotified: !low },
  )
  if (!low || !changed) return
  work.emit({
    type: 'balance.low',
    organisationId: account.organisationId,
    mode: 'live',
    at,
    data: {
      balance: {
        id: account.id,
        status: 'LOW',
        availableCents: available,
        thresholdCents: account.lowThresholdCents,
        currency: account.currency,
      },
    },
  })
}

/**
 * Counts captured and refunded pieces for monthly invoices. Prepaid organisations are invoiced for their
 * top-ups instead.
 */
const countPieces = async (
  rows: WritableRows,
  organisationId: string,
  entries: readonly NewLedgerEntry[],
): Promise<void> => {
  const used = entries.flatMap(({ kind, item, at }): Used[] => {
    const quantity = kind === 'CAPTURE' ? 1 : kind === 'REFUND' ? -1 : 0
    return item && quantity !== 0 ? [{ item, quantity, at }] : []
  })
  if (used.length === 0) return
  const organisation = await rows.organisations.get(everyone, organisationId)
  if (organisation?.billingMode === 'MONTHLY') await countUsage(rows, organisation, used)
}

const waitsForFunds = async (rows: WritableRows, organisationId: string): Promise<boolean> => {
  const waiting = await rows.items.find({ organisationId, mode: 'live' }, heldForFunds, { limit: 1 })
  return waiting.length > 0
}

/** Condition for items HELD because the balance did not cover their price. */
export const heldForFunds: Where<ItemRow> = { heldReason: 'INSUFFICIENT_FUNDS' }

export const releaseHeldJob = (organisationId: string, now: number): NewJob => ({
  kind: 'billing.releaseHeld',
  subject: organisationId,
  organisationId,
  mode: 'live',
  dueAt: now,
})

/** Movements of money that follow from an item's move; RESERVE is separate (`reserve`). */
export type MoneyMove = 'CAPTURE' | 'RELEASE' | 'REFUND'

/** The fields of an item that its ledger entries need. */
export type Priced = Pick<
  ItemRow,
  | 'id'
  | 'organisationId'
  | 'mode'
  | 'priceCents'
  | 'currency'
  | 'specificationId'
  | 'recipientCountry'
  | 'priceZone'
  | 'billingGroup'
>

/**
 * Reserves an item's price. Returns false if the item must be HELD for INSUFFICIENT_FUNDS; always true in
 * test mode and for OWN_MAIL organisations, which never touch the ledger, and for MONTHLY ones, whose balance
 * may go below zero. `now` is in ms.
 */
export const reserve = (
  { rows, work }: Transaction,
  organisation: Pick<OrganisationRow, 'billingMode'>,
  item: Priced,
  now: number,
): Promise<boolean> => {
  if (item.mode === 'test') return Promise.resolve(true)
  return work.of(books).reserveOnTerms(rows, entryOf('RESERVE', item, now), organisation.billingMode)
}

/** Posts a movement of an item's price, except for test items and own mail, which never touch the ledger. */
export const post = (
  transaction: Transaction,
  { billingMode }: Pick<OrganisationRow, 'billingMode'>,
  move: MoneyMove,
  item: Priced,
  now: number,
): void => {
  if (item.mode === 'live' && billingMode !== 'OWN_MAIL')
    transaction.work.of(books).post(entryOf(move, item, now))
}

export const entryOf = (kind: LedgerKind, item: Priced, now: number) => ({
  organisationId: item.organisationId,
  kind,
  amountCents: item.priceCents,
  currency: item.currency,
  itemId: item.id,
  item,
  at: now,
})
