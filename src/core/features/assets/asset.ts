import type { ReadContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { notFound } from '../../kernel/errors.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { AssetRow } from '../../model/assets.ts'
import { mediaUrl } from '../media/token.ts'
import type { AssetFileWire, AssetWire } from './schema.ts'

/** The wire form of an image (docs/design-templates.md#image-assets). */
export const assetToWire = (services: Services, row: AssetRow): AssetWire => ({
  id: row.id,
  name: row.name,
  format: row.format as AssetWire['format'],
  widthPx: row.widthPx!,
  heightPx: row.heightPx!,
  hasAlpha: row.hasAlpha,
  colourProfile: row.colourProfile!,
  sizeBytes: row.sizeBytes,
  urls: { master: mediaUrl(services, row.id, 'master'), thumb: mediaUrl(services, row.id, 'thumb') },
  createdAt: toDateTime(row.createdAt),
})

/** Throws 404, also for a deleted asset. */
export const assetById = async (
  { rows, shared }: Pick<ReadContext, 'rows' | 'shared'>,
  id: string,
): Promise<AssetRow> => {
  const asset = await rows.assets.get(shared, id)
  if (asset?.status !== 'ACTIVE') throw notFound('asset')
  return asset
}

export const imageById = async (
  context: Pick<ReadContext, 'rows' | 'shared'>,
  id: string,
): Promise<AssetRow> => {
  const asset = await assetById(context, id)
  if (asset.kind !== 'IMAGE') throw notFound('image')
  return asset
}

export const assetFileToWire = (services: Services, row: AssetRow): AssetFileWire => ({
  id: row.id,
  kind: row.kind as AssetFileWire['kind'],
  name: row.name,
  pages: row.pages,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  url: mediaUrl(services, row.id, 'master'),
  createdAt: toDateTime(row.createdAt),
})

/** Finds a PDF, drawing or font. Throws 404, also for an image or a deleted asset. */
export const assetFileById = async (
  context: Pick<ReadContext, 'rows' | 'shared'>,
  id: string,
): Promise<AssetRow> => {
  const asset = await assetById(context, id)
  if (asset.kind === 'IMAGE') throw notFound('PDF or font')
  return asset
}
