import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { type PostbatchRow, postbatchesTable, postbatchStatuses } from '../../../model/postbatches.ts'
import { createBulk, prepareBulk } from '../../items/create.ts'
import { mailingFilters, mailingSort } from '../../items/mailing.ts'
import { changesTargetOnly, resolveMailingSettings } from '../../items/mailing-settings.ts'
import { assertSendOn } from '../../items/new-item.ts'
import { bulkResult, postbatchBulkInput, postbatchItemInput } from '../../items/schema.ts'
import { assertNoEarlierServer, correctSalutationsJob, joinCorrections } from '../correct-salutations.ts'
import { newDraft } from '../draft.ts'
import { moveItemsJob } from '../items.ts'
import { assertOpen, postbatchById, reopen } from '../postbatch.ts'
import { quoteOf } from '../quote.ts'
import { salutationsOf } from '../salutations.ts'
import {
  type PostbatchPatch,
  postbatchInput,
  postbatchParams,
  postbatchPatch,
  postbatchSchema,
  postbatchWarnings,
  quoteSchema,
  salutationCorrections,
  salutationPage,
  salutationQuery,
} from '../schema.ts'
import { postbatchProblems } from '../sentences.ts'
import { formerGroups } from '../validate.ts'
import { warningsOf } from '../warnings.ts'
import { postbatchesToWire, postbatchToWire } from '../wire.ts'

export const listPostbatches = defineOperation({
  id: 'postbatches.list',
  method: 'GET',
  path: '/postbatches',
  summary: 'List Postbatches',
  permission: 'items.read',
  effect: 'read',
  list: defineList(postbatchesTable, {
    sort: mailingSort,
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: postbatchStatuses, operators: ['eq', 'ne', 'in'] },
      ...mailingFilters,
      sendOn: { type: 'date', operators: ['eq', 'gte', 'gt', 'lte', 'lt', 'null'] },
    },
  }),
  output: listOf(postbatchSchema),
  async handler(context, { list }) {
    const page = await context.rows.postbatches.list(context.scope, list)
    const wire = (await postbatchesToWire(context, page.rows)).values()
    return toList(list, page, () => wire.next().value!)
  },
})

export const getPostbatch = defineOperation({
  id: 'postbatches.get',
  method: 'GET',
  path: '/postbatches/{id}',
  summary: 'Get a Postbatch',
  permission: 'items.read',
  effect: 'read',
  params: postbatchParams,
  output: postbatchSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return postbatchToWire(context, await postbatchById(context.rows, context.scope, params.id))
  },
})

export const createPostbatch = defineOperation({
  id: 'postbatches.create',
  method: 'POST',
  path: '/postbatches',
  summary: 'Create a Postbatch',
  description:
    'Creates a mailing as a DRAFT: add imports or items, then validate, quote and approve it. It pins one template version: the one named, or the latest of the named template.',
  permission: 'postflows.write',
  effect: 'write',
  body: postbatchInput,
  output: postbatchSchema,
  status: 201,
  location: '/postbatches/{id}',
  async handler(context, { body }) {
    const { rows, scope, services, organisation, now } = context
    const settings = await resolveMailingSettings(context, body, undefined, { keepsProduct: false })
    assertSendOn(body.sendOn, organisation.timeZone, now)
    const postbatch = {
      description: null,
      advertisingCategory: null,
      returnAddressId: null,
      trackingTargetUrl: null,
      sendOn: null,
      allowDuplicates: false,
      billingGroup: null,
      formerBillingGroups: null,
      ...settings,
      ...newDraft(services, scope, now),
      name: body.name,
    } as PostbatchRow
    await rows.postbatches.insert(postbatch)
    return postbatchToWire(context, postbatch)
  },
})

export const patchPostbatch = defineOperation({
  id: 'postbatches.patch',
  method: 'PATCH',
  path: '/postbatches/{id}',
  summary: 'Update a Postbatch',
  description:
    'Possible before approval; `trackingTargetUrl` at any time, also for printed codes. Omitted fields don’t change. Another template, category or duplicate rule applies to existing items too, and another cost centre to those with the previous one; each turns a VALIDATED Postbatch into a DRAFT again.',
  permission: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  body: postbatchPatch,
  output: postbatchSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, organisation, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertRevision(ifMatch, postbatch.revision, 'Postbatch')
    if (!changesTargetOnly(body)) assertOpen(postbatch, 'settings')
    assertSendOn(body.sendOn, organisation.timeZone, now)
    const settings = await resolveMailingSettings(context, body, postbatch, { keepsProduct: false })
    const open = changesContent(postbatch, body) ? await reopen(context, postbatch, now) : postbatch
    const former = await formerGroups(rows, postbatch, body.billingGroup)
    const changed = { ...settings, ...former, revision: open.revision + 1, updatedAt: now }
    await rows.postbatches.update(scope, open.id, changed as Partial<typeof open>)
    return postbatchToWire(context, { ...open, ...changed } as typeof open)
  },
})

/** Whether a change affects validation results, or settings of items. */
const changesContent = ({ billingGroup }: PostbatchRow, body: PostbatchPatch): boolean =>
  (body.billingGroup !== undefined && body.billingGroup !== billingGroup) ||
  body.templateId !== undefined ||
  body.templateVersionId !== undefined ||
  body.advertisingCategory !== undefined ||
  body.allowDuplicates !== undefined

