import type { ProcessContext, Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { asError, type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import { type Finding, finding, hasErrors } from '../../kernel/finding.ts'
import type { ActorType, TemplateRow, TemplateVersionRow } from '../../model/templates.ts'
import type { WritableRows } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import type { Sheet } from '../../template/sheet.ts'
import { printsSalutation } from '../../template/tags.ts'
import { elementOfFinding } from '../../template/zones.ts'
import { printableFindings } from '../printers/choice.ts'
import { specificationOf, versionOf } from '../products/specifications.ts'
import { assetIdsOf, assetRowsOf } from './assets.ts'
import { compileDocument, keepLayer, withMeasuredZones } from './compiled.ts'
import { assetSentences, templateProblems } from './sentences.ts'
import { activeTemplate } from './template.ts'

/** A checked and compiled draft. Compiling takes too long for the publishing transaction. */
export interface PreparedVersion {
  /** Revision of the checked draft; `publish` refuses another. */
  revision: number
  engine: string
  findings: Finding[]
  errors: ParameterError[]
  layerKey: string | undefined
  specificationVersion: number
}

type Draft = Pick<TemplateRow, 'organisationId' | 'draft' | 'draftRevision' | 'specificationId'>

/** Checks a draft and compiles its static layer. */
export const checkDraft = async (services: Services, template: Draft) => {
  const { specification, assets, unprintable } = await services.store.read(async (rows) => {
    const { organisationId, draft, specificationId } = template
    const specification = await specificationOf(services, rows, specificationId)
    const pieces = { organisationId, pages: draft.pages.length }
    return {
      specification,
      assets: await assetRowsOf(rows, organisationId, draft, 'ACTIVE'),
      unprintable: await printableFindings(rows, specification, pieces),
    }
  })
  const { sheet } = specification
  const {
    findings: all,
    layer,
    layerSha256,
  } = await compileDocument(services, template.organisationId, template.draft, sheet, assets)
  const design = { document: template.draft, sheet }
  const found = await withMeasuredZones(services, template.organisationId, design, assets, all)
  const findings = [...found, ...unprintable, ...(await beyondEarlierServers(services, template.draft))]
  return { findings, layer, layerSha256, specification }
}

/** Checks a draft and stores its static layer, which nothing refers to before `publish`. */
export const prepareVersion = async (services: Services, template: Draft): Promise<PreparedVersion> => {
  const { findings, layer, layerSha256, specification } = await checkDraft(services, template)
  const stopping = findings.filter((finding) => hasErrors([finding]))
  return {
    revision: template.draftRevision,
    specificationVersion: versionOf(specification.version),
    engine: services.renderer.engine,
    findings,
    errors: stopping.map((finding) =>
      asError(finding, placeOf(finding, template.draft, specification.sheet)),
    ),
    layerKey:
      layer && layerSha256 !== undefined && stopping.length === 0
        ? await keepLayer(services, { layer, layerSha256 })
        : undefined,
  }
}

/** First migration of the version that prints amounts, decimals, days in words, salutations and weights. */
const printsAll = '0043'

/** Finds merge fields and fonts that another running server of an earlier version can't print. */
const beyondEarlierServers = async (services: Services, document: TemplateDocument): Promise<Finding[]> => {
  const fields = Object.entries(document.variables)
    .filter(([, { type, format }]) => type === 'money' || type === 'decimal' || format !== undefined)
    .map(([name]) => name)
  if (printsSalutation(document)) fields.push('salutation')
  const fonts = document.fonts.filter(({ weight }) => weight !== undefined)
  if (fields.length + fonts.length === 0 || !(await services.store.hasEarlierServers?.(printsAll))) return []
  return [
    ...fields.map((name) =>
      finding('error', assetSentences.sentence('earlier_server.merge_field', { name })),
    ),
    ...fonts.map(({ id }) =>
      finding('error', assetSentences.sentence('earlier_server.weight', { font: id })),
    ),
  ]
}

export const prepareTemplate = (context: ProcessContext, id: string): Promise<PreparedVersion> =>
  context.services.store
    .read((rows) => activeTemplate({ rows, shared: context.shared }, id))
    .then((template) => prepareVersion(context.services, template))

/** Publishes a version. Throws 422 with every error that prevents printing, 412 if the draft was changed. */
export const publish = async (
  { rows, work }: Transaction,
  template: TemplateRow,
  prepared: PreparedVersion,
  by: { services: Services; actor: { type: ActorType; id: string }; now: number },
): Promise<TemplateVersionRow> => {
  if (template.draftRevision !== prepared.revision) {
    throw problem(templateProblems.sentence('revision_conflict.publishing'))
  }
  if (prepared.errors.length > 0) throw validationFailed(prepared.errors)
  if (prepared.layerKey === undefined) {
    throw new Error(`The renderer returned no layer of ${template.id} and no reason.`)
  }
  const version: TemplateVersionRow = {
    id: by.services.ids.next('tv'),
    organisationId: template.organisationId,
    templateId: template.id,
    number: template.latestVersionNumber + 1,
    specificationId: template.specificationId,
    document: template.draft,
    publishedAt: by.now,
    publishedByType: by.actor.type,
    publishedById: by.actor.id,
    staticLayerStatus: 'READY',
    layerKey: prepared.layerKey,
    engine: prepared.engine,
    findings: prepared.findings,
    specificationVersion: prepared.specificationVersion,
  }
  const { organisationId } = template
  await rows.templateVersions.insert(version)
  await recordAssets(rows, version)
  await rows.templates.update({ organisationId }, template.id, {
    latestVersionId: version.id,
    latestVersionNumber: version.number,
    updatedAt: by.now,
  })
  work.emit({
    type: 'template.published',
    organisationId,
    mode: 'live',
    at: by.now,
    data: {
      template: { id: template.id, versionId: version.id, number: version.number, status: template.status },
    },
  })
  return version
}

/** Records the assets that the version uses. Throws 412 if one was deleted since it was prepared. */
const recordAssets = async (rows: WritableRows, version: TemplateVersionRow): Promise<void> => {
  const { id, organisationId, document } = version
  const ids = assetIdsOf(document)
  if (ids.length === 0) return
  const present = await assetRowsOf(rows, organisationId, document, 'ACTIVE')
  if (present.length < ids.length) {
    throw problem(templateProblems.sentence('revision_conflict.asset_gone'))
  }
  await rows.assetUses.insertMany(
    ids.map((assetId) => ({ id: `${id}|${assetId}`, organisationId, assetId, templateVersionId: id })),
  )
}

/** Returns a dotted path such as `document.pages[1].elements[4]`. */
const placeOf = (finding: Finding, document: TemplateDocument, sheet: Sheet): string => {
  if (finding.field !== undefined) return `document.${finding.field.replace(/\.(\d+)/g, '[$1]')}`
  if (finding.page === undefined) return 'document'
  const page = `document.pages[${finding.page - 1}]`
  const element = elementOfFinding(finding, document, sheet)
  return element === undefined ? page : `${page}.elements[${element}]`
}
