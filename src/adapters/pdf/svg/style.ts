import type { Report, SvgNode } from './document.ts'
import { drawingFaults } from './sentences.ts'

const { sentence } = drawingFaults

interface Declaration {
  /** In lower case. */
  name: string
  value: string
  isImportant: boolean
}

interface Rule {
  selector: string
  /** The specificity: 1 for elements, 10 for classes, 100 for ids. */
  weight: number
  declarations: readonly Declaration[]
}

/** At-rules without effect on shapes. An animation is reported where it is used. */
const SKIPPED: ReadonlySet<string> = new Set(['charset', 'namespace', 'font-face', 'page', 'keyframes'])
/** Media queries that never match print. */
const DARK = /^\s*(?:screen\s+and\s*)?\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*$/

/** Returns the rules of a `style` element. Reports unsupported rules that could change how a shape looks. */
const rulesOf = ({ text, line, attributes }: SvgNode, report: Report): Rule[] => {
  // Counts lines incrementally, because a style sheet may be as long as the file.
  let [lines, counted] = [0, 0]
  const refuse = (at: number, value: string) => {
    for (; counted < at; counted++) if (text[counted] === '\n') lines++
    report(sentence('drawing_unsupported.selector', { line: line + lines, value: value.trim().slice(0, 80) }))
  }
  const { type = 'text/css', media = 'all' } = attributes
  if (type.trim().toLowerCase() !== 'text/css') refuse(0, type)
  if (!/^\s*(?:all|screen)?\s*$/i.test(media)) refuse(0, `@media ${media}`)
  // Replaces comments with spaces, so that positions and lines stay the same.
  const plain = text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => comment.replace(/[^\n]/g, ' '))
  const rules: Rule[] = []
  const part = /(?:@([\w-]+)([^{};]*)([{;])|([^{}@]+)\{([^{}]*)\})/y
  const blank = /\s*/y
  for (let at = 0; ; ) {
    blank.lastIndex = at
    at += blank.exec(plain)![0].length
    if (at >= plain.length) return rules
    part.lastIndex = at
    const found = part.exec(plain)
    if (!found) {
      refuse(at, plain.slice(at, at + 100))
      return rules
    }
    const [whole, name, condition = '', end, selectors = '', body = ''] = found
    const start = at
    at += whole.length
    if (name === undefined) rules.push(...ruleOf(selectors, body, (value) => refuse(start, value)))
    else {
      if (end === '{') at = blockEnd(plain, at)
      const isSkipped = SKIPPED.has(name.toLowerCase().replace(/^-\w+-/, ''))
      if (!isSkipped && !(name === 'media' && DARK.test(condition))) refuse(start, `@${name}${condition}`)
    }
  }
}

const ruleOf = (selectors: string, body: string, refuse: (selector: string) => void): Rule[] => {
  const declarations = declarationsOf(body)
  return selectors.split(',').flatMap((one): Rule[] => {
    const selector = one.trim()
    const isPlain = /^(?:[a-zA-Z]+|\.[\w-]+|#[\w-]+)$/.test(selector)
    if (!isPlain) refuse(selector)
    const weight = selector.startsWith('#') ? 100 : selector.startsWith('.') ? 10 : 1
    return isPlain ? [{ selector, weight, declarations }] : []
  })
}

const blockEnd = (text: string, from: number): number => {
  let open = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') open++
    else if (text[at] === '}' && --open === 0) return at + 1
  }
  return text.length
}

const IMPORTANT = /\s*!\s*important\s*$/i

const declarationsOf = (text: string): Declaration[] =>
  text.split(';').flatMap((part): Declaration[] => {
    const colon = part.indexOf(':')
    if (colon <= 0) return []
    const value = part.slice(colon + 1).trim()
    const name = part.slice(0, colon).trim().toLowerCase()
    return [{ name, value: value.replace(IMPORTANT, ''), isImportant: IMPORTANT.test(value) }]
  })

const inherited = [
  ...['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'color', 'visibility', 'stroke', 'stroke-opacity'],
  ...['stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray'],
  'stroke-dashoffset',
] as const
const own = ['opacity', 'display', 'clip-path', 'transform'] as const

/** Unsupported properties that change how a shape looks, with the values that have no effect. */
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
 * Properties without effect on shapes: those of text, rendering hints and drawing programs. All others are
 * reported, because viewers that support them draw something else.
 */
const HARMLESS =
  /^(?:-|font|text|letter-|word-|line-|writing-|white-space|glyph-|kerning|direction|unicode-|baseline-|dominant-|alignment-|tab-size|inline-size|shape-|color-|colour-|image-rendering|buffered-|solid-|stop-|flood-|lighting-|enable-background|isolation|pointer-events|cursor|user-select|will-change|overflow|clip$|background|marker-|block-progression|vertical-|stroke-.*-inkscape|all$)/
/** Properties of the root element that concern the embedding page. */
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
        else report(sentence('drawing_unsupported.property', { line, name, value: value.slice(0, 80) }))
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
          report(
            sentence('drawing_unsupported.property', { line, name: property, value: value.slice(0, 80) }),
          )
      }
      return style
    },
  }
}

export function* descendants(node: SvgNode): Generator<SvgNode> {
  yield node
  for (const child of node.children) yield* descendants(child)
}

/** Returns the declarations for an element in order of precedence, the last one winning. */
const declared = ({ attributes, name }: SvgNode, rules: readonly Rule[]): Declaration[] => {
  const names = new Set([name, ...(attributes.class ?? '').split(/\s+/).map((one) => `.${one}`)])
  if (attributes.id !== undefined) names.add(`#${attributes.id}`)
  const all = rules.filter(({ selector }) => names.has(selector)).flatMap(({ declarations }) => declarations)
  all.push(...declarationsOf(attributes.style ?? ''))
  return [...all.filter(({ isImportant }) => !isImportant), ...all.filter(({ isImportant }) => isImportant)]
}
