import { defineOperation } from '../../../engine/operation.ts'
import { mayWith } from '../catalogue/export.ts'
import { catalogueDraft, reportAnswer } from '../catalogue/file-schema.ts'
import { checkFile } from '../catalogue/import.ts'
import { isValid, reportToWire } from '../catalogue/report.ts'

export const checkCatalogueFile = defineOperation({
  id: 'catalogue.check',
  method: 'POST',
  path: '/platform/catalogue/check',
  summary: 'Check a catalogue without importing it',
  description:
    'For operators. Names everything that is wrong with its place in the file, and what an import would change: versions of specifications, prices, cutoffs, and what is archived because the file does not name it.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  body: catalogueDraft,
  output: reportAnswer,
  prepare: ({ services, caller }, { body }) => checkFile(services, body, { may: mayWith(caller.scopes) }),
  async handler(_context, _input, checked) {
    return { revision: checked.revision, valid: isValid(checked), ...reportToWire(checked) }
  },
})
