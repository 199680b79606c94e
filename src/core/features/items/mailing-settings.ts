import * as v from 'valibot'
import type { WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { invalid, type ParameterError, Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { hasUserInformation } from '../../kernel/network.ts'
import { fields, id, storable } from '../../kernel/wire-fields.ts'
import { described } from '../../kernel/wire-schema.ts'
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
 * Kept as a browser would send it: it becomes a header of the redirect, where a line end or a letter beyond
 * ASCII has no place.
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

/** The cost centre of what is sent, of a Postflow or a Postbatch. */
export const mailingGroup = (counts: string) =>
  described(
    v.optional(v.nullable(billingGroup)),
    `The cost centre of items that name none themselves, at most 64 characters; null for none. ${counts}`,
  )

/** What Postflows and Postbatches take alike. */
export const mailingFields = {
  description: described(
    v.optional(v.nullable(text(500))),
    'A note for people, at most 500 characters; null removes it.',
  ),
  templateVersionId: described(
    v.optional(id),
    'The published version to print, `tv_…`. This or `templateId`.',
  ),
  templateId: described(
    v.optional(id),
    'Instead of `templateVersionId`: the template’s latest published version as of now, `tpl_…`.',
  ),
  advertisingCategory: described(
    v.optional(v.nullable(v.pipe(v.string(), v.maxLength(41)))),
    'Key of the advertising category, e.g. `retail`; null for transactional mail, which people who want no advertising still get.',
  ),
  returnAddressId: described(
    v.optional(v.nullable(id)),
    'The return address above the recipient, `ret_…`; null for the organisation’s default.',
  ),
  trackingTargetUrl: described(
    v.optional(v.nullable(webAddress)),
    'Web address to which a scan of a piece’s QR code leads, `https://…`; null if nowhere.',
  ),
  billingGroup: mailingGroup('Counts for items that come after it.'),
}

/** The fields of a `Postflow` and a `Postbatch` that both show: what it is called and what is printed. */
export const mailingAnswer = (kind: 'Postflow' | 'Postbatch') => ({
  isTest: fields.isTest,
  name: described(v.string(), 'Name for people.'),
  description: described(v.nullable(v.string()), 'A note for people; null if there is none.'),
  templateId: fields.templateId,
  templateVersionId: described(
    v.string(),
    `The version of the template that is printed, \`tv_…\`. Publishing a new version changes nothing until the ${kind} is patched.`,
  ),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  advertisingCategory: described(
    v.nullable(v.string()),
    'Key of what it advertises, e.g. `retail`; null for transactional mail.',
  ),
  returnAddressId: described(
    v.nullable(v.string()),
    'The return address, `ret_…`; null for the organisation’s default.',
  ),
  trackingTargetUrl: described(
    v.nullable(v.string()),
    'Web address to which a scan of a piece’s QR code leads; null if nowhere.',
  ),
  billingGroup: described(
    v.nullable(v.string()),
    'The cost centre of items that name none themselves; null if there is none.',
  ),
})

/** The settings that Postflows and Postbatches share when they are created or changed. */
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
 * The columns that a create or patch sets, with every reference checked. `present` is the current row, whose
 * choices stay allowed even where they have been archived since. With `keepsProduct` another version must be
 * READY and of the same product specification. Throws one 422 with all offending fields.
 */
export const resolveMailingSettings = async <Body extends MailingSettings>(
  context: Resolving,
  body: Body,
  present: Present | undefined,
  { keepsProduct }: { keepsProduct: boolean },
): Promise<Omit<Body, 'templateId' | 'templateVersionId'> & Partial<Pinned>> => {
  const errors: ParameterError[] = []
  /** Collects the errors of a 422 and goes on. */
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
 * Whether a patch changes nothing but `trackingTargetUrl`. It is looked up when a code is scanned, so it may
 * change at any time after printing.
 */
export const changesTargetOnly = (
  body: MailingSettings & { trackingTargetUrl?: string | null | undefined },
): boolean =>
  body.trackingTargetUrl !== undefined &&
  Object.entries(body).every(([name, value]) => value === undefined || name === 'trackingTargetUrl')

/** The version that the body names, directly or through its template; undefined where a patch names none. */
const pinnedVersion = async (
  { rows, shared }: Resolving,
  body: MailingSettings,
  present: Present | undefined,
  keepsProduct: boolean,
): Promise<Pinned | undefined> => {
  const { templateId, templateVersionId } = body
  if (templateId === undefined && templateVersionId === undefined) {
    if (present) return undefined
    throw invalid('templateVersionId', itemInputSentences.say('required.template'))
  }
  if (templateId !== undefined && templateVersionId !== undefined) {
    throw invalid('templateId', itemInputSentences.say('conflict.template'))
  }
  const parameter = templateId === undefined ? 'templateVersionId' : 'templateId'
  const named = templateId === undefined ? undefined : await rows.templates.get(shared, templateId)
  if (templateId !== undefined && !named) throw unknownId(parameter, 'tpl', templateId)
  const versionId = templateVersionId ?? named?.latestVersionId
  if (!versionId) throw invalid(parameter, itemInputSentences.say('unpublished.template'))
  const version = await rows.templateVersions.get(shared, versionId)
  if (!version) throw unknownId(parameter, 'tv', versionId)
  const template = named ?? (await rows.templates.get(shared, version.templateId))
  if (!template) throw new Error(`The template version ${version.id} has no template.`)
  if (template.status === 'ARCHIVED' && template.id !== present?.templateId) {
    throw invalid(parameter, itemInputSentences.say('archived.template'))
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
      throw invalid(parameter, itemInputSentences.say('other_product.version'))
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

/** Throws 409 unless the version's static layer is READY to be printed. */
export const assertReady = (version: Pick<TemplateVersionRow, 'id' | 'staticLayerStatus'>): void => {
  if (version.staticLayerStatus === 'READY') return
  throw problem(
    itemProblems.say('invalid_state.layer', {
      templateVersionId: version.id,
      status: version.staticLayerStatus,
    }),
  )
}

const assertReturnAddress = async ({ rows, shared }: Resolving, id: string): Promise<void> => {
  if (await rows.returnAddresses.get(shared, id)) return
  throw unknownId('returnAddressId', 'ret', id)
}
