import { defineOperation } from '../../../engine/operation.ts'
import { everyone } from '../../../ports/store.ts'
import { noteChangeWithoutEvent } from '../../analytics/rebuild.ts'
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
    'Deletes what mail in test mode consists of and produces: items, Postbatches with their imports, runs ' +
    'with their pages, uploaded lists, previews, exports, suppressions, scans, events with their deliveries, the request ' +
    'log and the analytics. Templates, Postflows, connectors, presets, categories, keys, webhook endpoints, ' +
    'members, settings and all live data stay. Test entries of the suppression list that await a decision (`undecidedSuppressionCount`) stay too. Covers data that existed at the time of the request, and ' +
    'everything in a Postbatch of that time. Sends no webhook events. A job deletes the data; `organisation.testDataDeletion` ' +
    'returns its progress. 409 while a deletion is in progress.',
  permission: 'organisation.manage',
  audience: 'test',
  effect: 'write',
  output: testDataDeletion,
  status: 202,
  location: '/organisation/test-data/deletion',
  errors: ['invalid_state'],
  async handler({ services, rows, scope, work, now }) {
    const { organisationId } = scope
    // Read first, so that concurrent writers of the organisation wait or have finished.
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
    // Removed immediately, so that no later item joins such a run.
    deletion.deleted.runs = await rows.runs.remove(scope, { status: 'OPEN' })
    await writeDeletion(rows, organisationId, deletion)
    await noteChangeWithoutEvent(rows, organisationId)
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
  summary: 'Get the progress of the deletion of test data',
  description: 'Of the latest `organisation.deleteTestData`.',
  permission: 'organisation.read',
  effect: 'read',
  passive: true,
  output: testDataDeletion,
  async handler({ rows, shared: { organisationId } }) {
    const undecided = await undecidedCount(rows, organisationId)
    return deletionToWire(await deletionOf(rows, organisationId), undecided)
  },
})
