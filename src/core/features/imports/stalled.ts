import type { ImportRow } from '../../model/imports.ts'
import { isImportOver } from '../../model/imports.ts'
import type { JobRow } from '../../model/jobs.ts'
import { stallOf } from '../lists/stall.ts'
import type { Import } from './schema.ts'

/** What the wire shows of an import whose job failed; null where it goes on, or has ended. */
export const stalledOf = (row: ImportRow, jobs: ReadonlyMap<string, JobRow>): Import['stalled'] =>
  stallOf(isImportOver(row.status) ? undefined : jobs.get(row.id), {
    restart: 'Restart it, or cancel it and import the list again.',
    otherwise: 'You can restart it now, or cancel it.',
  })
