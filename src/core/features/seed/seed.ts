import * as v from 'valibot'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { notFound, type Problem, problem } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { not } from '../../kernel/query.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { PostflowRow, PostflowStatus } from '../../model/postflows.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { TemplateRow } from '../../model/templates.ts'
import { everyone } from '../../ports/store.ts'
import { type TemplateDocument, templateDocument } from '../../template/document.ts'
import { publishFindings } from '../../template/publish-rules.ts'
import { mailingOfPostflow } from '../items/mailing.ts'
import { webAddress } from '../items/mailing-settings.ts'
import { findingsOfMailing } from '../items/ready-for-live.ts'
import { prepareVersion, publish } from '../templates/publish.ts'
import { newTemplate } from '../templates/template.ts'
import { type Design, designs } from './designs/index.ts'
import { seedProblems, seedSentences } from './sentences.ts'

export interface Place {
  document: TemplateDocument
  specification: SpecificationRow
}

/**
 * Finds the first available product on which a design can be printed, and the form of the design that keeps
 * its zones clear: the design's own product, or one of the same size. Otherwise returns the reason.
 */
export const placeFor = (
  design: Design,
  offered: readonly SpecificationRow[],
): Place | { leftOut: string } => {
  const documents = [design.document, ...(design.otherDocuments ?? [])].map((one) =>
    v.parse(templateDocument, one),
  )
  const inOrder = offered.toSorted((a, b) => rank(design, a) - rank(design, b) || (a.id < b.id ? -1 : 1))
  let refused: string | undefined
  for (const specification of inOrder) {
    for (const document of documents) {
      const errors = errorsOn(document, specification)
      const [error] = errors
      if (!error) return { document, specification }
      if (errors.every(({ field }) => !ofSize.includes(field ?? ''))) {
        refused ??= refusedOn(specification, error)
      }
    }
  }
  const { trim, bleed, pages } = documents[0]!
  const size = { w: trim.w, h: trim.h, bleed, pages: pages.length }
  return { leftOut: refused ?? seedSentences.sentence('design_left_out.size', size).message }
}

/** Findings about these fields mean that the sheet has another size. */
const ofSize: readonly string[] = ['trim', 'bleed', 'pages']

/** Lower is better: the design's own product, then simplex before duplex, then smaller envelopes. */
const rank = ({ specificationId }: Design, { id, sheet, envelope }: SpecificationRow): number => {
  if (id === specificationId) return 0
  return (sheet.plex === 'duplex' ? 1e6 : 1) + (envelope ? envelope.w * envelope.h : 1e5)
}

const errorsOn = (document: TemplateDocument, { sheet }: SpecificationRow) => {
  const fonts = document.fonts.map(({ id }) => id)
  return publishFindings(document, sheet, { fonts, assets: [] }).filter(
    ({ severity }) => severity === 'error',
  )
}

const refusedOn = ({ name }: SpecificationRow, { message }: { message: string }): string =>
  seedSentences.sentence('design_left_out.refused', { specification: name, reason: message }).message

const noDesignFits = (leftOut: readonly { name: string; reason: string }[]): Problem =>
  problem(
    seedProblems.sentence('invalid_state.no_design_fits', {
      reasons: leftOut.map(({ name, reason }) => `${name}: ${reason}`).join(' '),
    }),
  )

const seedInput = v.strictObject({ trackingTargetUrl: v.optional(webAddress) })
/** `trackingTargetUrl` is the destination of live QR codes, http or https. Only the sender knows it. */
export type SeedInput = v.InferInput<typeof seedInput>

/** The samples of an organisation after `seed`, whether created now or before. */
export interface Seeded {
  templates: { id: string; versionId: string; name: string }[]
  postflows: { id: string; name: string; mode: Mode; status: PostflowStatus }[]
  /** Designs without a suitable product here, and why. */
  leftOut: { name: string; reason: string }[]
}

/**
 * Creates published templates, and Postflows in both modes, on available products. A design whose own product
 * is unavailable is put on one with the same page size, or left out. Test Postflows are active; live ones are
 * drafts until a return address, the server's address and the destination of codes (`trackingTargetUrl`) are
 * set. Existing objects (by name) do not change. Throws 404 for an unknown organisation, 422 for a URL other
 * than http and https, and 409 if no design fits.
 */
