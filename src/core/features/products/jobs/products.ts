import { defineJob } from '../../../engine/jobs/job.ts'
import { Problem } from '../../../kernel/errors.ts'
import { dayMs } from '../../../kernel/time.ts'
import { exportCatalogue, mayWith } from '../catalogue/export.ts'
import { checkFile, saveCatalogue } from '../catalogue/import.ts'

/**
 * Looks up the holidays of another year once the present one has ended, so that calendars know some years
 * ahead. No cutoff that an item has moves by it.
 */
export const renewHolidays = defineJob({
  kind: 'catalogue.renewHolidays',
  recur: ({ services }) => services.clock.now() + dayMs,
  async handler({ services, transact, now }) {
    const { file, revision } = await exportCatalogue(services, mayWith([]))
    if (revision === 0) return undefined
    const checked = await checkFile(services, file)
    // What an operator would be told of his catalogue is no reason to let its holidays end.
    try {
      await transact(({ rows }) => saveCatalogue(services, rows, { ...checked, findings: [] }))
    } catch (error) {
      // Somebody changed the catalogue or a printer's rules in the meantime: what is there now is looked at.
      if (error instanceof Problem && error.code === 'revision_conflict') return { resumeAt: now }
      throw error
    }
    return undefined
  },
})
