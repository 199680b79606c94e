import { defineOperation } from '../../../engine/operation.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { assertNoEarlierServer, correctSalutationsJob, joinCorrections } from '../correct-salutations.ts'
import { assertOpen, postbatchById, postbatchToWire } from '../postbatch.ts'
import { salutationCorrections } from '../salutations-schema.ts'
import { postbatchParams, postbatchSchema } from '../schema.ts'

export const correctSalutations = defineOperation({
  id: 'postbatches.correctSalutations',
  method: 'POST',
  path: '/postbatches/{id}/salutations/correct',
  summary: 'Correct salutations of a Postbatch',
  description:
    'A job writes the corrected salutation into the merge field `letterSalutation` of every item that has this salutation now, and checks whether it fits. Items that are added later are not changed. The Postbatch cannot be validated or approved until the job has ended. A correction of the same salutation replaces one that still waits. All corrections of a request name salutations as they are before it; one that would change what a waiting one writes is refused until that has ended. Refused as well while a server of an earlier version runs, which would approve the letters without the corrections.',
  permission: 'postflows.write',
  readsItems: 'internal',
  effect: 'write',
  params: postbatchParams,
  body: salutationCorrections,
  output: postbatchSchema,
  status: 202,
  location: '/postbatches/{id}',
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: ['item.needs_attention', 'item.suppressed', 'item.held'],
  prepare: ({ services }) => assertNoEarlierServer(services),
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, work, caller, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertRevision(ifMatch, postbatch.revision, 'Postbatch')
    assertOpen(postbatch, 'salutations')
    const changes = {
      salutationCorrections: joinCorrections(postbatch.salutationCorrections, body.corrections),
      revision: postbatch.revision + 1,
      updatedAt: now,
    }
    await rows.postbatches.update(scope, postbatch.id, changes)
    work.enqueue(correctSalutationsJob(postbatch, now, caller))
    return postbatchToWire(context, { ...postbatch, ...changes })
  },
})
