import { defineOperation } from '../../../engine/operation.ts'
import { deletionOf, deletionToWire } from '../test-data/deletion.ts'
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
  handler: async ({ rows, shared }) => deletionToWire(await deletionOf(rows, shared.organisationId)),
})
