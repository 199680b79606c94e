import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { exportChanged, exportJob, exportToWire, newExport } from '../export.ts'
import { exportSources } from '../kinds.ts'
import { exportInput, exportSchema } from '../schema.ts'

export const createExport = defineOperation({
  id: 'exports.create',
  method: 'POST',
  path: '/exports',
  summary: 'Ask for an export',
  description:
    'A file of items, suppressions, ledger entries, invoices, events or days of analytics, as they are when it is written, oldest first. Besides `items.read` it needs the scope that reads the kind: `billing.read` for ledger and invoices, `events.read` for events. Rows are those of the mode of the request: suppressions asked for in test mode are the entries of test mode, also for members, to whom `suppressions.list` shows live ones in both modes. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe; NDJSON has every row as the API shows it. A workbook (`xlsx`) has text cells only, so nothing is run and nothing is put before them; a text of more than 32,767 characters is cut and says so, and more than 1,048,575 rows, or 4 GiB of XML, fail with `sheet_full`.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'write',
  body: exportInput,
  output: exportSchema,
  status: 202,
  location: '/exports/{id}',
  errors: ['invalid_state'],
  async handler(context, { body }) {
    const row = await newExport(context, body)
    await context.rows.exports.insert(row)
    context.work.hint(exportChanged(row))
    const needs = [['items.read'], [exportSources[row.kind].permission]] as const
    context.work.enqueue(exportJob(row, context.services.clock.now(), onBehalfOf(context.caller, needs)))
    return exportToWire(context, row)
  },
})
