import type { TemplateElement } from '../../../src/core/template/document.ts'
import { w } from './words.ts'

/** What a person calls an element: its first words, its name, or what kind and colour it is. */
export const nameOf = (element: TemplateElement): string => {
  const kind = w().kinds[element.type]
  if (element.type === 'text') return element.text.trim().split('\n')[0] || kind
  if (element.type === 'qr') return `${kind} ${element.content}`
  const fields = element as { fill?: string; stroke?: string }
  const colour = fields.fill ?? fields.stroke
  return element.id ?? (colour ? `${kind}, ${w().colours[colour] ?? colour}` : kind)
}
