import { finding } from '../../../core/kernel/finding.ts'
import type { Said } from '../../../core/kernel/sentences.ts'
import { scriptsOf } from '../../../typesetting/fonts/scripts.ts'
import { loadFace } from '../fonts/face.ts'
import { subsetFonts } from '../fonts/subset.ts'
import { inspectionSentences } from '../sentences.ts'
import type { PackedInspection } from './packed.ts'

const { say } = inspectionSentences

/** Without these nothing can be set or embedded. */
const REQUIRED = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const
/** A font has 65,535 glyphs at most; every character that it names is looked up when a part is written. */
export const MAX_CHARACTERS = 200_000
/** Letters that every font for texts has at least one of. */
const PROBE = 'Aaא我あا1'

export const inspectFont = async (bytes: Uint8Array): Promise<PackedInspection> => {
  const broken = brokenTables(bytes)
  if (broken) return failed(broken)
  try {
    const face = await loadFace(bytes)
    if (face.refusal) return failed(say('font_not_embeddable.file', { reason: face.refusal }))
    const { codePoints } = face
    if (codePoints.length > MAX_CHARACTERS)
      return failed(say('file_too_complex.font', { limit: MAX_CHARACTERS }))
    const glyphs = [...PROBE]
      .map((character) => face.glyphOf(character.codePointAt(0)!))
      .filter((id) => id !== 0)
    if (glyphs.length === 0) return failed(say('font_damaged.no_letters'))
    face.shape(PROBE, 0, PROBE.length, false, 'en')
    await subsetFonts([{ bytes, glyphs: [0, ...glyphs].sort((a, b) => a - b) }])
    return { findings: [], scripts: scriptsOf(codePoints) }
  } catch (error) {
    return failed(
      say('font_damaged.file', { detail: error instanceof Error ? error.message : String(error) }),
    )
  }
}

const failed = (said: Said): PackedInspection => ({ findings: [finding('error', said)] })

/**
 * What is broken in the table directory: a table beyond the end of the file, or a missing one; undefined
 * where it is valid.
 */
const brokenTables = (bytes: Uint8Array): Said | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) return say('font_damaged.ends_early')
  const count = view.getUint16(4)
  if (12 + count * 16 > bytes.length) return say('font_damaged.ends_early')
  const names = new Set<string>()
  for (let index = 0; index < count; index++) {
    const entry = 12 + index * 16
    const name = String.fromCharCode(...bytes.subarray(entry, entry + 4))
    names.add(name)
    if (view.getUint32(entry + 8) + view.getUint32(entry + 12) > bytes.length)
      return say('font_damaged.ends_in_table', { table: name.trim() })
  }
  const missing = REQUIRED.filter((name) => !names.has(name))
  // A font without outlines of this kind is told what it is instead, see `FontFace.refusal`.
  if (missing.length === 0 || missing.includes('glyf')) return undefined
  return say('font_damaged.table_missing', { tables: missing.join(', ') })
}
