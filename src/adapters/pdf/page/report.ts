import type { BoxMm, Finding } from '../../../core/kernel/finding.ts'
import { isControl } from '../text/characters.ts'

/** Collects findings of one page; a repeated message about one box is reported once. */
export class Report {
  readonly findings: Finding[] = []
  readonly #seen = new Set<string>()
  page = 1

  error(code: string, message: string, box?: BoxMm, field?: string): void {
    this.#add('error', code, message, box, field)
  }
  warning(code: string, message: string, box?: BoxMm, field?: string): void {
    this.#add('warning', code, message, box, field)
  }

  #add(severity: Finding['severity'], code: string, message: string, box?: BoxMm, field?: string): void {
    const key = `${code}|${this.page}|${message}|${box?.x},${box?.y}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.findings.push({
      code,
      severity,
      message,
      ...(field === undefined ? {} : { field }),
      page: this.page,
      ...(box ? { box: { x: box.x, y: box.y, w: box.w, h: box.h } } : {}),
    })
  }

  glyphsMissing(characters: readonly string[], box: BoxMm): void {
    for (const character of new Set(characters)) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
      const message = isControl(character.codePointAt(0)!)
        ? `The text holds a control character (U+${code}), which nothing can be printed for.`
        : `No font has a glyph for "${character}" (U+${code}).`
      this.error('glyph_missing', message, box)
    }
  }
}
