import { defineOperation } from '../../../engine/operation.ts'
import { downloadName } from '../download-name.ts'
import { inChunks } from '../office-pdf.ts'
import { packagedRemake, remakeOfficePdf } from '../remake-package.ts'
import { remakeParams } from '../remake-schema.ts'

export const officePdfOfRemake = defineOperation({
  id: 'runs.remakeOfficePdf',
  method: 'GET',
  path: '/runs/{id}/remakes/{number}/office-pdf',
  summary: 'Get a remake as one PDF for an office printer',
  description:
    'The pieces of the remake in order, on pages as `runs.officePdf` makes them. Drawn for the call. Changes nothing.',
  permission: 'runs.manage',
  readsItems: 'printing',
  rateClass: 'export',
  effect: 'process',
  params: remakeParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, remake } = await packagedRemake(services, scope, params)
    const name = await services.store.read((rows) => downloadName(rows, run, organisation.timeZone))
    return {
      contentType: 'application/pdf',
      fileName: `${name} remake ${remake.number}.pdf`,
      content: inChunks(await remakeOfficePdf(services, run, remake)),
    }
  },
})
