import { defineOperation } from '../../../engine/operation.ts'
import { diagnose } from '../diagnostics.ts'
import { diagnosticsSchema } from '../schema.ts'

export const getDiagnostics = defineOperation({
  id: 'support.diagnostics',
  method: 'GET',
  path: '/support/diagnostics',
  summary: 'What whoever helps you needs to know',
  description:
    'Versions, limits and what waits; no secrets and nothing about recipients. Of the instance itself `platform.admin` is told more.',
  permission: 'organisation.manage',
  effect: 'read',
  output: diagnosticsSchema,
  /** The health check writes its probe outside the snapshot, which should not wait for it. */
  prepare: ({ services }) => services.health.look(),
  handler: (context, _input, report) => diagnose(context, report),
})
