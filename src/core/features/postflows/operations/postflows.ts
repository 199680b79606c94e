import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { type PostflowRow, postflowStatuses, postflowsTable } from '../../../model/postflows.ts'
import { mailingFilters, mailingOfPostflow, mailingSort } from '../../items/mailing.ts'
import { assertReady, changesTargetOnly } from '../../items/mailing-settings.ts'
import { assertSold } from '../../items/price-terms.ts'
import { assertReadyForLive } from '../../items/ready-for-live.ts'
import { assertPrintable } from '../../printers/choice.ts'
import { fieldsSchema, fieldsSchemaSchema } from '../../templates/fields.ts'
import { moveItemsJob, movePostflow, postflowById, postflowToWire, settingsOf } from '../postflow.ts'
import { pauseInput, postflowInput, postflowParams, postflowPatch, postflowSchema } from '../schema.ts'
import { postflowProblems } from '../sentences.ts'

export const listPostflows = defineOperation({
  id: 'postflows.list',
  method: 'GET',
  path: '/postflows',
  summary: 'List Postflows',
  permission: 'items.read',
  effect: 'read',
  list: defineList(postflowsTable, {
    sort: mailingSort,
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: postflowStatuses, operators: ['eq', 'ne', 'in'] },
      ...mailingFilters,
    },
  }),
  output: listOf(postflowSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.postflows.list(scope, list), postflowToWire)
  },
})

export const getPostflow = defineOperation({
  id: 'postflows.get',
  method: 'GET',
  path: '/postflows/{id}',
  summary: 'Get a Postflow',
  permission: 'items.read',
  effect: 'read',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return postflowToWire(await postflowById(rows, scope, params.id))
  },
})

export const createPostflow = defineOperation({
  id: 'postflows.create',
  method: 'POST',
  path: '/postflows',
  summary: 'Create a Postflow',
  description:
    'Creates a DRAFT, which accepts items once activated. It pins one template version: the one named, or the latest of the named template.',
  permission: 'postflows.write',
  effect: 'write',
  body: postflowInput,
  output: postflowSchema,
  status: 201,
  location: '/postflows/{id}',
  async handler(context, { body }) {
    const { rows, scope, services, now } = context
    const settings = await settingsOf(context, body, undefined)
    const postflow = {
      description: null,
      advertisingCategory: null,
      approval: 'NONE',
      returnAddressId: null,
      trackingTargetUrl: null,
      duplicateWindowDays: 0,
      billingGroup: null,
      ...settings,
      id: services.ids.next('pfl'),
      ...scope,
      name: body.name,
      status: 'DRAFT',
      revision: 1,
      createdAt: now,
      updatedAt: now,
      activatedAt: null,
      archivedAt: null,
    } as PostflowRow
    await rows.postflows.insert(postflow)
    return postflowToWire(postflow)
  },
})

export const patchPostflow = defineOperation({
  id: 'postflows.patch',
  method: 'PATCH',
  path: '/postflows/{id}',
  summary: 'Update a Postflow',
  description:
    'Applies to items created later; existing ones keep their template version and category. Once activated, a Postflow keeps its product and accepts READY versions only. `trackingTargetUrl` takes effect at once, also for printed codes, and can change at any time.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  body: postflowPatch,
  output: postflowSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, now } = context
    const postflow = await postflowById(rows, scope, params.id)
    assertRevision(ifMatch, postflow.revision, 'Postflow')
    if (postflow.status === 'ARCHIVED' && !changesTargetOnly(body)) {
      throw problem(postflowProblems.sentence('invalid_state.archived_postflow'))
    }
    const settings = await settingsOf(context, body, postflow)
    const changed = { ...settings, revision: postflow.revision + 1, updatedAt: now }
    await rows.postflows.update(scope, postflow.id, changed)
    return postflowToWire({ ...postflow, ...changed })
  },
})

