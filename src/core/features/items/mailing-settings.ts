import * as v from 'valibot'
import type { WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { invalid, type ParameterError, Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { hasUserInformation } from '../../kernel/network.ts'
import { described, fields, id, storable } from '../../kernel/wire-schema.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import type { TemplateVersionRow } from '../../model/templates.ts'
import { assertChoosable } from '../advertising-categories/category.ts'
import { useBillingGroup } from './billing-groups.ts'
import { billingGroup } from './schema.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), storable)
export const mailingName = v.pipe(text(120), v.minLength(1))
export const maxAddressLength = 2_000
/**
 * A URL, stored as browsers send it: it becomes a header of the redirect, which allows neither line ends nor
 * characters beyond ASCII.
 */
export const webAddress = v.pipe(
  text(maxAddressLength),
  v.check(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    itemInputSentences.message('invalid_value.web_address'),
  ),
  v.check(
    (value) => !hasUserInformation(value),
    itemInputSentences.message('invalid_value.user_information'),
  ),
  v.transform((value) => new URL(value).href),
  v.check(
    (value) => value.length <= maxAddressLength,
    itemInputSentences.message('invalid_value.long_web_address', { limit: maxAddressLength }),
  ),
)

/** Schema of the cost centre of a Postflow or Postbatch. */
export const mailingGroup = (counts: string) =>
  described(
    v.optional(v.nullable(billingGroup)),
    `Cost centre of items without their own, at most 64 characters; null for none. ${counts}`,
  )

/** Settings shared by Postflows and Postbatches. */
export const mailingFields = {
  description: described(
    v.optional(v.nullable(text(500))),
    'An internal note, at most 500 characters; null removes it.',
  ),
  templateVersionId: described(
    v.optional(id),
    'The published version to print, `tv_…`. This or `templateId`.',
  ),
  templateId: described(
    v.optional(id),
    'Instead of `templateVersionId`: the template’s latest published version at this time, `tpl_…`.',
  ),
  advertisingCategory: described(
    v.optional(v.nullable(v.pipe(v.string(), v.maxLength(41)))),
    'Key of the advertising category, e.g. `retail`; null for transactional mail, which also reaches recipients who want no advertising.',
  ),
  returnAddressId: described(
    v.optional(v.nullable(id)),
    'The return address above the recipient, `ret_…`; null for the organisation’s default.',
  ),
  trackingTargetUrl: described(
    v.optional(v.nullable(webAddress)),
    'Target URL of the piece’s QR code, `https://…`; null for none.',
  ),
  billingGroup: mailingGroup('Applies to items created later.'),
}

/** Fields that a `Postflow` and a `Postbatch` share: name and printed content. */
export const mailingAnswer = (kind: 'Postflow' | 'Postbatch') => ({
  isTest: fields.isTest,
  name: described(v.string(), 'Display name.'),
  description: described(v.nullable(v.string()), 'An internal note; null for none.'),
  templateId: fields.templateId,
  templateVersionId: described(
    v.string(),
    `The printed template version, \`tv_…\`. Publishing a new version changes nothing until the ${kind} is patched.`,
  ),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  advertisingCategory: described(
    v.nullable(v.string()),
    'Key of the advertising category, e.g. `retail`; null for transactional mail.',
  ),
  returnAddressId: described(
    v.nullable(v.string()),
    'The return address, `ret_…`; null for the organisation’s default.',
  ),
  trackingTargetUrl: described(v.nullable(v.string()), 'Target URL of the piece’s QR code; null for none.'),
  billingGroup: described(v.nullable(v.string()), 'Cost centre of items without their own; null for none.'),
})

/** Settings that Postflows and Postbatches share on creation and change. */
export interface MailingSettings {
  templateId?: string | undefined
  templateVersionId?: string | undefined
  advertisingCategory?: string | null | undefined
  returnAddressId?: string | null | undefined
  billingGroup?: string | null | undefined
}

type Pinned = Pick<PostflowRow, 'templateId' | 'templateVersionId' | 'productId' | 'specificationId'>
export type Resolving = Pick<WriteContext, 'rows' | 'scope' | 'shared' | 'now'>

type Present = Pinned & Pick<PostflowRow, 'advertisingCategory'>

/**
 * Returns the columns that a create or patch sets, with all references checked. `present` is the current row,
 * whose choices stay allowed even if archived since. With `keepsProduct`, another version must be READY and
 * of the same specification. Throws one 422 with all offending fields.
 */
export const resolveMailingSettings = async <Body extends MailingSettings>(
  context: Resolving,
  body: Body,
  present: Present | undefined,
  { keepsProduct }: { keepsProduct: boolean },
): Promise<Omit<Body, 'templateId' | 'templateVersionId'> & Partial<Pinned>> => {
  const errors: ParameterError[] = []
  /** Returns the result; undefined for a 422, whose errors it collects. */
  const gather = async <T>(check: Promise<T>): Promise<T | undefined> => {
    try {
      return await check
    } catch (error) {
      if (!(error instanceof Problem) || error.errors.length === 0) throw error
      errors.push(...error.errors)
      return undefined
    }
  }
  const pinned = await gather(pinnedVersion(context, body, present, keepsProduct))
  const { advertisingCategory, returnAddressId } = body
  if (advertisingCategory && advertisingCategory !== present?.advertisingCategory) {
    await gather(assertChoosable(context.rows, context.scope, advertisingCategory, 'advertisingCategory'))
  }
  if (returnAddressId) await gather(assertReturnAddress(context, returnAddressId))
  if (body.billingGroup) await gather(useBillingGroup(context, body.billingGroup))
  if (errors.length > 0) throw validationFailed(errors)
  const { templateId: _template, templateVersionId: _version, ...plain } = body
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  return { ...(given as typeof plain), ...pinned }
}

/**
 * Whether a patch changes only `trackingTargetUrl`, which is looked up at each scan and may change at any
 * time.
 */
export const changesTargetOnly = (
  body: MailingSettings & { trackingTargetUrl?: string | null | undefined },
): boolean =>
  body.trackingTargetUrl !== undefined &&
  Object.entries(body).every(([name, value]) => value === undefined || name === 'trackingTargetUrl')

/** Returns the version named directly or by its template; undefined if a patch names none. */
const pinnedVersion = async (
  { rows, shared }: Resolving,
  body: MailingSettings,
  present: Present | undefined,
  keepsProduct: boolean,
): Promise<Pinned | undefined> => {
  const { templateId, templateVersionId } = body
  if (templateId === undefined && templateVersionId === undefined) {
    if (present) return undefined
    throw invalid('templateVersionId', itemInputSentences.sentence('required.template'))
  }
  if (templateId !== undefined && templateVersionId !== undefined) {
    throw invalid('templateId', itemInputSentences.sentence('conflict.template'))
  }
  const parameter = templateId === undefined ? 'templateVersionId' : 'templateId'
  const named = templateId === undefined ? undefined : await rows.templates.get(shared, templateId)
  if (templateId !== undefined && !named) throw unknownId(parameter, 'tpl', templateId)
  const versionId = templateVersionId ?? named?.latestVersionId
  if (!versionId) throw invalid(parameter, itemInputSentences.sentence('unpublished.template'))
  const version = await rows.templateVersions.get(shared, versionId)
  if (!version) throw unknownId(parameter, 'tv', versionId)
  const template = named ?? (await rows.templates.get(shared, version.templateId))
  if (!template) throw new Error(`The template version ${version.id} has no template.`)
  if (template.status === 'ARCHIVED' && template.id !== present?.templateId) {
    throw invalid(parameter, itemInputSentences.sentence('archived.template'))
  }
  return pin(parameter, template.productId, version, keepsProduct ? present : undefined)
}

const pin = (
  parameter: string,
  productId: string,
  version: TemplateVersionRow,
  kept: Pinned | undefined,
): Pinned => {
  if (kept) {
    if (version.specificationId !== kept.specificationId) {
      throw invalid(parameter, itemInputSentences.sentence('other_product.version'))
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

/** Throws 409 unless the version's static layer is READY. */
export const assertReady = (version: Pick<TemplateVersionRow, 'id' | 'staticLayerStatus'>): void => {
  if (version.staticLayerStatus === 'READY') return
  throw problem(
    itemProblems.sentence('invalid_state.layer', {
      templateVersionId: version.id,
      status: version.staticLayerStatus,
    }),
  )
}

const assertReturnAddress = async ({ rows, shared }: Resolving, id: string): Promise<void> => {
  if (await rows.returnAddresses.get(shared, id)) return
  throw unknownId('returnAddressId', 'ret', id)
}
