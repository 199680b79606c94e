import type { ModeScope } from '../../engine/caller.ts'
import type { ConditionOn, Page, ParsedQuery, Where } from '../../kernel/query.ts'
import type { LedgerEntryRow } from '../../model/billing.ts'
import type { Rows } from '../../ports/store.ts'

/** Fields of an entry that refer to live mail, which test mode does not see. */
const ofLiveMail: ReadonlySet<string> = new Set(['itemId', 'postbatchId', 'billingGroup'])

/** A page of the organisation's ledger, as far as the mode may see it. */
export const ledgerPage = async (
  rows: Rows,
  { organisationId, mode }: ModeScope,
  query: ParsedQuery<LedgerEntryRow>,
): Promise<Page<LedgerEntryRow>> => {
  if (mode === 'live') return rows.ledgerEntries.list({ organisationId }, query)
  const where = query.where.map(asIfNull)
  const page = await rows.ledgerEntries.list({ organisationId }, { ...query, where })
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, itemId: null, postbatchId: null, billingGroup: null })),
  }
}

/** Filters see a hidden field as null: otherwise they would reveal it. */
const asIfNull = (condition: ConditionOn<LedgerEntryRow>): Where<LedgerEntryRow> => {
  if (!ofLiveMail.has(condition.field)) return condition
  const fits = condition.op === 'null' && condition.value
  return fits ? {} : { id: '' }
}
