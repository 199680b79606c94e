import { sha256Hex } from '#platform/hash'
import { collectGarbage } from '#platform/thread'
import { loadOnce } from '../../core/kernel/loading.ts'
import type { PlatformAsset, Renderer } from '../../core/ports/renderer.ts'
import { platformFonts } from '../../typesetting/fonts/platform.ts'
import type { ResourceName } from '../platform/renderer-files.ts'
import { compileTemplate } from './compile/compile.ts'
import { engine } from './engine-name.ts'
import { officePdf } from './export/office.ts'
import { blankPages, extractPages } from './export/pages.ts'
import { proofOf } from './export/proof.ts'
import { profileName } from './images/colour-profiles.ts'
import { WorkerPool } from './pool.ts'
import { InThreadSource, TemplateCache } from './render/batch.ts'
import { checkPiece, checkSheet } from './render/check.ts'
import { writePart } from './render/part.ts'
import { readResource } from './resources.ts'
import { createInThreadUntrusted, type Untrusted } from './untrusted.ts'

const profiles = ['FOGRA29', 'FOGRA39', 'GRACoL2006', 'sRGB'] as const

const resourceOf = (id: string): ResourceName | undefined => {
  const profile = profiles.find((name) => name === id)
  return profile ? `${profile}.icc` : platformFonts.find((font) => font.id === id)?.id
}

/** Cached, because these files change only with the program. */
const platformAssets = loadOnce(async (): Promise<readonly PlatformAsset[]> => {
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
})

const digestOf = (bytes: Uint8Array): Pick<PlatformAsset, 'sizeBytes' | 'sha256'> => ({
  sizeBytes: bytes.length,
  sha256: sha256Hex(bytes),
})

const platformAsset = async (id: string): Promise<Uint8Array | undefined> => {
  const resource = resourceOf(id)
  return resource && readResource(resource)
}

export { type PlatformFont, platformFonts } from '../../typesetting/fonts/platform.ts'

export interface PdfRendererOptions {
  /** Number of rendering threads; 0 renders in the calling thread, in slices of a few milliseconds. */
  workers: number
  /** How long an idle thread is kept, in ms. By default until the renderer is closed. */
  threadsKeptMs?: number
  /**
   * Reads uploaded, untrusted files. `createIsolatedUntrusted` uses processes with limits on memory and time
   * (docs/design/uploads.md), which a server with more than one organisation needs. By default the calling
   * thread reads them without limits.
   */
  untrusted?: Untrusted
}

/** Pieces after which the garbage of the writing thread is collected. */
const COLLECT_AFTER_PIECES = 2000

/** Creates the renderer (docs/design/rendering.md). Loads nothing, and starts no thread, before first use. */
export const createPdfRenderer = ({
  workers,
  threadsKeptMs: keptMs,
  untrusted: given,
}: PdfRendererOptions): Renderer => {
  const cache = new TemplateCache()
  const pool = workers > 0 ? new WorkerPool(workers, { keptMs }) : undefined
  const untrusted = given ?? createInThreadUntrusted(cache, pool)
  const source = pool ?? new InThreadSource(cache)
  let piecesSince = 0
  const renderPart: Renderer['renderPart'] = async (input, write) => {
    const result = await writePart(input, source, cache, write)
    piecesSince += input.pieces.length
    // Without threads the program does other work in this thread and collects as it likes.
    if (pool && piecesSince >= COLLECT_AFTER_PIECES) {
      piecesSince = 0
      collectGarbage()
    }
    return result
  }
  return {
    engine,
    compile: (input) => {
      // Without assets the template contains no untrusted file.
      if (input.assets.length > 0) return untrusted.compile(input)
      return pool ? pool.run('compile', input) : compileTemplate(input)
    },
    preview: untrusted.preview,
    checkSheet,
    check: (template, piece) => checkPiece(cache, template, piece),
    renderPart,
    picture: untrusted.picture,
    warm: untrusted.warm,
    inspect: untrusted.inspect,
    platformAssets,
    platformAsset,
    rasterise: untrusted.rasterise,
    extract: (part, range) =>
      pool ? pool.run('extract', { part, range }, [part]) : extractPages(part, range),
    proof: (pieces, about) =>
      pool
        ? pool.run(
            'proof',
            { pieces, about },
            pieces.map(({ pdf }) => pdf),
          )
        : proofOf(pieces, about),
    office: (parts, about) =>
      pool ? pool.run('office', { parts, about }, [...parts]) : officePdf(parts, about),
    blank: async (part, pages) =>
      pool ? pool.run('blank', { part, pages }, [part]) : blankPages(part, pages),
    close: async () => {
      await untrusted.close()
      await pool?.close()
    },
  }
}
