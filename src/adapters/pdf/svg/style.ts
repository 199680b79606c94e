import type { SvgNode } from './document.ts'
import type { DrawingFault } from './fault.ts'
import { drawingFaults } from './sentences.ts'

const { say } = drawingFaults

/** Properties that apply to what is inside of an element, unless that says otherwise. */
const inherited = [
  ...['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'color', 'visibility', 'stroke', 'stroke-opacity'],
  ...['stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray'],
  'stroke-dashoffset',
] as const
const own = ['opacity', 'display', 'clip-path', 'transform'] as const

/** Properties that change how a shape looks and that are not drawn here, with the values that change nothing. */
const unsupported: Readonly<Record<string, readonly string[]>> = {
  filter: ['none'],
  mask: ['none'],
  marker: ['none'],
  'marker-start': ['none'],
  'marker-mid': ['none'],
  'marker-end': ['none'],
  'mix-blend-mode': ['normal'],
  'paint-order': ['normal', 'fill', 'fill stroke', 'fill stroke markers', 'stroke fill markers'].slice(0, 4),
  'vector-effect': ['none'],
  'transform-origin': ['0', '0 0'],
  'transform-box': ['view-box'],
}

type Known = (typeof inherited)[number] | (typeof own)[number]
export type Style = Partial<Record<Known, string>>

const isKnown = (name: string): name is Known =>
  (inherited as readonly string[]).includes(name) || (own as readonly string[]).includes(name)

/** A rule of a style sheet that applies to an element, a class or an id. */
interface Rule {
  selector: string
  /** 1 of elements, 10 of classes, 100 of ids. */
  weight: number
  declarations: Readonly<Record<string, string>>
}

export interface StyleSheet {
  styleOf(node: SvgNode, parent: Style): Style
}

/** Reports a fault of the line, and goes on. */
export type Report = (said: DrawingFault['said']) => void

export const styleSheet = (root: SvgNode, report: Report): StyleSheet => {
  const rules = [...descendants(root)]
    .filter(({ name }) => name === 'style')
    .flatMap((node) => rulesOf(node, report))
    .sort((a, b) => a.weight - b.weight)
  return {
    styleOf: (node, parent) => {
      const { attributes, name, line } = node
      const names = new Set([name, ...(attributes.class ?? '').split(/\s+/).map((one) => `.${one}`)])
      if (attributes.id !== undefined) names.add(`#${attributes.id}`)
      const given: Record<string, string> = { ...attributes }
      for (const { selector, declarations } of rules)
        if (names.has(selector)) Object.assign(given, declarations)
      Object.assign(given, declarationsOf(attributes.style ?? ''))
      const style: Style = {}
      for (const property of inherited) {
        const value = parent[property]
        if (value !== undefined) style[property] = value
      }
      for (const [property, text] of Object.entries(given)) {
        const value = text.replace(/\s*!important\s*$/i, '').trim()
        if (isKnown(property) && value !== 'inherit') style[property] = value
        else if (unsupported[property] && !unsupported[property].includes(value))
          report(say('drawing_unsupported.property', { line, name: property, value: value.slice(0, 80) }))
      }
      return style
    },
  }
}

export function* descendants(node: SvgNode): Generator<SvgNode> {
  yield node
  for (const child of node.children) yield* descendants(child)
}

const rulesOf = ({ text, line }: SvgNode, report: Report): Rule[] => {
  const rules: Rule[] = []
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, ' ')
  for (const [, selectors, body] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const one of selectors!.split(',')) {
      const selector = one.trim()
      const at = line + text.slice(0, Math.max(0, text.indexOf(selector))).split('\n').length - 1
      if (/^(?:[a-zA-Z]+|\.[\w-]+|#[\w-]+)$/.test(selector)) {
        const weight = selector.startsWith('#') ? 100 : selector.startsWith('.') ? 10 : 1
        rules.push({ selector, weight, declarations: declarationsOf(body!) })
      } else if (!selector.startsWith('@'))
        report(say('drawing_unsupported.selector', { line: at, value: selector.slice(0, 80) }))
    }
  }
  return rules
}

const declarationsOf = (text: string): Record<string, string> => {
  const declarations: Record<string, string> = {}
  for (const part of text.split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0) declarations[part.slice(0, colon).trim().toLowerCase()] = part.slice(colon + 1).trim()
  }
  return declarations
}
