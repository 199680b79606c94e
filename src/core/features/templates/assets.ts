import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import { oneOf } from '../../kernel/query.ts'
import type { AssetRow } from '../../model/assets.ts'
import type { RenderAsset } from '../../ports/renderer.ts'
import type { Rows } from '../../ports/store.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { limits } from '../../template/limits.ts'
import { assetSentences, templateProblems } from './sentences.ts'

/** Returns the ids of images, PDFs and uploaded fonts, each once. */
export const assetIdsOf = (document: TemplateDocument): string[] => {
  const ids = new Set<string>()
  for (const font of document.fonts) if (font.asset !== undefined) ids.add(font.asset)
  for (const page of document.pages) {
    for (const element of page.elements) if ('asset' in element) ids.add(element.asset)
  }
  return [...ids]
}

/** Returns the active assets, and deleted ones if `also` is `DELETED` (for published versions). */
export const assetRowsOf = async (
  rows: Rows,
  organisationId: string,
  document: TemplateDocument,
  also: 'ACTIVE' | 'DELETED',
): Promise<AssetRow[]> => {
  const ids = assetIdsOf(document)
  if (ids.length === 0) return []
  const found = await rows.assets.find({ organisationId }, { id: oneOf(ids) })
  return found.filter(({ status }) => status === 'ACTIVE' || status === also)
}

/** Returns an error if the assets are too large in total. Called before their bytes are read. */
export const sizeFindings = (assets: readonly AssetRow[]): Finding[] => {
  const bytes = assets.reduce((sum, asset) => sum + asset.sizeBytes, 0)
  if (bytes <= limits.assetBytes) return []
  const mebibytes = (value: number) => Math.ceil(value / 1024 / 1024)
  const values = { size: mebibytes(bytes), limit: mebibytes(limits.assetBytes) }
  return [finding('error', assetSentences.sentence('assets_too_large.files', values))]
}

/** Reads the bytes. Throws 503 if a blob is missing, which only a disk fault or concurrent purge causes. */
export const withBytes = (services: Services, assets: readonly AssetRow[]): Promise<RenderAsset[]> =>
  Promise.all(
    assets.map(async ({ id, format, blobKey }) => {
      const bytes = await services.blobs.get(blobKey)
      if (!bytes) throw missingFile(id)
      return { id, format, bytes }
    }),
  )

export const missingFile = (id: string) =>
  problem(templateProblems.sentence('storage_unavailable.asset_file', { asset: id }), {
    headers: { 'Retry-After': '60' },
  })
