import type { SvgNode } from './document.ts'
import type { Report } from './fault.ts'
import { drawingFaults } from './sentences.ts'
import { type Declaration, declarationsOf, type Rule, rulesOf } from './style-rules.ts'

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
  systemLanguage: [],
  requiredExtensions: [],
  pathLength: [],
}

/**
 * Declarations that change nothing of what is drawn here: of text, of how exactly to draw, and of drawing programs. All
 * others are named, because a viewer that knows them draws something else.
 */
const HARMLESS =
  /^(?:-|font|text|letter-|word-|line-|writing-|white-space|glyph-|kerning|direction|unicode-|baseline-|dominant-|alignment-|tab-size|inline-size|shape-|color-|colour-|image-rendering|buffered-|solid-|stop-|flood-|lighting-|enable-background|isolation|pointer-events|cursor|user-select|will-change|overflow|clip$|background|marker-|block-progression|vertical-|stroke-.*-inkscape|all$)/
/** What an SVG as a whole says of the page that shows it. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(['width', 'height', 'max-width', 'max-height', 'margin'])

type Known = (typeof inherited)[number] | (typeof own)[number]
export type Style = Partial<Record<Known, string>>

const isKnown = (name: string): name is Known =>
  (inherited as readonly string[]).includes(name) || (own as readonly string[]).includes(name)

export interface StyleSheet {
  styleOf(node: SvgNode, parent: Style): Style
}

export const styleSheet = (root: SvgNode, report: Report): StyleSheet => {
  const rules = [...descendants(root)]
    .filter(({ name }) => name === 'style')
    .flatMap((node) => rulesOf(node, report))
    .sort((a, b) => a.weight - b.weight)
  return {
    styleOf: (node, parent) => {
      const { attributes, line } = node
      const given: Record<string, string> = { ...attributes }
      for (const { name, value } of declared(node, rules)) {
        const isNamed =
          isKnown(name) ||
          unsupported[name] !== undefined ||
          HARMLESS.test(name) ||
          (node === root && OF_THE_PAGE.has(name))
        if (isNamed) given[name] = value
        else report(say('drawing_unsupported.property', { line, name, value: value.slice(0, 80) }))
      }
      const style: Style = {}
      for (const property of inherited) {
        const value = parent[property]
        if (value !== undefined) style[property] = value
      }
      for (const [property, text] of Object.entries(given)) {
        const value = text.trim()
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

/** What is declared for an element, the last of a name being the one that holds. */
const declared = ({ attributes, name }: SvgNode, rules: readonly Rule[]): Declaration[] => {
  const names = new Set([name, ...(attributes.class ?? '').split(/\s+/).map((one) => `.${one}`)])
  if (attributes.id !== undefined) names.add(`#${attributes.id}`)
  const all = rules.filter(({ selector }) => names.has(selector)).flatMap(({ declarations }) => declarations)
  all.push(...declarationsOf(attributes.style ?? ''))
  return [...all.filter(({ isImportant }) => !isImportant), ...all.filter(({ isImportant }) => isImportant)]
}
