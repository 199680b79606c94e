import type { NewJob } from '../../engine/jobs/kinds.ts'
import type { TransactionHook, TransactionHookKind, UnitOfWork } from '../../engine/unit-of-work.ts'
import type { Where } from '../../kernel/query.ts'
import { addDays, dayIn, hourMs, minuteMs } from '../../kernel/time.ts'
import type { SpendingRow } from '../../model/billing.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'

/** Returns the month at `now` (ms), as `YYYY-MM`. */
export const monthIn = (timeZone: string, now: number): string => dayIn(timeZone, now).slice(0, 7)

/** `2026-12` → `2027-01-01`. */
export const firstOfNext = (month: string): string => `${addDays(`${month}-28`, 4).slice(0, 7)}-01`

/**
 * Returns the start of the next month in ms. Steps of 15 minutes suffice, because every offset is a multiple
 * of that.
 */
export const nextMonthIn = (timeZone: string, now: number): number => {
  const first = firstOfNext(monthIn(timeZone, now))
  let at = Date.parse(`${first}T00:00:00Z`) - 15 * hourMs
  while (dayIn(timeZone, at) < first) at += 15 * minuteMs
  return at
}

type Organisation = Pick<OrganisationRow, 'id' | 'timeZone' | 'spendingCapCents' | 'cappedKeys'>

/** An amount that counts towards a month of an organisation and possibly a key line. */
export interface Spent {
  amountCents: number
  keyId: string | null
  month: string
}

/** A cap with the amount spent in its month. */
export interface Cap {
  /** Key line with the cap; null for the organisation's cap. */
  apiKeyId: string | null
  month: string
  capCents: number
  spentCents: number
}

/** A cap that an amount would exceed. */
export type Refusal = Cap

/**
 * True if the organisation or one of its keys may have a cap. Others, the majority, incur no reads or writes.
 */
export const isCapped = ({ spendingCapCents, cappedKeys }: Organisation): boolean =>
  spendingCapCents !== null || (cappedKeys ?? 0) > 0

export const emptySpending = (
  organisationId: string,
  apiKeyId: string | null,
  month: string,
): SpendingRow => ({
  id: `${organisationId}|${apiKeyId ?? ''}|${month}`,
  organisationId,
  apiKeyId,
  month,
  spentCents: 0,
  recounts: 0,
  reachedNotified: false,
})

/** Returns the cap in cents that all keys of a line share; null for none. */
export const capOfKey = async (
  rows: Pick<Rows, 'apiKeys'>,
  organisationId: string,
  lineId: string,
): Promise<number | null> => {
  const [key] = await rows.apiKeys.find({ organisationId }, { lineId }, { limit: 1 })
  return key?.spendingCapCents ?? null
}

/**
 * Returns the caps that an amount would exceed, the organisation's before the key's. Takes nothing. `now` is
 * in ms of real time.
 */
export const refusalsOf = async (
  rows: Rows,
  organisation: Organisation,
  { amountCents, keyId }: Omit<Spent, 'month'>,
  now: number,
): Promise<Refusal[]> => {
  if (!isCapped(organisation) || amountCents === 0) return []
  const { id } = organisation
  const month = monthIn(organisation.timeZone, now)
  const refusals: Refusal[] = []
  for (const apiKeyId of keyId === null ? [null] : [null, keyId]) {
    const capCents = apiKeyId === null ? organisation.spendingCapCents : await capOfKey(rows, id, apiKeyId)
    if (capCents === null) continue
    const row = await rows.spending.get({ organisationId: id }, emptySpending(id, apiKeyId, month).id)
    const spentCents = row?.spentCents ?? 0
    if (spentCents + amountCents > capCents) refusals.push({ apiKeyId, month, capCents, spentCents })
  }
  return refusals
}

/** True if the price of an item in a trial would exceed a cap. `now` is in ms of real time. */
export const passesCap = async (
  rows: Rows,
  organisation: Organisation,
  { priceCents: amountCents, apiKeyId: keyId }: Pick<ItemRow, 'priceCents' | 'apiKeyId'>,
  now: number,
): Promise<boolean> => (await refusalsOf(rows, organisation, { amountCents, keyId }, now)).length > 0

interface Counted {
  row: SpendingRow
  deltaCents: number
  /** True if the row was read: it has a cap, and its spending is known. */
  isRead: boolean
  refusal?: Refusal & { currency: string; at: number }
}

