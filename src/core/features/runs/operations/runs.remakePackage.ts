import { defineOperation } from '../../../engine/operation.ts'
import { downloadName } from '../download-name.ts'
import { packagedRemake, remakeFiles } from '../remake-package.ts'
import { remakeParams } from '../remake-schema.ts'
import { zipOf } from '../zip.ts'

export const packageRunRemake = defineOperation({
  id: 'runs.remakePackage',
  method: 'GET',
  path: '/runs/{id}/remakes/{number}/package',
  summary: 'Get the print package of a remake',
  description:
    'A ZIP like that of a run, with the pieces of the remake alone, as the printer gets it. Drawn for the call. Changes nothing: say so with `hand-over` of the remake where it is printed from here.',
  permission: 'runs.manage',
  readsItems: 'printing',
  rateClass: 'export',
  effect: 'process',
  params: remakeParams,
  output: 'stream',
  contentType: 'application/zip',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, remake } = await packagedRemake(services, scope, params)
    const name = await services.store.read((rows) => downloadName(rows, run, organisation.timeZone))
    return {
      contentType: 'application/zip',
      fileName: `${name} remake ${remake.number}.zip`,
      content: zipOf(remakeFiles(services, run, remake), run.cutoffAt),
    }
  },
})