export const seedOrganisation = async (
  services: Services,
  organisationId: string,
  input: SeedInput = {},
): Promise<Seeded> => {
  const { trackingTargetUrl: liveTarget = null } = parse(seedInput, input, 'body')
  const organisation = await services.store.read((rows) => rows.organisations.get(everyone, organisationId))
  if (!organisation) throw notFound('organisation')
  const seeded: Seeded = { templates: [], postflows: [], leftOut: [] }
  for (const design of designs) {
    const template = await seedTemplate(services, organisation, design)
    if ('leftOut' in template) {
      seeded.leftOut.push({ name: design.name, reason: template.leftOut })
      continue
    }
    seeded.templates.push({ id: template.id, versionId: template.latestVersionId!, name: template.name })
    for (const mode of ['live', 'test'] as const) {
      const trackingTargetUrl = mode === 'live' ? liveTarget : design.trackingTargetUrl
      const from = { organisation, mode, design, template, trackingTargetUrl }
      const { id, status } = await seedPostflow(services, from)
      seeded.postflows.push({ id, name: design.name, mode, status })
    }
  }
  if (seeded.templates.length === 0) throw noDesignFits(seeded.leftOut)
  return seeded
}

const seedTemplate = async (
  services: Services,
  organisation: OrganisationRow,
  design: Design,
): Promise<TemplateRow | { leftOut: string }> => {
  const shared = { organisationId: organisation.id }
  const caller = { kind: 'operator' as const, id: 'seed', name: 'seed', scopes: [] }
  const now = services.clock.now()
  const { found, offered } = await services.store.read(async (rows) => ({
    found: await rows.templates.find(shared, { name: design.name }),
    offered: await rows.specifications.find(everyone, { active: true }),
  }))
  const isOffered = (id: string) => offered.some((specification) => specification.id === id)
  const present = found.find((row) => row.latestVersionId !== null && isOffered(row.specificationId))
  if (present) return present
  const place = placeFor(design, offered)
  if ('leftOut' in place) return place
  const template = newTemplate({ services, shared, caller, now }, { name: design.name, ...place })
  const prepared = await prepareVersion(services, template)
  const [error] = prepared.errors
  if (error) return { leftOut: refusedOn(place.specification, error) }
  return transact(services, async (transaction) => {
    await transaction.rows.templates.insert(template)
    const by = { services, actor: { type: 'SYSTEM' as const, id: 'seed' }, now }
    const version = await publish(transaction, template, prepared, by)
    return { ...template, latestVersionId: version.id, latestVersionNumber: version.number }
  })
}

const seedPostflow = (
  services: Services,
  from: {
    organisation: OrganisationRow
    mode: Mode
    design: Design
    template: TemplateRow
    trackingTargetUrl: string | null
  },
): Promise<PostflowRow> =>
  services.store.write(async (rows) => {
    const { organisation, mode, design, template, trackingTargetUrl } = from
    const scope = { organisationId: organisation.id, mode }
    const [present] = await rows.postflows.find(scope, { templateId: template.id, status: not('ARCHIVED') })
    if (present) return present
    const now = services.clock.now() + (mode === 'test' ? organisation.testClockOffsetMs : 0)
    const draft: PostflowRow = {
      id: services.ids.next('pfl'),
      ...scope,
      name: design.name,
      description: null,
      status: 'DRAFT',
      templateId: template.id,
      templateVersionId: template.latestVersionId!,
      productId: template.productId,
      specificationId: template.specificationId,
      advertisingCategory: design.advertisingCategory,
      approval: 'NONE',
      returnAddressId: null,
      trackingTargetUrl,
      duplicateWindowDays: 0,
      revision: 1,
      createdAt: now,
      updatedAt: now,
      activatedAt: null,
      archivedAt: null,
      billingGroup: null,
    }
    const missing =
      mode === 'live'
        ? await findingsOfMailing(services.config, rows, organisation.id, mailingOfPostflow(draft))
        : []
    const postflow: PostflowRow =
      missing.length > 0 ? draft : { ...draft, status: 'ACTIVE', activatedAt: now }
    await rows.postflows.insert(postflow)
    return postflow
  })
