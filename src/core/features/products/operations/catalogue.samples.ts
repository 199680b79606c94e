import { defineOperation } from '../../../engine/operation.ts'
import { samplesAnswer } from '../catalogue/file-schema.ts'

export const listCatalogueSamples = defineOperation({
  id: 'catalogue.samples',
  method: 'GET',
  path: '/platform/catalogue/samples',
  summary: 'See which sample catalogues there are',
  description: 'For operators: catalogues to begin with, by country. Their prices are examples.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: samplesAnswer,
  async handler({ services }) {
    return { samples: services.sampleCatalogues.map(({ name, description }) => ({ name, description })) }
  },
})