interface Page {
  organisation: OrganisationRow
  keyCaps: Map<string, number | null>
}

/**
 * The spending caps of one transaction. The transaction has locked the organisation, so what it read of a
 * month stays valid until its end, when everything is written at once.
 */
export class Spending implements TransactionHook {
  readonly #pages = new Map<string, Page>()
  readonly #counted = new Map<string, Counted>()
  /** Organisations with amounts returned, or with fewer items waiting. */
  readonly #mayRelease = new Set<string>()

  /**
   * Returns the first cap that an amount would exceed, and records the refusal; undefined for none. `now` is
   * in ms of real time.
   */
  async refusal(
    rows: WritableRows,
    organisation: Organisation,
    { amountCents, keyId, currency }: { amountCents: number; keyId: string | null; currency: string },
    now: number,
  ): Promise<Refusal | undefined> {
    if (!isCapped(organisation) || amountCents === 0) return undefined
    const page = await this.#page(rows, organisation.id)
    const month = monthIn(page.organisation.timeZone, now)
    for (const apiKeyId of keyId === null ? [null] : [null, keyId]) {
      const capCents = await this.#capOf(rows, page, apiKeyId)
      if (capCents === null) continue
      const counted = await this.#read(rows, organisation.id, apiKeyId, month)
      const spentCents = counted.row.spentCents + counted.deltaCents
      if (spentCents + amountCents <= capCents) continue
      const refusal = { apiKeyId, month, capCents, spentCents }
      this.noteRefusal(organisation.id, refusal, currency, now)
      return refusal
    }
    return undefined
  }

  /**
   * Reads the caps of an organisation and these key lines, the organisation's first, with what was spent so
   * far. `now` in ms of real time.
   */
  async readCaps(
    rows: WritableRows,
    organisation: Organisation,
    keyIds: ReadonlySet<string | null>,
    now: number,
  ): Promise<Cap[]> {
    if (!isCapped(organisation)) return []
    const page = await this.#page(rows, organisation.id)
    const month = monthIn(page.organisation.timeZone, now)
    const caps = await Promise.all(
      [...new Set([null, ...keyIds])].map(async (apiKeyId): Promise<Cap[]> => {
        const capCents = await this.#capOf(rows, page, apiKeyId)
        if (capCents === null) return []
        const { row, deltaCents } = await this.#read(rows, organisation.id, apiKeyId, month)
        return [{ apiKeyId, month, capCents, spentCents: row.spentCents + deltaCents }]
      }),
    )
    return caps.flat()
  }

  /** Records that a cap refused an amount, for its event. */
  noteRefusal(organisationId: string, refusal: Refusal, currency: string, now: number): void {
    this.#of(organisationId, refusal.apiKeyId, refusal.month).refusal = { ...refusal, currency, at: now }
  }

  /** Takes an amount that no cap refused. Returns the month that it counts towards. */
  take(organisation: Organisation, { amountCents, keyId }: Omit<Spent, 'month'>, now: number): string {
    const page = this.#pages.get(organisation.id)
    const month = monthIn(page?.organisation.timeZone ?? organisation.timeZone, now)
    if (page) this.#add(page.organisation, { amountCents, keyId, month })
    return month
  }

  /** Returns an amount to the month it was taken from. */
  give(organisation: Organisation, { amountCents, keyId, month }: Spent): void {
    if (!isCapped(organisation) || amountCents === 0) return
    this.#add(organisation, { amountCents: -amountCents, keyId, month })
    this.#mayRelease.add(organisation.id)
  }

  /** Records that an item waits no longer, so that cheaper items behind it may proceed. */
  leaveQueue(organisationId: string): void {
    this.#mayRelease.add(organisationId)
  }

  async flush(rows: WritableRows, work: UnitOfWork): Promise<void> {
    for (const counted of this.#counted.values()) {
      const { row, deltaCents, isRead, refusal } = counted
      const scope = { organisationId: row.organisationId }
      if (isRead && (deltaCents !== 0 || refusal)) {
        await rows.spending.add(emptySpending(row.organisationId, row.apiKeyId, row.month), {
          spentCents: deltaCents,
        })
      } else if (deltaCents !== 0) {
        // Updates only existing rows: others have no cap.
        await rows.spending.addIf(scope, row.id, { spentCents: deltaCents }, {})
      }
      if (refusal) await this.#notify(rows, work, row, refusal)
    }
    for (const organisationId of this.#mayRelease) {
      if (await waitsForCap(rows, organisationId))
        work.enqueue(releaseCappedJob(organisationId, work.realTime))
    }
  }

