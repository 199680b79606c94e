import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { printersTable } from '../../../model/printers.ts'
import { everyone } from '../../../ports/store.ts'
import { printerToWire } from '../printer.ts'
import { printerSchema } from '../schema.ts'

export const listPrinters = defineOperation({
  id: 'printers.list',
  method: 'GET',
  path: '/platform/printers',
  summary: 'List the printers of the instance',
  description: 'For operators.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'read',
  list: defineList(printersTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: 'createdAt',
    filters: {},
  }),
  output: listOf(printerSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.printers.list(everyone, list), printerToWire)
  },
})
