import { toHex } from '../access/authenticate.ts'
import type { CompiledTemplate, CompileResult, RenderAsset, Sheet } from '../ports/renderer.ts'
import { everyone } from '../ports/store.ts'
import { specificationOf } from '../products/specification.ts'
import type { Services } from '../services.ts'
import type { TemplateDocument } from './document.ts'
import type { TemplateVersionRow } from './store.ts'

/** Compiled templates kept in memory: about as many as one part of a run ever mixes. */
const keptTemplates = 64
const kept = new WeakMap<Services, Map<string, Promise<CompiledTemplate>>>()

/**
 * A published version as the renderer needs it, from memory where it was used lately. A layer that another
 * engine made is made anew, so that static and variable text always come from the same one. Reads rows and blobs:
 * for `prepare` and jobs, never in a transaction. Rejects where there is no such version or it cannot be compiled.
 */
export const compiledTemplate = (services: Services, versionId: string): Promise<CompiledTemplate> => {
  const known = kept.get(services) ?? new Map<string, Promise<CompiledTemplate>>()
  kept.set(services, known)
  const found = known.get(versionId) ?? load(services, versionId)
  // Asked for last, forgotten last.
  known.delete(versionId)
  known.set(versionId, found)
  if (known.size > keptTemplates) known.delete(known.keys().next().value!)
  found.catch(() => {
    if (known.get(versionId) === found) known.delete(versionId)
  })
  return found
}

/** What `compile` says of a document on a sheet. */
export const compileDocument = (
  services: Services,
  document: TemplateDocument,
  sheet: Sheet,
): Promise<CompileResult> => services.renderer.compile({ document, sheet, assets: assetsOf(document) })

/** Keeps a layer under its own digest: the same layer is the same blob, however often it is made. */
export const keepLayer = async (services: Services, layer: Uint8Array): Promise<string> => {
  const key = `layers/${toHex(services.crypto.sha256(layer))}.layer`
  await services.blobs.put(key, layer)
  return key
}

/** Uploaded images and fonts have no room here yet: a document that names one does not compile, and says so. */
const assetsOf = (_document: TemplateDocument): RenderAsset[] => []

const load = async (services: Services, versionId: string): Promise<CompiledTemplate> => {
  const found = await services.store.read(async (rows) => {
    const version = await rows.templateVersions.get(everyone, versionId)
    return (
      version && { version, specification: await specificationOf(services, rows, version.specificationId) }
    )
  })
  if (!found) throw new Error(`There is no template version ${versionId}.`)
  const { version, specification } = found
  const layer =
    (await storedLayer(services, version)) ?? (await remake(services, version, specification.sheet))
  return { id: version.id, document: version.document, sheet: specification.sheet, layer }
}

const storedLayer = async (
  services: Services,
  version: TemplateVersionRow,
): Promise<Uint8Array | undefined> => {
  if (version.layerKey === null || version.engine !== services.renderer.engine) return undefined
  return services.blobs.get(version.layerKey)
}

const remake = async (services: Services, version: TemplateVersionRow, sheet: Sheet): Promise<Uint8Array> => {
  const { layer, findings } = await compileDocument(services, version.document, sheet)
  if (!layer) {
    const reasons = findings.map((finding) => finding.message).join(' ')
    throw new Error(`The template version ${version.id} cannot be compiled any more. ${reasons}`)
  }
  const layerKey = await keepLayer(services, layer)
  await services.store.write((rows) =>
    rows.templateVersions.update(everyone, version.id, {
      layerKey,
      engine: services.renderer.engine,
      staticLayerStatus: 'READY',
    }),
  )
  return layer
}
