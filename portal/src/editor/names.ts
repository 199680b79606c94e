import { words as w } from 'words:editor'
import type { TemplateElement } from '#lettershop/template'
import type { IconName } from '../ui/icons.ts'

/** Icon of each element type. */
export const iconsOfKinds: Readonly<Record<TemplateElement['type'], IconName>> = {
  text: 'type',
  image: 'image',
  address: 'mail',
  qr: 'qr-code',
  rect: 'square',
  ellipse: 'circle',
  line: 'slash',
  pdf: 'file-text',
}

/** Returns the name of a colour; those that designs define keep theirs. */
export const colourName = (colour: string): string =>
  (w().colours as Readonly<Record<string, string>>)[colour] ?? colour

/** Returns the name of an element, or else describes it: first line of a text, content of a QR code, or name, or type and colour. */
export const nameOf = (element: TemplateElement): string => {
  const kind = w().kinds[element.type]
  if (element.name) return element.name
  if (element.type === 'text') return element.text.trim().split('\n')[0] || kind
  if (element.type === 'qr') return `${kind} ${element.content}`
  const fields = element as { fill?: string; stroke?: string }
  const colour = fields.fill ?? fields.stroke
  return element.id ?? (colour ? `${kind}, ${colourName(colour)}` : kind)
}
