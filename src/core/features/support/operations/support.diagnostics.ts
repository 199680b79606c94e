import { defineOperation } from '../../../engine/operation.ts'
import { diagnose } from '../diagnostics.ts'
import { diagnosticsSchema } from '../schema.ts'

export const getDiagnostics = defineOperation({
  id: 'support.diagnostics',
  method: 'GET',
  path: '/support/diagnostics',
  summary: 'What support needs to know',
  description:
    'Versions, limits and what waits; no secrets and nothing about recipients. With `platform.admin` it also says more about the instance.',
  permission: 'organisation.manage',
  effect: 'read',
  output: diagnosticsSchema,
  /** The health check writes its probe outside the snapshot, which should not wait for it. */
  prepare: ({ services }) => services.health.look(),
  handler: (context, _input, report) => diagnose(context, report),
})
