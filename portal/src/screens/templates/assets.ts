import { answered, api, type Schemas } from '../../api/client.ts'

export type Kind = 'IMAGE' | 'PDF' | 'FONT'
export const kinds: readonly Kind[] = ['IMAGE', 'PDF', 'FONT']

export type Picture = Schemas['ImageAsset']
export type OtherFile = Schemas['AssetFile']
export type Asset = Picture | OtherFile

export const isPicture = (asset: Asset): asset is Picture => 'urls' in asset

/** The address of a file on this server: signed addresses name it as others call it. */
export const localAddress = (signed: string): string => new URL(signed).pathname

interface Page {
  data: Asset[]
  nextCursor: string | null
}

/** A page of the pictures, PDFs (drawings among them) or fonts, the latest first. */
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
  const asked = { params: { path: { id } }, body: { name } }
  return kind === 'IMAGE'
    ? answered(api.PATCH('/v1/assets/{id}', asked))
    : answered(api.PATCH('/v1/asset-files/{id}', asked))
}

/** How many millimetres so many pixels cover where print looks sharp, at 300 an inch. */
export const sharpMm = (pixels: number): number => Math.floor((pixels * 25.4) / 300)
