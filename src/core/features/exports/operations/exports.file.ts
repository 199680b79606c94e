import { defineOperation, type StoredBytes } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { problem } from '../../../kernel/errors.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { ExportRow } from '../../../model/exports.ts'
import { storedBlob } from '../../media/stored.ts'
import { assertReadable, exportById } from '../export.ts'
import { exportParams } from '../schema.ts'
import { exportProblems } from '../sentences.ts'
import { partBlob, wholeBlob } from '../write.ts'

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
  description: 'CSV, or the format that was asked for. 409 while it is not READY.',
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
      throw problem(exportProblems.say('invalid_state.no_export_file', { status: row.status }))
    }
    return {
      contentType: contentTypes[row.format],
      fileName: `${row.kind}-${toDateTime(row.createdAt).slice(0, 10)}.${row.format}`,
      content: (await wholeOf(services, row)) ?? partsOf(services, row),
    }
  },
})

/** The file in one, where one was made of it. */
const wholeOf = (services: Services, row: ExportRow): Promise<StoredBytes | undefined> | undefined =>
  services.blobs.link && storedBlob(services, wholeBlob(row), { etag: row.id, maxAgeSeconds: 0 })

async function* partsOf({ blobs }: Services, row: ExportRow): AsyncGenerator<Uint8Array> {
  for (let number = 1; number <= row.parts; number++) {
    const part = await blobs.stream(partBlob(row.id, number))
    if (!part) throw new Error(`Part ${number} of ${row.id} is missing.`)
    yield* part
  }
}
