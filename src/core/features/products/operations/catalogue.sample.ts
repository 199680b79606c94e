import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { catalogueFile } from '../catalogue/file-schema.ts'

export const getCatalogueSample = defineOperation({
  id: 'catalogue.sample',
  method: 'GET',
  path: '/platform/catalogue/samples/{name}',
  summary: 'Read a sample catalogue',
  description:
    'For operators: a file that `catalogue.import` takes. Its prices are examples, and its rules say whether they were read where they are written down (`sources`).',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: v.strictObject({ name: described(v.string(), 'Name of the sample, such as `nl`.') }),
  output: catalogueFile,
  errors: ['not_found'],
  /** Loaded before the handler, so that no snapshot waits for a file. */
  prepare: ({ services }, { params }) =>
    found(
      services.sampleCatalogues.find(({ name }) => name === params.name),
      'sample catalogue',
    ).load(),
  async handler(_context, _input, file) {
    return file as never
  },
})
