import { idFilter } from '../../engine/list/fields.ts'
import { runStatuses } from '../../model/runs-lifecycle.ts'

/** What every list of runs of all organisations, in both modes, can be narrowed by. */
export const acrossOrganisations = {
  id: idFilter,
  status: { type: 'enum', values: runStatuses, operators: ['eq', 'ne', 'in'] },
  isTest: { type: 'boolean', operators: ['eq'], column: 'mode', stored: { true: 'test', false: 'live' } },
  productSpecificationId: { ...idFilter, column: 'specificationId' },
  organisationId: idFilter,
} as const
