import { defineList, optionalIdFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { type LedgerEntryRow, ledgerEntriesTable, ledgerKinds } from '../../../model/billing.ts'
import { ledgerPage } from '../ledger-page.ts'
import { type LedgerEntry, ledgerEntrySchema } from '../schema.ts'

export const listLedger = defineOperation({
  id: 'billing.ledger',
  method: 'GET',
  path: '/billing/ledger',
  summary: 'List ledger entries',
  description:
    'The double entry behind the balance: what each cent did, and for which item or invoice. Test mode reads the same ledger, without the items and Postbatches of live mode.',
  permission: 'billing.read',
  effect: 'read',
  list: defineList(ledgerEntriesTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      kind: { type: 'enum', values: ledgerKinds, operators: ['eq', 'ne', 'in'] },
      itemId: optionalIdFilter,
      postbatchId: optionalIdFilter,
      invoiceId: optionalIdFilter,
      createdAt: periodFilter,
    },
  }),
  output: listOf(ledgerEntrySchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await ledgerPage(rows, scope, list), toWire)
  },
})

export const toWire = ({ organisationId: _, ...row }: LedgerEntryRow): LedgerEntry => ({
  ...row,
  createdAt: toDateTime(row.createdAt),
})
