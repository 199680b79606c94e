import { defineOperation } from '../../../engine/operation.ts'
import { deletionOf, deletionToWire, undecidedCount } from '../test-data/deletion.ts'
import { testDataDeletion } from '../test-data/schema.ts'

export const getTestDataDeletion = defineOperation({
  id: 'organisation.testDataDeletion',
  method: 'GET',
  path: '/organisation/test-data/deletion',
  summary: 'How far the deletion of test data is',
  description: 'Of the latest one that was asked for (`organisation.deleteTestData`).',
  permission: 'organisation.read',
  effect: 'read',
  passive: true,
  output: testDataDeletion,
  async handler({ rows, shared: { organisationId } }) {
    const undecided = await undecidedCount(rows, organisationId)
    return deletionToWire(await deletionOf(rows, organisationId), undecided)
  },
})
