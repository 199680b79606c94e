import { everyone } from '../ports/store.ts'
import type { Services } from '../services.ts'
import type { MediaSubject } from './token.ts'

/** A blob that a signed address leads to. */
export interface MediaFile {
  blobKey: string
  contentType: string
  fileName: string
}

/** Undefined where it is gone: a deleted asset leads nowhere, however fresh its address is. */
export const fileOf = (services: Services, { id, variant }: MediaSubject): Promise<MediaFile | undefined> =>
  services.store.read(async (rows) => {
    if (variant === 'file') {
      const render = await rows.renders.get(everyone, id)
      if (!render?.blobKey) return undefined
      const contentType = render.format === 'pdf' ? 'application/pdf' : 'image/png'
      return { blobKey: render.blobKey, contentType, fileName: `${id}.${render.format}` }
    }
    const asset = await rows.assets.get(everyone, id)
    if (asset?.status !== 'ACTIVE' || asset.thumbKey === null) return undefined
    return variant === 'thumb'
      ? { blobKey: asset.thumbKey, contentType: 'image/png', fileName: `${asset.name}.thumb.png` }
      : { blobKey: asset.blobKey, contentType: `image/${asset.format}`, fileName: asset.name }
  })
