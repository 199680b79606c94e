import { defineOperation } from '../../../engine/operation.ts'
import { assertPackaged, packageFiles } from '../package.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'
import { zipOf } from '../zip.ts'

export const packageRunFiles = defineOperation({
  id: 'runs.package',
  method: 'GET',
  path: '/runs/{id}/package',
  summary: 'Get the print package of a rendered run',
  description:
    'A ZIP of the PDF parts, `items.csv`, `manifest.json`, `ticket.txt`, `ticket.xjdf`, `proof.pdf` and `SHA256SUMS`, as the printer gets it. Changes nothing: say so with `hand-over` where it is printed from here.',
  permission: 'runs.manage',
  rateClass: 'export',
  effect: 'process',
  params: runParams,
  output: 'stream',
  contentType: 'application/zip',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope }, { params }) {
    const run = await services.store.read(async (rows) =>
      assertPackaged(services, rows, await runById({ rows, scope }, params.id)),
    )
    return {
      contentType: 'application/zip',
      fileName: `${run.id}.zip`,
      content: zipOf(packageFiles(services, run), run.cutoffAt),
    }
  },
})
