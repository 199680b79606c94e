import { type BoxMm, type Finding, finding } from '../../core/kernel/finding.ts'
import type { Said } from '../../core/kernel/sentences.ts'
import { scriptOf } from '../fonts/scripts.ts'
import { pageSentences } from '../sentences.ts'
import { isControl } from '../text/characters.ts'
import type { TextLayout } from '../text/text-layout.ts'

/** Names the script and a font that holds it, where the platform's fonts lack all of it. */
const missingGlyph = (character: string, codePoint: string, isControl: boolean): Said => {
  if (isControl) return pageSentences.say('glyph_missing.control', { codePoint })
  const found = scriptOf(character)
  if (!found) return pageSentences.say('glyph_missing.character', { character, codePoint })
  const { script, font } = found
  return pageSentences.say('glyph_missing.script', { character, codePoint, script, font })
}

/** Collects findings of one page; a repeated message about one box is reported once. */
export class Report {
  /** How the last text was laid out, for an editor that says how it fits. */
  layout: TextLayout | undefined
  readonly findings: Finding[] = []
  readonly #seen = new Set<string>()
  page = 1

  error(said: Said, box?: BoxMm, field?: string): void {
    this.#add('error', said, box, field)
  }
  warning(said: Said, box?: BoxMm, field?: string): void {
    this.#add('warning', said, box, field)
  }

  #add(severity: Finding['severity'], said: Said, box?: BoxMm, field?: string): void {
    const key = `${said.code}|${this.page}|${said.message}|${box?.x},${box?.y}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.findings.push(finding(severity, said, { field, page: this.page, box }))
  }

  glyphsMissing(characters: readonly string[], box: BoxMm): void {
    for (const character of new Set(characters)) {
      const code = character.codePointAt(0)!
      const codePoint = code.toString(16).toUpperCase().padStart(4, '0')
      this.error(missingGlyph(character, codePoint, isControl(code)), box)
    }
  }
}
