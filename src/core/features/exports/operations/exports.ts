import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation, type StoredBytes } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { problem } from '../../../kernel/errors.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { type ExportRow, exportKinds, exportStatuses, exportsTable } from '../../../model/exports.ts'
import { storedBlob } from '../../media/media.ts'
import {
  assertMayRemove,
  assertReadable,
  exportById,
  exportHint,
  exportJob,
  exportToWire,
  newExport,
} from '../export.ts'
import { exportSources } from '../kinds.ts'
import { exportInput, exportParams, exportSchema } from '../schema.ts'
import { exportProblems } from '../sentences.ts'
import { partBlob, wholeBlob } from '../write.ts'

export const listExports = defineOperation({
  id: 'exports.list',
  method: 'GET',
  path: '/exports',
  summary: 'List exports',
  permission: 'items.read',
  effect: 'read',
  list: defineList(exportsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      kind: { type: 'enum', values: exportKinds, operators: ['eq', 'in'] },
      status: { type: 'enum', values: exportStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(exportSchema),
  async handler(context, { list }) {
    const page = await context.rows.exports.list(context.scope, list)
    return toList(list, page, (row) => exportToWire(context, row))
  },
})

export const getExport = defineOperation({
  id: 'exports.get',
  method: 'GET',
  path: '/exports/{id}',
  summary: 'Get an export',
  permission: 'items.read',
  effect: 'read',
  params: exportParams,
  output: exportSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return exportToWire(context, await exportById(context.rows, context.scope, params.id))
  },
})

export const createExport = defineOperation({
  id: 'exports.create',
  method: 'POST',
  path: '/exports',
  summary: 'Create an export',
  description:
    'Writes items, suppressions, ledger entries, invoices, events or days of analytics to a file, in their state at that time, the oldest first. Besides `items.read` it requires the scope for the kind: `billing.read` for ledger and invoices, `events.read` for events. Contains rows of the request’s mode: in test mode, suppressions are the entries of test mode, also for members, for whom `suppressions.list` shows live ones in both modes. In CSV, a cell that a spreadsheet would run as a formula begins with an apostrophe; NDJSON contains rows as the API shows them. A workbook (`xlsx`) has only text cells, so nothing is run or prefixed; texts of more than 32,767 characters are cut and marked, and more than 1,048,575 rows or 4 GiB of XML fail with `sheet_full`.',
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
    context.work.hint(exportHint(row))
    const needs = [['items.read'], [exportSources[row.kind].permission]] as const
    context.work.enqueue(exportJob(row, context.services.clock.now(), onBehalfOf(context.caller, needs)))
    return exportToWire(context, row)
  },
})

export const removeExport = defineOperation({
  id: 'exports.remove',
  method: 'DELETE',
  path: '/exports/{id}',
  summary: 'Remove an export and its file',
  description:
    'Also while it is being written. Callers can remove their own exports; those of others require `organisation.manage`. Exports expire after seven days.',
  permission: 'items.read',
  effect: 'write',
  params: exportParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, work, scope, services, caller }, { params }) {
    const row = await exportById(rows, scope, params.id)
    assertMayRemove(caller, row)
    await rows.exports.remove(scope, { id: row.id })
    work.hint(exportHint(row))
    work.enqueue(exportJob(row, services.clock.now()))
    return undefined
  },
})

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  xlsx: workbook,
} as const

export const getExportFile = defineOperation({
  id: 'exports.file',
  method: 'GET',
  path: '/exports/{id}/file',
  summary: 'Get the file of an export',
  description: 'In the requested format. 409 until it is READY.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  params: exportParams,
  output: 'stream',
  redirects: true,
  contentType: ['text/csv', 'application/x-ndjson', workbook],
  errors: ['not_found', 'invalid_state', 'range_not_satisfiable'],
  async handler(context, { params }) {
    const { services, scope } = context
    const row = await services.store.read((rows) => exportById(rows, scope, params.id))
    assertReadable(context, row.kind)
    if (row.status !== 'READY') {
      throw problem(exportProblems.sentence('invalid_state.no_export_file', { status: row.status }))
    }
    return {
      contentType: contentTypes[row.format],
      fileName: `${row.kind}-${toDateTime(row.createdAt).slice(0, 10)}.${row.format}`,
      content: (await wholeOf(services, row)) ?? partsOf(services, row),
    }
  },
})

const wholeOf = (services: Services, row: ExportRow): Promise<StoredBytes | undefined> | undefined =>
  services.blobs.link && storedBlob(services, wholeBlob(row), { etag: row.id, maxAgeSeconds: 0 })

async function* partsOf({ blobs }: Services, row: ExportRow): AsyncGenerator<Uint8Array> {
  for (let number = 1; number <= row.parts; number++) {
    const part = await blobs.stream(partBlob(row.id, number))
    if (!part) throw new Error(`Part ${number} of ${row.id} is missing.`)
    yield* part
  }
}
