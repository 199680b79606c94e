import { defineOperation } from '../../../engine/operation.ts'
import { downloadName } from '../download-name.ts'
import { assertPackaged } from '../package.ts'
import { filesWithRemakes } from '../remake-package.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'
import { zipOf } from '../zip.ts'

export const packageRunFiles = defineOperation({
  id: 'runs.package',
  method: 'GET',
  path: '/runs/{id}/package',
  summary: 'Get the print package of a rendered run',
  description:
    'A ZIP of the PDF parts, `items.csv`, `manifest.json`, `ticket.txt`, `ticket.xjdf`, `proof.pdf` and `SHA256SUMS`, as the printer gets it. Remakes that the printer has are in folders below it (`remake_01/`), each as its own package. Changes nothing: say so with `hand-over` where it is printed from here.',
  permission: 'runs.manage',
  readsItems: 'printing',
  rateClass: 'export',
  effect: 'process',
  params: runParams,
  output: 'stream',
  contentType: 'application/zip',
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler({ services, scope, organisation }, { params }) {
    const { run, remakes, name } = await services.store.read(async (rows) => {
      const run = await assertPackaged(services, rows, await runById({ rows, scope }, params.id))
      const printed = { runId: run.id, status: 'HANDED_TO_PRINTER' as const }
      const remakes = await rows.runRemakes.find(scope, printed, { order: [{ field: 'number' }] })
      return { run, remakes, name: await downloadName(rows, run, organisation.timeZone) }
    })
    return {
      contentType: 'application/zip',
      fileName: `${name}.zip`,
      content: zipOf(filesWithRemakes(services, run, remakes), run.cutoffAt),
    }
  },
})
