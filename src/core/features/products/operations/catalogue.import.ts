import { defineOperation } from '../../../engine/operation.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { assertProven, proofOf } from '../../people/proof.ts'
import { mayWith } from '../catalogue/export.ts'
import { catalogueImport, importAnswer, parted } from '../catalogue/file-schema.ts'
import { checkFile, movesMail, saveWithWork } from '../catalogue/import.ts'
import { isValid, reportToWire } from '../catalogue/report.ts'

export const importCatalogue = defineOperation({
  id: 'catalogue.import',
  method: 'PUT',
  path: '/platform/catalogue',
  summary: 'Make a file the catalogue of the instance',
  description:
    'For operators. Refused with everything that is wrong (422, each by its place). What the file does not name is archived. A change of what a piece is made by makes a new version of its specification; items that exist keep their version, price and cutoff, and an approved quote stays. A portal session sends the password of its user beside the file where printers get another destination, or rules change.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: catalogueImport,
  output: importAnswer,
  ifMatch: true,
  errors: ['revision_conflict', 'still_referenced'],
  async prepare(context, { body }) {
    const { services, caller } = context
    const { file, sent } = parted(body)
    const checked = await checkFile(services, file, { may: mayWith(caller.scopes) })
    return { checked, proof: await proofOf(context, sent) }
  },
  async handler(context, { ifMatch }, { checked, proof }) {
    assertRevision(ifMatch, checked.revision, 'catalogue')
    if (proof) await proof.confirm(context.rows)
    else if (isValid(checked) && movesMail(checked)) assertProven(context, proof)
    const revision = await saveWithWork(context, checked)
    return { revision, ...reportToWire(checked) }
  },
})
