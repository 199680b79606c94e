import type { Services } from '../../engine/services.ts'
import { loadEachOnce } from '../../kernel/loading.ts'
import { secondMs } from '../../kernel/time.ts'
import type { InstanceAssetRow } from '../../model/assets.ts'
import type { Blobs } from '../../ports/blobs.ts'
import type { CompiledTemplate, FallbackFont, PlatformAsset, Renderer } from '../../ports/renderer.ts'
import { everyone, type Store } from '../../ports/store.ts'
import type { Clock } from '../../ports/system.ts'
import type { Sheet } from '../../template/sheet.ts'
import { mediaUrl } from '../media/token.ts'

/** Where the operator's files are read from. */
interface InstanceSource {
  store: Store
  blobs: Blobs
  clock: Clock
}

/**
 * Maximum age of cached files before checking for changes by another server. Until then an item may get a
 * wrong finding about a missing glyph; the next check of the item removes it.
 */
const cacheMs = 5 * secondMs

interface Cached {
  rows: readonly InstanceAssetRow[]
  fonts: readonly FallbackFont[]
  /** Keyed by blob key. The same arrays are reused, because a profile is deflated once for each array. */
  profiles: Map<string, Promise<Uint8Array | undefined>>
}

const cached = new WeakMap<Store, { until: number; files: Promise<Cached> }>()

/** Clears the cache after a change on this server, so that it applies immediately. */
export const forgetInstanceAssets = (store: Store): void => {
  cached.delete(store)
}

const read = async ({ store, blobs }: InstanceSource, before: Cached | undefined): Promise<Cached> => {
  const rows = await store.read((rows) =>
    rows.instanceAssets.find(everyone, {}, { order: [{ field: 'createdAt' }] }),
  )
  // Unchanged fonts keep their array, because threads share it already.
  const known = new Map(before?.fonts.map((font) => [font.sha256, font]))
  const fonts: FallbackFont[] = []
  for (const { kind, sha256, blobKey } of rows) {
    if (kind !== 'FONT') continue
    const bytes = known.get(sha256)?.bytes ?? (await blobs.get(blobKey))
    if (bytes) fonts.push({ sha256, bytes })
  }
  return { rows, fonts, profiles: before?.profiles ?? new Map() }
}

const filesOf = (source: InstanceSource): Promise<Cached> => {
  const { store, clock } = source
  const now = clock.now()
  const known = cached.get(store)
  if (known && known.until > now) return known.files
  const files = (known?.files ?? Promise.resolve(undefined)).then(
    (before) => read(source, before),
    () => read(source, undefined),
  )
  const entry = { until: now + cacheMs, files }
  cached.set(store, entry)
  files.catch(() => cached.get(store) === entry && cached.delete(store))
  return files
}

/** Fonts are in fallback order. */
const fallbackFonts = async (source: InstanceSource): Promise<readonly FallbackFont[]> =>
  (await filesOf(source)).fonts

/** Returns the bytes of a file; undefined if there is none with this id. */
const instanceAsset = async (source: InstanceSource, id: string): Promise<Uint8Array | undefined> => {
  const { rows, fonts, profiles } = await filesOf(source)
  const row = rows.find((row) => row.id === id)
  if (row?.kind === 'FONT') return fonts.find(({ sha256 }) => sha256 === row.sha256)?.bytes
  if (!row) return undefined
  const bytes = await loadEachOnce(profiles, row.blobKey, () => source.blobs.get(row.blobKey))
  // Lets the next call retry, because a missing file may be restored.
  if (!bytes) profiles.delete(row.blobKey)
  return bytes
}

/** Returns the operator's files in the form of the program's own. */
const instanceAssets = async (source: InstanceSource): Promise<PlatformAsset[]> => {
  const { rows } = await filesOf(source)
  return rows.map(toPlatformAsset)
}

export const toPlatformAsset = ({
  blobKey: _,
  createdAt: _at,
  scripts,
  ...row
}: InstanceAssetRow): PlatformAsset => ({
  ...row,
  origin: 'INSTANCE',
  fileName: `${row.id}.${row.kind === 'FONT' ? 'ttf' : 'icc'}`,
  font: row.kind === 'FONT' ? { family: row.name, weight: 400, italic: false, scripts: scripts ?? [] } : null,
})

export const platformAssetToWire = (services: Services, { origin, ...asset }: PlatformAsset) => ({
  ...asset,
  origin: origin ?? ('PROGRAM' as const),
  url: mediaUrl(services, asset.id, 'platform'),
})

/** Passes fallback fonts and profiles to a renderer, which then needs no access to rows and blobs. */
export const withInstanceAssets = (renderer: Renderer, source: InstanceSource): Renderer => {
  const withFonts = async <T extends object>(input: T): Promise<T> => {
    const fallbacks = await fallbackFonts(source)
    return fallbacks.length === 0 ? input : { ...input, fallbacks }
  }
  const withProfile = async <T extends { sheet: Sheet }>(input: T): Promise<T> => {
    const profile = await instanceAsset(source, input.sheet.colourProfile)
    return profile ? { ...input, profile } : input
  }
  const templateWithFonts = (template: CompiledTemplate) => withFonts(template)
  return {
    get engine() {
      return renderer.engine
    },
    compile: async (input) => renderer.compile(await withFonts(input)),
    preview: async (input) => renderer.preview(await withFonts(input)),
    checkSheet: async (input) => renderer.checkSheet(await withFonts(input)),
    check: async (template, piece) => renderer.check(await templateWithFonts(template), piece),
    renderPart: async (input, write) => {
      const templates = await Promise.all(input.templates.map(templateWithFonts))
      return renderer.renderPart(await withProfile({ ...input, templates }), write)
    },
    picture: async (input) => renderer.picture({ ...input, template: await withFonts(input.template) }),
    warm: () => renderer.warm(),
    inspect: (input) => renderer.inspect(input),
    platformAssets: async () => [...(await renderer.platformAssets()), ...(await instanceAssets(source))],
    platformAsset: async (id) => (await renderer.platformAsset(id)) ?? instanceAsset(source, id),
    rasterise: (pdf, options) => renderer.rasterise(pdf, options),
    extract: (part, range) => renderer.extract(part, range),
    proof: (pieces, about) => renderer.proof(pieces, about),
    office: (parts, about) => renderer.office(parts, about),
    blank: (part, pages) => renderer.blank(part, pages),
    close: () => renderer.close(),
  }
}