  /** Emits `spending_cap.reached` once per cap and month; schedules the release for the next month. */
  async #notify(
    rows: WritableRows,
    work: UnitOfWork,
    { id, organisationId, apiKeyId }: SpendingRow,
    { month, capCents, spentCents, currency, at }: NonNullable<Counted['refusal']>,
  ): Promise<void> {
    const { timeZone } = this.#pages.get(organisationId)!.organisation
    work.enqueue(nextMonthJob(organisationId, month, nextMonthIn(timeZone, at)))
    const notified = { reachedNotified: true }
    if (!(await rows.spending.update({ organisationId }, id, notified, { reachedNotified: false }))) return
    work.emit({
      type: 'spending_cap.reached',
      organisationId,
      mode: 'live',
      at,
      data: {
        spendingCap: {
          id: apiKeyId ?? organisationId,
          status: 'REACHED',
          apiKeyId,
          month,
          capCents,
          spentCents,
          currency,
        },
      },
    })
  }

  /** Reads the organisation again, because its cap may have changed since authentication. */
  async #page(rows: WritableRows, organisationId: string): Promise<Page> {
    const known = this.#pages.get(organisationId)
    if (known) return known
    const organisation = await rows.organisations.get(everyone, organisationId)
    if (!organisation) throw new Error(`There is no organisation ${organisationId}.`)
    const page = { organisation, keyCaps: new Map() }
    this.#pages.set(organisationId, page)
    return page
  }

  async #capOf(rows: WritableRows, page: Page, apiKeyId: string | null): Promise<number | null> {
    const { id, spendingCapCents, cappedKeys } = page.organisation
    if (apiKeyId === null) return spendingCapCents
    if ((cappedKeys ?? 0) === 0) return null
    const known = page.keyCaps.get(apiKeyId)
    if (known !== undefined) return known
    const cap = await capOfKey(rows, id, apiKeyId)
    page.keyCaps.set(apiKeyId, cap)
    return cap
  }

  async #read(
    rows: WritableRows,
    organisationId: string,
    apiKeyId: string | null,
    month: string,
  ): Promise<Counted> {
    const counted = this.#of(organisationId, apiKeyId, month)
    if (counted.isRead) return counted
    const stored = await rows.spending.get({ organisationId }, counted.row.id)
    counted.row = stored ?? counted.row
    counted.isRead = true
    return counted
  }

  /** Counts an amount only if there may be a cap: setting a cap counts earlier spending. */
  #add({ id, spendingCapCents, cappedKeys }: Organisation, { amountCents, keyId, month }: Spent): void {
    if (spendingCapCents !== null) this.#of(id, null, month).deltaCents += amountCents
    const isKeyCapped = keyId !== null && (cappedKeys ?? 0) > 0
    if (isKeyCapped && this.#pages.get(id)?.keyCaps.get(keyId) !== null) {
      this.#of(id, keyId, month).deltaCents += amountCents
    }
  }

  #of(organisationId: string, apiKeyId: string | null, month: string): Counted {
    const row = emptySpending(organisationId, apiKeyId, month)
    const known = this.#counted.get(row.id)
    if (known) return known
    const counted = { row, deltaCents: 0, isRead: false }
    this.#counted.set(row.id, counted)
    return counted
  }
}

export const spending: TransactionHookKind<Spending> = { create: () => new Spending() }

/** Condition for items HELD because their price would exceed a cap. */
export const heldForCap: Where<ItemRow> = { heldReason: 'SPENDING_CAP' }

const waitsForCap = async (rows: WritableRows, organisationId: string): Promise<boolean> => {
  const waiting = await rows.items.find({ organisationId, mode: 'live' }, heldForCap, { limit: 1 })
  return waiting.length > 0
}

/** `dueAt` is in ms of real time. */
export const releaseCappedJob = (organisationId: string, dueAt: number): NewJob => ({
  kind: 'billing.releaseCapped',
  subject: organisationId,
  organisationId,
  mode: 'live',
  dueAt,
})

/**
 * Returns the release at the start of the next month. It has its own subject, so that an earlier release
 * doesn't replace it.
 */
const nextMonthJob = (organisationId: string, month: string, dueAt: number): NewJob => ({
  ...releaseCappedJob(organisationId, dueAt),
  subject: `${organisationId}|${month}`,
})
