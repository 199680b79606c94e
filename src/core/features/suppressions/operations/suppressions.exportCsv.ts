import type { ModeScope } from '../../../engine/caller.ts'
import { walk } from '../../../engine/list/walk.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { SuppressionRow } from '../../../model/suppressions.ts'
import { importFields } from '../../../model/suppressions-imports.ts'

export const exportSuppressions = defineOperation({
  id: 'suppressions.exportCsv',
  method: 'GET',
  path: '/suppressions/entries.csv',
  summary: 'The suppression list as CSV',
  description:
    'Every entry, oldest first, with the columns that `suppressions.import` takes. A cell that a spreadsheet would run as ' +
    'a formula begins with an apostrophe, which an import takes away.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  liveForMembers: true,
  output: 'stream',
  contentType: 'text/csv',
  async handler({ services, scope }) {
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: 'suppressions.csv',
      content: services.csv.encode(lines(services, scope), {
        delimiter: ',',
        bom: false,
        neutraliseFormulas: true,
      }),
    }
  },
})

async function* lines(services: Services, scope: ModeScope): AsyncGenerator<string[]> {
  yield [...importFields, 'id', 'status', 'source', 'itemId', 'createdAt']
  const sort = { field: 'createdAt', descending: false } as const
  for await (const entry of walk(services, 'suppressions', scope, { where: {}, sort })) yield lineOf(entry)
}

const lineOf = (entry: SuppressionRow): string[] => {
  const { reason, advertisingCategory, nameKey } = entry
  const cells = { ...entry.recipient, reason, advertisingCategory, matchName: String(nameKey !== null) }
  return [
    ...importFields.map((field) => cells[field] ?? ''),
    entry.id,
    entry.status,
    entry.source,
    entry.itemId ?? '',
    toDateTime(entry.createdAt),
  ]
}
