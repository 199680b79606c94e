import { defineOperation } from '../../../engine/operation.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { mayWith } from '../catalogue/export.ts'
import { catalogueBody, importAnswer } from '../catalogue/file-schema.ts'
import { checkFile, saveWithWork } from '../catalogue/import.ts'
import { reportToWire } from '../catalogue/report.ts'

export const importCatalogue = defineOperation({
  id: 'catalogue.import',
  method: 'PUT',
  path: '/platform/catalogue',
  summary: 'Make a file the catalogue of the instance',
  description:
    'For operators. Refused with everything that is wrong (422, each by its place). What the file does not name is archived. A change of what a piece is made by makes a new version of its specification; items that exist keep their version, price and cutoff, and an approved quote stays.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: catalogueBody,
  output: importAnswer,
  ifMatch: true,
  errors: ['revision_conflict', 'still_referenced'],
  prepare: ({ services, caller }, { body }) => checkFile(services, body, { may: mayWith(caller.scopes) }),
  async handler(context, { ifMatch }, checked) {
    assertRevision(ifMatch, checked.revision, 'catalogue')
    const revision = await saveWithWork(context, checked)
    return { revision, ...reportToWire(checked) }
  },
})
