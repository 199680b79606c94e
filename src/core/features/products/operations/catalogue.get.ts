import { defineOperation } from '../../../engine/operation.ts'
import { toFile } from '../catalogue/document.ts'
import { mayWith } from '../catalogue/export.ts'
import { presentCatalogue } from '../catalogue/facts.ts'
import { catalogueAnswer } from '../catalogue/file-schema.ts'
import { catalogueMark, revisionOf } from '../current.ts'

export const getCatalogue = defineOperation({
  id: 'catalogue.get',
  method: 'GET',
  path: '/platform/catalogue',
  summary: 'Export the catalogue',
  description:
    'For operators: everything that the instance sells, as a file that `catalogue.import` takes, archived entries included. Printers and their rules are in it for callers with `printers.manage`, their secrets never.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: catalogueAnswer,
  prepare: ({ services }) => services.catalogueParts(),
  async handler({ rows, caller }, _input, all) {
    const parts = all.filter(mayWith(caller.scopes))
    const file = toFile(await presentCatalogue(rows, parts), parts)
    return { revision: revisionOf(await catalogueMark(rows)), file: file as never }
  },
})
