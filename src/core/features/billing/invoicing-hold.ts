import { type Hold, holdNamed, whyHeld } from '../../engine/hold.ts'
import { problem } from '../../kernel/errors.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { billingProblems } from './sentences.ts'

/**
 * While active, no invoice or credit note gets a number. A restored instance starts with it, because it does
 * not know numbers issued after its backup.
 */
const invoicing = holdNamed('invoicing-hold', {})

export const invoicingHold: (rows: Pick<Rows, 'facts'>) => Promise<Hold | undefined> = invoicing.standing

/** Starts the hold and returns it. Returns an existing hold unchanged. */
export const holdInvoicing: (rows: WritableRows, hold: Hold) => Promise<Hold> = invoicing.begin

export const endInvoicingHold: (rows: WritableRows) => Promise<boolean> = invoicing.end

export const assertInvoicing = async (rows: Pick<Rows, 'facts'>): Promise<void> => {
  const hold = await invoicingHold(rows)
  if (hold) throw problem(billingProblems.sentence('invalid_state.invoicing_held', { reason: whyHeld(hold) }))
}
