import { sha256Hex } from '#platform/hash'
import type { PlatformAsset } from '../../core/ports/renderer.ts'
import { platformFonts } from '../../typesetting/fonts/platform.ts'
import type { ResourceName } from '../platform/renderer-files.ts'
import { profileName } from './images/colour-profiles.ts'
import { readResource } from './resources.ts'

const profiles = ['FOGRA29', 'FOGRA39', 'GRACoL2006', 'sRGB'] as const

const resourceOf = (id: string): ResourceName | undefined => {
  const profile = profiles.find((name) => name === id)
  return profile ? `${profile}.icc` : platformFonts.find((font) => font.id === id)?.id
}

let described: Promise<readonly PlatformAsset[]> | undefined

/** Cached, because these files change only with the program. */
export const platformAssets = (): Promise<readonly PlatformAsset[]> => {
  described ??= describe()
  return described
}

const describe = async (): Promise<readonly PlatformAsset[]> => {
  const assets: PlatformAsset[] = []
  for (const { id, family, weight, italic, licence, scripts } of platformFonts) {
    assets.push({
      id,
      kind: 'FONT',
      name: [family, weight === 700 ? 'Bold' : '', italic ? 'Italic' : ''].filter(Boolean).join(' '),
      fileName: `${id}.ttf`,
      contentType: 'font/ttf',
      licence,
      ...digestOf(await readResource(id)),
      font: { family, weight, italic, scripts: [...scripts] },
    })
  }
  for (const id of profiles) {
    const bytes = await readResource(`${id}.icc`)
    assets.push({
      id,
      kind: 'ICC_PROFILE',
      name: profileName(bytes) ?? id,
      fileName: `${id}.icc`,
      contentType: 'application/vnd.iccprofile',
      licence: 'Zlib',
      ...digestOf(bytes),
      font: null,
    })
  }
  return assets
}

const digestOf = (bytes: Uint8Array): Pick<PlatformAsset, 'sizeBytes' | 'sha256'> => ({
  sizeBytes: bytes.length,
  sha256: sha256Hex(bytes),
})

export const platformAsset = async (id: string): Promise<Uint8Array | undefined> => {
  const resource = resourceOf(id)
  return resource && readResource(resource)
}
