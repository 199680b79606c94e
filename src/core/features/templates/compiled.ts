import { firstFindings } from '../../engine/first-findings.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { type Finding, hasErrors } from '../../kernel/finding.ts'
import type { AssetRow } from '../../model/assets.ts'
import type { TemplateVersionRow } from '../../model/templates.ts'
import type { CompiledTemplate, CompileResult, Piece } from '../../ports/renderer.ts'
import type { Rows } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import type { Sheet } from '../../template/sheet.ts'
import { isMeasured, isOfPdfInZone } from '../../template/zones.ts'
import { cachedMark } from '../products/current-catalogue.ts'
import { printedSheet, specificationAt, specificationOf } from '../products/specifications.ts'
import { assetRowsOf, sizeFindings, withBytes } from './assets.ts'
import { templateProblems } from './sentences.ts'

/** About as many as a part of a run uses. The limit in bytes allows large images in only a few of them. */
const maxCachedTemplates = 64
const maxCachedBytes = 128 * 1024 * 1024
const cached = new WeakMap<Services, Map<string, Cached>>()
interface Cached {
  /** Mark of its catalogue; undefined for a fixed specification version, which never changes. */
  mark: string | undefined
  template: Promise<CompiledTemplate>
  /** Bytes of its layer; 0 during compilation. */
  bytes: number
}

/**
 * Returns a published version on the current sheet of its specification, or on the sheet of
 * `specificationVersion`. Cached. "Current" means the catalogue last read: call `currentCatalogue` first,
 * because another server may have changed it. Compiles a layer of another engine again, so that static and
 * variable text come from one engine. Call it in `prepare` or a job, never in a transaction. Throws if there
 * is no such version, and 409 if it can't be compiled.
 */
export const compiledTemplate = (
  services: Services,
  { organisationId }: { organisationId: string },
  versionId: string,
  specificationVersion?: number,
): Promise<CompiledTemplate> => {
  const known = cached.get(services) ?? new Map<string, Cached>()
  cached.set(services, known)
  const key = `${versionId}|${specificationVersion ?? ''}`
  const mark = specificationVersion === undefined ? cachedMark(services) : undefined
  const present = known.get(key)
  const found =
    present?.mark === mark && present
      ? present
      : loading(services, known, key, { mark, organisationId, versionId, specificationVersion })
  // Moves the entry to the end: the least recently used is removed first.
  known.delete(key)
  known.set(key, found)
  if (known.size > maxCachedTemplates) known.delete(known.keys().next().value!)
  return found.template
}

interface VersionKey {
  mark: string | undefined
  organisationId: string
  versionId: string
  specificationVersion: number | undefined
}

const loading = (
  services: Services,
  known: Map<string, Cached>,
  key: string,
  versionKey: VersionKey,
): Cached => {
  const entry: Cached = { mark: versionKey.mark, template: load(services, versionKey), bytes: 0 }
  entry.template.then(
    ({ layer }) => {
      entry.bytes = layer.length
      forgetBeyond(known, maxCachedBytes)
    },
    () => {
      if (known.get(key) === entry) known.delete(key)
    },
  )
  return entry
}

/** Removes the least recently used entries above `limit` bytes. The last one stays, whatever its size. */
const forgetBeyond = (known: Map<string, Cached>, limit: number): void => {
  let bytes = [...known.values()].reduce((sum, entry) => sum + entry.bytes, 0)
  for (const [id, entry] of known) {
    if (bytes <= limit || known.size === 1) return
    bytes -= entry.bytes
    known.delete(id)
  }
}

/** Reads the assets and compiles the document. Returns only findings if the assets are too large. */
export const compileDocument = async (
  services: Services,
  organisationId: string,
  document: TemplateDocument,
  sheet: Sheet,
  assets: readonly AssetRow[],
  earlier?: Uint8Array,
): Promise<CompileResult> => {
  const findings = sizeFindings(assets)
  if (findings.length > 0) return { findings }
  const withThem = await withBytes(services, assets)
  return services.renderer.compile({
    ...{ organisationId, document, sheet, assets: withThem },
    ...(earlier ? { earlier } : {}),
  })
}

/** More findings than a document can have. */
const maxFindings = 10_000
const emptyPiece: Piece = { itemId: '', data: {}, addressLines: [], trackingUrl: '', optOutUrl: '' }

