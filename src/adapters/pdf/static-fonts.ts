import type { Said } from '../../core/kernel/sentences.ts'
import type { ElementOf, TemplateDocument } from '../../core/template/document.ts'
import type { FontFace } from '../../typesetting/fonts/face.ts'
import type { Report } from '../../typesetting/page/report.ts'
import type { Scene } from '../../typesetting/page/scene.ts'
import { drawingSentences } from './sentences.ts'

const { say } = drawingSentences

/** Characters that a warning names. */
const MOST_NAMED = 10

/** Why the weight that a document chooses of a font is none of its weights; undefined where it is one. */
export const weightFault = (
  { id: font, weight }: TemplateDocument['fonts'][number],
  { axes: { axes } }: FontFace,
): Said | undefined => {
  if (weight === undefined) return undefined
  const axis = axes.find(({ tag }) => tag === 'wght')
  if (!axis) return say('font_weight.static', { font, weight })
  const { least, most } = axis
  return weight < least || weight > most ? say('font_weight.range', { font, weight, least, most }) : undefined
}

/**
 * Warns of characters of a static text that its own uploaded font lacks and that another one prints. The fonts of
 * the program complete one another, which is no surprise.
 */
export const reportFallbacks = (scene: Scene, element: ElementOf<'text'>, report: Report): void => {
  const isUploaded = scene.document.fonts.some(({ id, asset }) => id === element.font && asset !== undefined)
  const own = scene.book.typesetter(element.font)?.primary
  if (!isUploaded || !own || !report.layout) return
  const characters = new Set<string>()
  const names = new Set<string>()
  for (const { face, text } of report.layout.lines.flatMap(({ runs }) => runs)) {
    const printed = text.replace(/\s+/gu, '')
    if (face === own || printed === '') continue
    for (const character of printed) characters.add(character)
    names.add(face.postScriptName)
  }
  if (characters.size === 0) return
  const shown = [...characters].slice(0, MOST_NAMED).join(' ')
  report.warning(
    say('font_fallback', { font: element.font, characters: shown, fonts: [...names].join(', ') }),
    element,
  )
}
