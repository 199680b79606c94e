import { defineJob } from '../../../engine/jobs/job.ts'
import { Problem } from '../../../kernel/errors.ts'
import { dayMs } from '../../../kernel/time.ts'
import { exportCatalogue, mayWith } from '../catalogue/export.ts'
import { checkFile, saveCatalogue } from '../catalogue/import.ts'

/** Loads the holidays of new years, daily. The cutoffs of scheduled items don't move. */
export const renewHolidays = defineJob({
  kind: 'catalogue.renewHolidays',
  recur: ({ services }) => services.clock.now() + dayMs,
  async handler({ services, transact, now }) {
    const { file, revision } = await exportCatalogue(services, mayWith([]))
    if (revision === 0) return undefined
    const checked = await checkFile(services, file)
    // Findings about the catalogue must not stop the renewal of its holidays.
    try {
      await transact(({ rows }) => saveCatalogue(services, rows, { ...checked, findings: [] }))
    } catch (error) {
      // The catalogue or the printer rules were changed during the check, so it is repeated.
      if (error instanceof Problem && error.code === 'revision_conflict') return { resumeAt: now }
      throw error
    }
    return undefined
  },
})
