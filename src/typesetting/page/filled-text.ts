import type { TemplateElement } from '../../core/template/document.ts'
import { printedValues } from '../../core/template/printed-values.ts'
import { fillTags, type Values } from '../../core/template/tags.ts'
import { hasDirectionControls, hasRightToLeft } from '../text/characters.ts'
import { qrBox } from './elements.ts'
import type { Report } from './report.ts'
import type { Scene } from './scene.ts'
import { pageSentences } from './sentences.ts'

/** The element's text with tags filled; a variable without value or fallback is a finding. */
export const filledText = (
  scene: Scene,
  element: TemplateElement,
  values: Values,
  report: Report,
): string => {
  const parts = scene.parts.get(element)
  if (!parts) return ''
  const printed = element.type === 'text' ? printedValues(scene.document, values) : values
  const { text, missing } = fillTags(parts, printed)
  for (const name of missing) {
    const box = element.type === 'qr' ? qrBox(element) : element.type === 'text' ? element : undefined
    report.error(pageSentences.say('variable_missing.place', { name }), box, `data.${name}`)
  }
  if (element.type !== 'text' || !(hasRightToLeft(text) || hasDirectionControls(text))) return text
  return fillTags(parts, isolated(printed)).text
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
/** A value closes no isolate that it did not open: what follows an early end would turn the sentence. */
const balanced = (value: string): string => {
  let open = 0
  return value.replace(/[\u2066-\u2069]/g, (control) => {
    if (control !== POP_ISOLATE) open++
    else if (open === 0) return ''
    else open--
    return control
  })
}

/** A merged name must not turn the direction of the sentence around it (Unicode isolates). */
const isolated = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' ? '' : FIRST_STRONG_ISOLATE + balanced(value) + POP_ISOLATE,
    ]),
  )
