import { scopesHeld } from '../../engine/access/authority.ts'
import type { StoredBytes } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import type { AssetFormat } from '../../model/assets.ts'
import { everyone } from '../../ports/store.ts'
import type { MediaSubject } from './token.ts'

/** Returns a blob for the answer, with the caller's ETag; undefined if the blob no longer exists. */
export const storedBlob = async (
  services: Pick<Services, 'blobs'>,
  key: string,
  { etag, maxAgeSeconds }: Pick<StoredBytes, 'etag' | 'maxAgeSeconds'>,
): Promise<StoredBytes | undefined> => {
  const { blobs } = services
  const size = await blobs.size(key)
  if (size === undefined) return undefined
  const open: StoredBytes['open'] = (range) => blobs.stream(key, range)
  const bytes = { size, etag, maxAgeSeconds, open }
  return blobs.link ? { ...bytes, link: (as) => blobs.link!(key, as) } : bytes
}

export interface MediaFile {
  contentType: string
  fileName: string
  content: StoredBytes
}

const contentTypes: Readonly<Record<AssetFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  font: 'font/ttf',
}

/**
 * Returns the file of a signed URL. Undefined if it no longer exists, as for a deleted asset, or if the URL's
 * principal may no longer see it.
 */
export const fileOf = async (services: Services, subject: MediaSubject): Promise<MediaFile | undefined> => {
  const maxAgeSeconds = Math.floor((subject.expiresAt - services.clock.now()) / 1000)
  if (subject.variant === 'platform') return platformFile(services, subject.id, maxAgeSeconds)
  const found = await storedFile(services, subject)
  const etag = `${subject.id}.${subject.variant}`
  const content = found && (await storedBlob(services, found.blobKey, { etag, maxAgeSeconds }))
  return content && { contentType: found.contentType, fileName: found.fileName, content }
}

const storedFile = (
  services: Services,
  { id, variant, principal }: MediaSubject,
): Promise<{ blobKey: string; contentType: string; fileName: string } | undefined> =>
  services.store.read(async (rows) => {
    if (variant === 'file') {
      const render = await rows.renders.get(everyone, id)
      if (!render?.blobKey) return undefined
      if (principal) {
        const held = await scopesHeld(services, rows, render.organisationId, principal)
        const needed = ['templates.read', ...(render.itemId === null ? [] : ['items.read'])]
        if (!needed.every((scope) => held.includes(scope))) return undefined
      }
      const contentType = render.format === 'pdf' ? 'application/pdf' : 'image/png'
      return { blobKey: render.blobKey, contentType, fileName: `${id}.${render.format}` }
    }
    const asset = await rows.assets.get(everyone, id)
    if (asset?.status !== 'ACTIVE') return undefined
    if (variant === 'master') {
      return { blobKey: asset.blobKey, contentType: contentTypes[asset.format], fileName: asset.name }
    }
    if (asset.thumbKey === null) return undefined
    return { blobKey: asset.thumbKey, contentType: 'image/png', fileName: `${asset.name}.thumb.png` }
  })

const platformFile = async (
  { renderer }: Services,
  id: string,
  maxAgeSeconds: number,
): Promise<MediaFile | undefined> => {
  const asset = (await renderer.platformAssets()).find((candidate) => candidate.id === id)
  const bytes = asset && (await renderer.platformAsset(id))
  if (!bytes) return undefined
  const { contentType, fileName, sha256: etag } = asset
  async function* whole(part: Uint8Array) {
    yield part
  }
  const open: StoredBytes['open'] = async (range) =>
    whole(range ? bytes.subarray(range.start, range.end) : bytes)
  return { contentType, fileName, content: { size: bytes.length, etag, maxAgeSeconds, open } }
}
