import { defineOperation } from '../../../engine/operation.ts'
import { downloadName } from '../download-name.ts'
import { assertFitsOneFile, inChunks, officePdfOf } from '../office-pdf.ts'
import { assertPackaged } from '../package.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'

export const officePdfOfRun = defineOperation({
  id: 'runs.officePdf',
  method: 'GET',
  path: '/runs/{id}/office-pdf',
  summary: 'Get a rendered run as one PDF for an office printer',
  description:
    'Every piece in order, on pages of the size that the sheet has after trimming, to be printed at 100 %. Backs that are empty in the whole run are left out (`parts[].isOneSided`). Changes nothing: say with `posted` that it is posted.',
  permission: 'runs.manage',
  rateClass: 'export',
  effect: 'process',
  params: runParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, name } = await services.store.read(async (rows) => {
      const run = await assertPackaged(services, rows, await runById({ rows, scope }, params.id))
      return { run, name: await downloadName(rows, run, organisation.timeZone) }
    })
    assertFitsOneFile(run)
    return {
      contentType: 'application/pdf',
      fileName: `${name}.pdf`,
      content: inChunks(await officePdfOf(services, run)),
    }
  },
})
