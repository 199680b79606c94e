import { type Hold, holdNamed, whyHeld } from '../../engine/hold.ts'
import { problem } from '../../kernel/errors.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { billingProblems } from './sentences.ts'

/**
 * While this hold stands, no invoice or credit note gets a number. A restored instance begins with it,
 * because numbers issued after its backup are unknown to it.
 */
const invoicing = holdNamed('invoicing-hold', {})

export const invoicingHold: (rows: Pick<Rows, 'facts'>) => Promise<Hold | undefined> = invoicing.standing

/** Begins the hold and returns it; an existing one stays as it is. */
export const holdInvoicing: (rows: WritableRows, said: Hold) => Promise<Hold> = invoicing.begin

export const endInvoicingHold: (rows: WritableRows) => Promise<boolean> = invoicing.end

/** Throws 409 while invoicing is held. */
export const assertInvoicing = async (rows: Pick<Rows, 'facts'>): Promise<void> => {
  const hold = await invoicingHold(rows)
  if (hold) throw problem(billingProblems.say('invalid_state.invoicing_held', { reason: whyHeld(hold) }))
}
