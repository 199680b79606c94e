import { answered, api, type Schemas } from '../../api/client.ts'

export type Kind = 'IMAGE' | 'PDF' | 'FONT'
export const kinds: readonly Kind[] = ['IMAGE', 'PDF', 'FONT']

export type Picture = Schemas['ImageAsset']
export type OtherFile = Schemas['AssetFile']
export type Asset = Picture | OtherFile

export const isPicture = (asset: Asset): asset is Picture => 'urls' in asset

/** Returns the path of a signed URL, which has the server's public name. */
export const localAddress = (signed: string): string => new URL(signed).pathname

interface Page {
  data: Asset[]
  nextCursor: string | null
}

/** Loads a page of pictures, PDFs (including drawings) or fonts, newest first. */
export const filesOf = (kind: Kind, name: string, cursor: string | undefined): Promise<Page> => {
  const query = { limit: 100, cursor, 'filter[name][contains]': name || undefined }
  return kind === 'IMAGE'
    ? answered(api.GET('/v1/assets', { params: { query } }))
    : answered(
        api.GET('/v1/asset-files', {
          params: { query: { ...query, 'filter[kind][in]': kind === 'PDF' ? 'PDF,DRAWING' : kind } },
        }),
      )
}

export const assetOf = (kind: Kind, id: string): Promise<Asset> => {
  const params = { path: { id } }
  return kind === 'IMAGE'
    ? answered(api.GET('/v1/assets/{id}', { params }))
    : answered(api.GET('/v1/asset-files/{id}', { params }))
}

export const rename = (kind: Kind, id: string, name: string): Promise<Asset> => {
  const request = { params: { path: { id } }, body: { name } }
  return kind === 'IMAGE'
    ? answered(api.PATCH('/v1/assets/{id}', request))
    : answered(api.PATCH('/v1/asset-files/{id}', request))
}

/** Returns the width in mm at which a picture is sharp in print (300 ppi). */
export const sharpMm = (pixels: number): number => Math.floor((pixels * 25.4) / 300)