export const activatePostflow = defineOperation({
  id: 'postflows.activate',
  method: 'POST',
  path: '/postflows/{id}/activate',
  summary: 'Activate a Postflow',
  description:
    'The Postflow then accepts items. Its template version must have a READY static layer. A live Postflow must be ready to send: 409 `not_ready_for_live` lists everything that is missing.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  async handler(context, { params }) {
    const { rows, scope, shared } = context
    const postflow = await postflowById(rows, scope, params.id)
    // A paused Postflow must be resumed, which also moves its held items.
    if (postflow.status !== 'DRAFT') {
      throw problem(postflowProblems.sentence('invalid_state.not_activated', { status: postflow.status }))
    }
    const version = await rows.templateVersions.get(shared, postflow.templateVersionId)
    if (!version) throw new Error(`The Postflow ${postflow.id} has no template version.`)
    assertReady(version)
    await assertSold(context, postflow.specificationId)
    await assertPrintable(context.services, rows, { ...postflow, pages: version.document.pages.length })
    await assertReadyForLive(context, mailingOfPostflow(postflow))
    return postflowToWire(await movePostflow(context, postflow, 'ACTIVE'))
  },
})

export const archivePostflow = defineOperation({
  id: 'postflows.archive',
  method: 'POST',
  path: '/postflows/{id}/archive',
  summary: 'Archive a Postflow',
  description:
    'Permanent. The Postflow no longer accepts items, and a job CANCELS the waiting ones (NEEDS_ATTENTION, PENDING_APPROVAL, HELD, READY); scheduled items are printed.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope, work, now } = context
    const archived = await movePostflow(context, await postflowById(rows, scope, params.id), 'ARCHIVED')
    work.enqueue(moveItemsJob(archived, now))
    return postflowToWire(archived)
  },
})

export const getPostflowFields = defineOperation({
  id: 'postflows.fields',
  method: 'GET',
  path: '/postflows/{id}/fields',
  summary: 'Get the JSON Schema of the merge fields',
  permission: 'items.read',
  effect: 'read',
  params: postflowParams,
  output: fieldsSchemaSchema,
  errors: ['not_found'],
  async handler({ rows, scope, shared }, { params }) {
    const postflow = await postflowById(rows, scope, params.id)
    const version = await rows.templateVersions.get(shared, postflow.templateVersionId)
    if (!version) throw new Error(`The Postflow ${postflow.id} has no template version.`)
    return fieldsSchema(version.document)
  },
})

export const pausePostflow = defineOperation({
  id: 'postflows.pause',
  method: 'POST',
  path: '/postflows/{id}/pause',
  summary: 'Pause a Postflow',
  description:
    'New items are HELD at once; a job holds the items that are not scheduled yet. `holdScheduled` also holds scheduled items, as long as their run is open.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  body: pauseInput,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.held'],
  async handler(context, { params, body }) {
    const { rows, scope, work, now } = context
    const paused = await movePostflow(context, await postflowById(rows, scope, params.id), 'PAUSED')
    work.enqueue(moveItemsJob(paused, now, body.holdScheduled))
    return postflowToWire(paused)
  },
})

export const resumePostflow = defineOperation({
  id: 'postflows.resume',
  method: 'POST',
  path: '/postflows/{id}/resume',
  summary: 'Resume a Postflow',
  description:
    'A job moves the held items on, checking suppression list, approval and balance again. A live Postflow is checked as by `activate`.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  emits: ['item.ready', 'item.scheduled', 'item.pending_approval', 'item.held', 'item.suppressed'],
  async handler(context, { params }) {
    const { rows, scope, work, now } = context
    const postflow = await postflowById(rows, scope, params.id)
    if (postflow.status !== 'PAUSED') {
      throw problem(postflowProblems.sentence('invalid_state.not_resumed', { status: postflow.status }))
    }
    await assertReadyForLive(context, mailingOfPostflow(postflow))
    const resumed = await movePostflow(context, postflow, 'ACTIVE')
    work.enqueue(moveItemsJob(resumed, now))
    return postflowToWire(resumed)
  },
})
