import { defineOperation } from '../../../engine/operation.ts'
import { itemParams } from '../../items/schema.ts'
import { printedEvidence, signedEvidence } from '../bundle.ts'
import { evidenceBundleSchema } from '../schema.ts'

export const getItemEvidence = defineOperation({
  id: 'items.evidence',
  method: 'GET',
  path: '/items/{id}/evidence',
  summary: 'Get signed evidence of what was printed',
  description:
    'What was printed, when, for how much and why, signed by this server: the digest of the pages, the row of the ' +
    'package’s manifest with the package’s sums, the template version, the run, the ledger entries and the events. ' +
    '`lettershop evidence verify FILE` checks it offline; docs/evidence.md specifies it. 409 before the run was ' +
    'handed to the printer.',
  permission: 'items.read',
  rateClass: 'preview',
  effect: 'read',
  params: itemParams,
  output: evidenceBundleSchema,
  errors: ['not_found', 'invalid_state'],
  prepare: ({ services, scope }, { params }) => printedEvidence(services, scope, params.id),
  handler: (context, _input, half) => signedEvidence(context, half),
})