export const removePostbatch = defineOperation({
  id: 'postbatches.remove',
  method: 'DELETE',
  path: '/postbatches/{id}',
  summary: 'Delete a draft Postbatch',
  description: 'Only as a DRAFT; later it can be cancelled. A job CANCELS its items.',
  permission: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  output: 'empty',
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler({ rows, scope, work, now }, { params }) {
    const postbatch = await postbatchById(rows, scope, params.id)
    if (postbatch.status !== 'DRAFT') {
      throw problem(postbatchProblems.sentence('invalid_state.not_a_draft', { status: postbatch.status }))
    }
    await rows.postbatches.remove(scope, { id: postbatch.id })
    work.enqueue(moveItemsJob(postbatch, now))
    return undefined
  },
})

export const addPostbatchItems = defineOperation({
  id: 'postbatches.addItems',
  method: 'POST',
  path: '/postbatches/{id}/items',
  summary: 'Add up to 500 items to a Postbatch',
  description:
    'Returns a result for each row, in order; a row that can’t be read is `invalid` and doesn’t refuse the others. Good items are HELD (APPROVAL_MODE) until the Postbatch is approved. A VALIDATED Postbatch becomes a DRAFT again.',
  permission: 'items.write',
  readsItems: 'own',
  rateClass: 'itemCreate',
  effect: 'write',
  params: postbatchParams,
  body: postbatchBulkInput,
  output: bulkResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', 'item.needs_attention', 'item.suppressed', 'item.held'],
  prepare: (context, { params, body }) =>
    prepareBulk(context, body.items, postbatchItemInput, (input) => ({
      ...input,
      sendOn: null,
      postflowId: null,
      postbatchId: params.id,
    })),
  async handler(context, { params }, prepared) {
    const postbatch = await postbatchById(context.rows, context.scope, params.id)
    assertOpen(postbatch, 'items')
    await reopen(context, postbatch, context.now)
    return createBulk(context, prepared)
  },
})

export const correctSalutations = defineOperation({
  id: 'postbatches.correctSalutations',
  method: 'POST',
  path: '/postbatches/{id}/salutations/correct',
  summary: 'Correct salutations of a Postbatch',
  description:
    'A job writes the corrected salutation into the merge field `letterSalutation` of every item that has this salutation now, and checks whether it fits. Items added later don’t change. The Postbatch can’t be validated or approved until the job has ended. A correction replaces a waiting one of the same salutation. All corrections of a request refer to the salutations before it; one that would change the result of a waiting one is refused until that has ended. Also refused while a server of an earlier version is running, which would approve the letters without the corrections.',
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

export const quotePostbatch = defineOperation({
  id: 'postbatches.quote',
  method: 'GET',
  path: '/postbatches/{id}/quote',
  summary: 'Quote a Postbatch',
  description:
    'Exact for its present items. Before it is VALIDATED it is an estimate, since validation may exclude items. `missingCents`, `capsReached` and `notReady` say why approval would be refused now, and in test mode `beforeLive` why a live copy would be refused. After approval, it shows the reserved and captured amounts.',
  permission: 'items.read',
  effect: 'read',
  params: postbatchParams,
  output: quoteSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return quoteOf(context, await postbatchById(context.rows, context.scope, params.id))
  },
})

export const listSalutations = defineOperation({
  id: 'postbatches.salutations',
  method: 'GET',
  path: '/postbatches/{id}/salutations',
  summary: 'List the salutations of a Postbatch',
  description:
    'The distinct salutations that `{{salutation}}` prints, with the number of letters, to be checked before approval. Counts the items that may still be sent: none after the approval. Salutations are composed from all items, so a large Postbatch takes some time: the lists of an organisation are computed one at a time, and requests for the same list share it. If it takes longer than 20 seconds, the answer is 429 `rate_limited` with `Retry-After`; the list is still computed, and kept for a minute.',
  permission: 'items.read',
  rateClass: 'preview',
  effect: 'process',
  params: postbatchParams,
  query: salutationQuery,
  output: salutationPage,
  errors: ['not_found'],
  async handler(context, { params, query }) {
    const { services, scope } = context
    const postbatch = await services.store.read((rows) => postbatchById(rows, scope, params.id))
    return salutationsOf(context, postbatch, query)
  },
})

export const listPostbatchWarnings = defineOperation({
  id: 'postbatches.warnings',
  method: 'GET',
  path: '/postbatches/{id}/warnings',
  summary: 'List the warnings of a Postbatch',
  description:
    'Values that are printed differently from how they were given, and other doubts about the items waiting for approval, grouped by code with samples. Counted when the Postbatch is validated. `items.list` with `filter[postbatchId]` and `filter[warnings]` lists all items with a warning.',
  permission: 'items.read',
  effect: 'read',
  params: postbatchParams,
  output: postbatchWarnings,
  errors: ['not_found'],
  async handler(context, { params }) {
    return warningsOf(context, await postbatchById(context.rows, context.scope, params.id))
  },
})
