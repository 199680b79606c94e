import type { QualifiedTag } from 'sax'
import sax from 'sax'
import { Fault } from '../../../core/kernel/sentences.ts'
import { drawingFaults } from './sentences.ts'

/** The SVG can't be drawn at all. */
export class DrawingFault extends Fault<'drawing_damaged' | 'drawing_unsupported' | 'file_too_complex'> {}

export type Report = (fault: DrawingFault['sentence']) => void

const { sentence } = drawingFaults

export interface SvgNode {
  /** Without a prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: SvgNode[]
  text: string
  /** 1-based. */
  line: number
}

export const svgLimits = {
  /** Elements that are drawn, counting repeated ones each time. */
  elements: 50_000,
  depth: 64,
} as const

const SVG = 'http://www.w3.org/2000/svg'

/** Reads an SVG. Omits other vocabularies' elements, as viewers do. Throws `DrawingFault`. */
export const readSvg = (bytes: Uint8Array): SvgNode => {
  const parser = sax.parser(true, { xmlns: true, strictEntities: true })
  const open: (SvgNode | undefined)[] = []
  let root: SvgNode | undefined
  let count = 0
  const line = () => parser.line + 1
  parser.onerror = (error) => {
    const detail = error.message.split('\n')[0]!.toLowerCase()
    throw new DrawingFault(sentence('drawing_damaged.xml', { line: line(), detail }))
  }
  parser.ondoctype = (doctype) => {
    if (/<!ENTITY/i.test(doctype))
      throw new DrawingFault(sentence('drawing_unsupported.entities', { line: line() }))
    // An ATTLIST would add default attributes to all elements of a name.
    if (/<!ATTLIST/i.test(doctype))
      throw new DrawingFault(sentence('drawing_unsupported.element', { line: line(), name: '!ATTLIST' }))
  }
  parser.onprocessinginstruction = ({ name, body }) => {
    if (name === 'xml-stylesheet')
      throw new DrawingFault(
        sentence('drawing_unsupported.stylesheet', { line: line(), value: body.slice(0, 80) }),
      )
  }
  parser.onopentag = (tag) => {
    if (++count > svgLimits.elements)
      throw new DrawingFault(sentence('file_too_complex.drawing', { limit: svgLimits.elements }))
    if (open.length >= svgLimits.depth)
      throw new DrawingFault(sentence('file_too_complex.depth', { limit: svgLimits.depth }))
    const node = nodeOf(tag, line())
    const parent = open.at(-1)
    if (open.length === 0) root = node
    else if (parent && node) parent.children.push(node)
    // Content of an omitted element is omitted too.
    open.push(open.length === 0 || parent ? node : undefined)
  }
  parser.ontext = parser.oncdata = (text) => {
    const node = open.at(-1)
    if (node?.name === 'style') node.text += text
  }
  parser.onclosetag = () => {
    open.pop()
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new DrawingFault(sentence('drawing_damaged.encoding'))
  }
  parser.write(text).close()
  if (root?.name !== 'svg') throw new DrawingFault(sentence('drawing_damaged.no_svg'))
  return root
}

/** Returns the node of an SVG element; undefined for one of another vocabulary. */
const nodeOf = (tag: QualifiedTag, line: number): SvgNode | undefined => {
  // Most viewers also draw files without a namespace.
  if (tag.uri !== SVG && !(tag.uri === '' && tag.prefix === '')) return undefined
  const attributes: Record<string, string> = Object.create(null)
  for (const attribute of Object.values(tag.attributes)) {
    if (attribute.prefix === '') attributes[attribute.local || attribute.name] = attribute.value
    else if (attribute.prefix === 'xlink' && attribute.local === 'href') attributes.href ??= attribute.value
  }
  return { name: tag.local, attributes, children: [], text: '', line }
}
