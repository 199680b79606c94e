import type { SvgNode } from './document.ts'
import type { Report } from './fault.ts'
import { drawingFaults } from './sentences.ts'

const { say } = drawingFaults

export interface Declaration {
  /** In small letters. */
  name: string
  value: string
  isImportant: boolean
}

/** A rule of a style sheet that applies to an element, a class or an id. */
export interface Rule {
  selector: string
  /** 1 of elements, 10 of classes, 100 of ids. */
  weight: number
  declarations: readonly Declaration[]
}

/** What says nothing of shapes; an animation is reported where it is used. */
const SKIPPED: ReadonlySet<string> = new Set(['charset', 'namespace', 'font-face', 'page', 'keyframes'])
/** Media that paper is not. */
const DARK = /^\s*(?:screen\s+and\s*)?\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*$/

/** The rules of a `style` element. What could change how a shape looks and is not known here is reported. */
export const rulesOf = ({ text, line, attributes }: SvgNode, report: Report): Rule[] => {
  // Counted once: a style sheet may be as long as the file.
  let [lines, counted] = [0, 0]
  const refuse = (at: number, value: string) => {
    for (; counted < at; counted++) if (text[counted] === '\n') lines++
    report(say('drawing_unsupported.selector', { line: line + lines, value: value.trim().slice(0, 80) }))
  }
  const { type = 'text/css', media = 'all' } = attributes
  if (type.trim().toLowerCase() !== 'text/css') refuse(0, type)
  if (!/^\s*(?:all|screen)?\s*$/i.test(media)) refuse(0, `@media ${media}`)
  // Comments keep their lines, so that what follows is found where it is.
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

/** Behind the brace that closes a block. */
const blockEnd = (text: string, from: number): number => {
  let open = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') open++
    else if (text[at] === '}' && --open === 0) return at + 1
  }
  return text.length
}

const IMPORTANT = /\s*!\s*important\s*$/i

export const declarationsOf = (text: string): Declaration[] =>
  text.split(';').flatMap((part): Declaration[] => {
    const colon = part.indexOf(':')
    if (colon <= 0) return []
    const value = part.slice(colon + 1).trim()
    const name = part.slice(0, colon).trim().toLowerCase()
    return [{ name, value: value.replace(IMPORTANT, ''), isImportant: IMPORTANT.test(value) }]
  })
