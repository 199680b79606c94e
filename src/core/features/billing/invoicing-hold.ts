import { type Hold, holdNamed } from '../../engine/hold.ts'
import { problem } from '../../kernel/errors.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'

/**
 * No invoice and no credit note gets a number while this stands. A restored instance begins so: what was issued behind its
 * backup has numbers that it does not know.
 */
const invoicing = holdNamed('invoicing-hold', {})

export const invoicingHold: (rows: Pick<Rows, 'facts'>) => Promise<Hold | undefined> = invoicing.standing

/** Holds invoices back from now on; where they are held already, what was said first stays. */
export const holdInvoicing: (rows: WritableRows, said: Hold) => Promise<Hold> = invoicing.begin

export const endInvoicingHold: (rows: WritableRows) => Promise<boolean> = invoicing.end

/** Throws 409 while invoicing is held. */
export const assertInvoicing = async (rows: Pick<Rows, 'facts'>): Promise<void> => {
  const hold = await invoicingHold(rows)
  if (hold) throw problem('invalid_state', `Invoicing is held. ${hold.reason}`)
}