/**
 * Replaces findings about PDFs in zones by those of a drawn preview. Returns the findings unchanged if a page
 * takes longer than a preview may.
 */
export const withMeasuredZones = async (
  services: Services,
  organisationId: string,
  { document, sheet }: { document: TemplateDocument; sheet: Sheet },
  assets: readonly AssetRow[],
  findings: readonly Finding[],
): Promise<Finding[]> => {
  if (!findings.some(isMeasured)) return [...findings]
  const drawn = await services.renderer.preview({
    ...{ organisationId, document, sheet, piece: emptyPiece },
    assets: await withBytes(services, assets),
    ...{ page: 1, dpi: 36, findingsMax: maxFindings, pictureBytesMax: Number.MAX_SAFE_INTEGER },
    everyZone: true,
  })
  if (!drawn.picture) return [...findings]
  return [...findings.filter((finding) => !isOfPdfInZone(finding)), ...drawn.findings.filter(isOfPdfInZone)]
}

/** Stores a layer and returns its blob key: a digest, so that equal layers share a blob. */
export const keepLayer = async (
  services: Services,
  { layer, layerSha256 }: Required<Pick<CompileResult, 'layer' | 'layerSha256'>>,
): Promise<string> => {
  const key = `layers/${layerSha256}.layer`
  await services.blobs.put(key, layer)
  return key
}

const load = async (
  services: Services,
  { organisationId, versionId, specificationVersion }: VersionKey,
): Promise<CompiledTemplate> => {
  const found = await services.store.read(async (rows) => {
    const version = await rows.templateVersions.get({ organisationId }, versionId)
    if (!version) return undefined
    return {
      version,
      sheet: printedSheet(
        await specificationFor(services, rows, version.specificationId, specificationVersion),
      ),
      published: await specificationAt(services, rows, version.specificationId, version.specificationVersion),
      assets: await assetRowsOf(rows, version.organisationId, version.document, 'DELETED'),
    }
  })
  if (!found) throw new Error(`There is no template version ${versionId}.`)
  const { version, sheet, published, assets } = found
  if (version.staticLayerStatus === 'FAILED' && version.engine === services.renderer.engine) {
    throw unprintable(version.id, version.findings)
  }
  const layer =
    // The version was checked on the sheet at publication, so another engine compiles it on that sheet too.
    (await storedLayer(services, version)) ?? (await remake(services, version, published.sheet, assets))
  return { id: version.id, document: version.document, sheet, layer }
}

const specificationFor = (services: Services, rows: Rows, id: string, version: number | undefined) =>
  version === undefined ? specificationOf(services, rows, id) : specificationAt(services, rows, id, version)

/** Returns the 409 for a failure stored with the version and engine, so that no item compiles it again. */
const unprintable = (versionId: string, findings: readonly Finding[]) => {
  const errors = findings.filter((finding) => hasErrors([finding]))
  return problem(
    templateProblems.sentence('invalid_state.unprintable_version', {
      templateVersionId: versionId,
      reason: firstFindings(errors),
    }),
  )
}

const storedLayer = async (
  services: Services,
  version: TemplateVersionRow,
): Promise<Uint8Array | undefined> => {
  if (version.layerKey === null || version.engine !== services.renderer.engine) return undefined
  return services.blobs.get(version.layerKey)
}

const remake = async (
  services: Services,
  version: TemplateVersionRow,
  sheet: Sheet,
  assets: readonly AssetRow[],
): Promise<Uint8Array> => {
  const earlier = version.layerKey === null ? undefined : await services.blobs.get(version.layerKey)
  const { layer, layerSha256, findings } = await compileDocument(
    services,
    version.organisationId,
    version.document,
    sheet,
    assets,
    earlier,
  )
  if (!layer || layerSha256 === undefined) {
    await services.store.write((rows) =>
      rows.templateVersions.update(version, version.id, {
        engine: services.renderer.engine,
        staticLayerStatus: 'FAILED',
        findings,
      }),
    )
    throw unprintable(version.id, findings)
  }
  const layerKey = await keepLayer(services, { layer, layerSha256 })
  await services.store.write((rows) =>
    rows.templateVersions.update(version, version.id, {
      layerKey,
      engine: services.renderer.engine,
      staticLayerStatus: 'READY',
    }),
  )
  return layer
}
