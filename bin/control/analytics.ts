import type { Core } from '../../src/core/app/index.ts'
import { checkRollups, type RollupCheck } from '../../src/core/features/analytics/check.ts'
import { listOrganisations } from '../../src/core/features/organisations/manage.ts'
import { notFound } from '../../src/core/kernel/errors.ts'

/** Maximum number of reported differences per organisation and mode; all of them are corrected. */
const maxReported = 20

/** Compares rollups of one or all organisations with a recount; corrects them unless `check` is set. */
export const rebuildAnalytics = async (
  { services }: Core,
  { organisationId, check }: { organisationId?: string; check: boolean },
): Promise<RollupCheck[]> => {
  const organisations = (await listOrganisations(services)).filter(
    ({ id }) => organisationId === undefined || id === organisationId,
  )
  if (organisationId !== undefined && organisations.length === 0) throw notFound('organisation')
  const results: RollupCheck[] = []
  for (const { id } of organisations) {
    for (const mode of ['live', 'test'] as const) {
      const result = await checkRollups(services, { organisationId: id, mode }, { correct: !check })
      results.push({ ...result, differences: result.differences.slice(0, maxReported) })
    }
  }
  return results
}
