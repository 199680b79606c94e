import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { countItems } from '../../items/counts.ts'
import {
  assertNotDeleting,
  type Deletion,
  deletionOf,
  deletionToWire,
  testDataDeletion,
  undecidedCount,
  writeDeletion,
} from '../test-data/deletion.ts'

export const deleteTestData = defineOperation({
  id: 'organisation.deleteTestData',
  method: 'POST',
  path: '/organisation/test-data/deletion',
  summary: 'Delete all test data',
  description:
    'Everything in test mode that mail consists of and leaves behind: items, Postbatches with their imports, runs ' +
    'with their pages, uploaded lists, previews, exports, suppressions, scans, events with their deliveries, the log ' +
    'of requests and the figures. Templates, Postflows, connectors, presets, categories, keys, webhook endpoints, ' +
    'members and settings stay, and nothing live is touched. Test entries of the suppression list that wait for a decision (`undecidedSuppressionCount`) stay too. It goes for what existed when it was asked for, and for ' +
    'all that is in a Postbatch of then. Nothing is told by webhook. A job does it and `organisation.testDataDeletion` ' +
    'tells how far it is; 409 while it is going on.',
  permission: 'organisation.manage',
  audience: 'test',
  effect: 'write',
  output: testDataDeletion,
  status: 202,
  location: '/organisation/test-data/deletion',
  errors: ['invalid_state'],
  async handler({ services, rows, scope, work, now }) {
    const { organisationId } = scope
    // Read first, so that what else writes for the organisation waits, or has been written.
    await rows.organisations.get(everyone, organisationId)
    assertNotDeleting(await deletionOf(rows, organisationId))
    const { byStatus } = await countItems(rows, scope, {})
    const deletion: Deletion = {
      status: 'RUNNING',
      askedAt: services.clock.now(),
      testTime: now,
      before: services.ids.next('lse').slice('lse_'.length),
      itemCount: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
      deleted: { items: 0, postbatches: 0, runs: 0, events: 0 },
      completedAt: null,
    }
    // At once, so that no later item joins a run that goes.
    deletion.deleted.runs = await rows.runs.remove(scope, { status: 'OPEN' })
    await writeDeletion(rows, organisationId, deletion)
    work.enqueue({
      kind: 'privacy.deleteTestData',
      subject: organisationId,
      organisationId,
      mode: 'test',
      dueAt: now,
      payload: { organisationId },
    })
    return deletionToWire(deletion, await undecidedCount(rows, organisationId))
  },
})

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
