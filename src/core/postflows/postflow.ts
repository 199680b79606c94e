import { assertChoosable } from '../advertising-categories/category.ts'
import type { ModeScope, WriteContext } from '../context.ts'
import { invalid, notFound, type ParameterError, Problem, problem, validationFailed } from '../errors.ts'
import type { Rows } from '../ports/store.ts'
import type { TemplateVersionRow } from '../templates/store.ts'
import { toDateTime, toDateTimeOrNull } from '../time.ts'
import { type PostflowStatus, postflowLifecycle } from './lifecycle.ts'
import type { Postflow, PostflowPatch } from './schema.ts'
import type { PostflowRow } from './store.ts'

export const postflowToWire = (row: PostflowRow): Postflow => ({
  id: row.id,
  isTest: row.mode === 'test',
  name: row.name,
  description: row.description,
  status: row.status,
  templateId: row.templateId,
  templateVersionId: row.templateVersionId,
  productId: row.productId,
  productSpecificationId: row.specificationId,
  advertisingCategory: row.advertisingCategory,
  approval: row.approval,
  returnAddressId: row.returnAddressId,
  trackingTargetUrl: row.trackingTargetUrl,
  duplicateWindowDays: row.duplicateWindowDays,
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
  activatedAt: toDateTimeOrNull(row.activatedAt),
  archivedAt: toDateTimeOrNull(row.archivedAt),
})

export const postflowById = async (rows: Rows, scope: ModeScope, id: string): Promise<PostflowRow> => {
  const postflow = await rows.postflows.get(scope, id)
  if (!postflow) throw notFound('Postflow')
  return postflow
}

type Pinned = Pick<PostflowRow, 'templateId' | 'templateVersionId' | 'productId' | 'specificationId'>
type Resolving = Pick<WriteContext, 'rows' | 'scope' | 'shared'>

/**
 * The columns that a create or patch sets, every reference checked. `present` is the Postflow as it is:
 * what it has chosen already stays allowed, an archived category too. Throws one 422 with all offending fields.
 */
export const settingsOf = async (
  context: Resolving,
  body: PostflowPatch,
  present: PostflowRow | undefined,
): Promise<Partial<PostflowRow>> => {
  const errors: ParameterError[] = []
  /** Gathers a 422 instead of stopping at it. */
  const gather = async <T>(check: Promise<T>): Promise<T | undefined> => {
    try {
      return await check
    } catch (error) {
      if (!(error instanceof Problem) || error.errors.length === 0) throw error
      errors.push(...error.errors)
      return undefined
    }
  }
  const pinned = await gather(pinnedVersion(context, body, present))
  const { advertisingCategory, returnAddressId } = body
  if (advertisingCategory && advertisingCategory !== present?.advertisingCategory) {
    await gather(assertChoosable(context.rows, context.scope, advertisingCategory, 'advertisingCategory'))
  }
  if (returnAddressId) await gather(assertReturnAddress(context, returnAddressId))
  if (errors.length > 0) throw validationFailed(errors)
  const { templateId: _template, templateVersionId: _version, ...plain } = body
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  return { ...given, ...pinned }
}

/** The version that the body names, itself or through its template; nothing where a patch names none. */
const pinnedVersion = async (
  { rows, shared }: Resolving,
  body: PostflowPatch,
  present: PostflowRow | undefined,
): Promise<Pinned | undefined> => {
  const { templateId, templateVersionId } = body
  if (templateId === undefined && templateVersionId === undefined) {
    if (present) return undefined
    throw invalid(
      'templateVersionId',
      'Name a templateVersionId, or a templateId for its latest version.',
      'required',
    )
  }
  if (templateId !== undefined && templateVersionId !== undefined) {
    throw invalid('templateId', 'Name a templateVersionId or a templateId, not both.', 'conflict')
  }
  const parameter = templateId === undefined ? 'templateVersionId' : 'templateId'
  const named = templateId === undefined ? undefined : await rows.templates.get(shared, templateId)
  if (templateId !== undefined && !named)
    throw invalid(parameter, `There is no template ${templateId}.`, 'unknown')
  const versionId = templateVersionId ?? named?.latestVersionId
  if (!versionId) throw invalid(parameter, 'The template has no published version yet.', 'unpublished')
  const version = await rows.templateVersions.get(shared, versionId)
  if (!version) throw invalid(parameter, `There is no template version ${versionId}.`, 'unknown')
  const template = named ?? (await rows.templates.get(shared, version.templateId))
  if (!template) throw new Error(`The template version ${version.id} has no template.`)
  if (template.status === 'ARCHIVED' && template.id !== present?.templateId) {
    throw invalid(parameter, 'The template is archived and cannot be chosen any more.', 'archived')
  }
  return pin(parameter, template.productId, version, present)
}

/** Once activated, a Postflow keeps its product: its items have prices and runs of that product. */
const pin = (
  parameter: string,
  productId: string,
  version: TemplateVersionRow,
  present: PostflowRow | undefined,
): Pinned => {
  if (present && present.status !== 'DRAFT') {
    if (version.specificationId !== present.specificationId) {
      throw invalid(
        parameter,
        'The version is for another product than this Postflow prints.',
        'other_product',
      )
    }
    assertReady(version)
  }
  return {
    templateId: version.templateId,
    templateVersionId: version.id,
    productId,
    specificationId: version.specificationId,
  }
}

/** 409 unless the version's static layer can be printed. */
export const assertReady = (version: Pick<TemplateVersionRow, 'id' | 'staticLayerStatus'>): void => {
  if (version.staticLayerStatus === 'READY') return
  throw problem(
    'invalid_state',
    `The static layer of the template version ${version.id} is ${version.staticLayerStatus}; it must be READY.`,
  )
}

const assertReturnAddress = async ({ rows, shared }: Resolving, id: string): Promise<void> => {
  if (await rows.returnAddresses.get(shared, id)) return
  throw invalid('returnAddressId', `There is no return address ${id}.`, 'unknown')
}

/** Moves a Postflow to another status; 409 where its lifecycle forbids that. The caller says what its items do. */
export const movePostflow = async (
  { rows, scope, now }: Pick<WriteContext, 'rows' | 'scope' | 'now'>,
  postflow: PostflowRow,
  to: PostflowStatus,
): Promise<PostflowRow> => {
  postflowLifecycle.assert(postflow.status, to)
  const changed = {
    status: to,
    activatedAt: to === 'ACTIVE' ? (postflow.activatedAt ?? now) : postflow.activatedAt,
    archivedAt: to === 'ARCHIVED' ? now : postflow.archivedAt,
    revision: postflow.revision + 1,
    updatedAt: now,
  }
  await rows.postflows.update(scope, postflow.id, changed)
  return { ...postflow, ...changed }
}
