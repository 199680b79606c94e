import { type BoxMm, type Finding, finding } from '../../core/kernel/finding.ts'
import type { Sentence } from '../../core/kernel/sentences.ts'
import { scriptOf } from '../fonts/scripts.ts'
import { pageSentences } from '../sentences.ts'
import { isControl } from '../text/characters.ts'
import type { TextLayout } from '../text/text-layout.ts'

/** Names the script and a font for it if no platform font covers the script. */
const missingGlyph = (character: string, codePoint: string, isControl: boolean): Sentence => {
  if (isControl) return pageSentences.sentence('glyph_missing.control', { codePoint })
  const found = scriptOf(character)
  if (!found) return pageSentences.sentence('glyph_missing.character', { character, codePoint })
  const { script, font } = found
  return pageSentences.sentence('glyph_missing.script', { character, codePoint, script, font })
}

/** Collects findings. Repeated messages about the same box of a page are reported once. */
export class Report {
  /** The layout of the last text, for an editor that shows how it fits. */
  layout: TextLayout | undefined
  readonly findings: Finding[] = []
  readonly #seen = new Set<string>()
  page = 1

  error(sentence: Sentence, box?: BoxMm, field?: string): void {
    this.#add('error', sentence, box, field)
  }
  warning(sentence: Sentence, box?: BoxMm, field?: string): void {
    this.#add('warning', sentence, box, field)
  }

  #add(severity: Finding['severity'], sentence: Sentence, box?: BoxMm, field?: string): void {
    const key = `${sentence.code}|${this.page}|${sentence.message}|${box?.x},${box?.y}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.findings.push(finding(severity, sentence, { field, page: this.page, box }))
  }

  glyphsMissing(characters: readonly string[], box: BoxMm): void {
    for (const character of new Set(characters)) {
      const code = character.codePointAt(0)!
      const codePoint = code.toString(16).toUpperCase().padStart(4, '0')
      this.error(missingGlyph(character, codePoint, isControl(code)), box)
    }
  }
}
