import type { Xml, XmlElement } from '../../core/ports/xml.ts'

/**
 * Writes XML of elements, attributes and text, which is enough for our documents. Libraries bring a whole
 * document model, and loading one delays a server's first invoice or package by more than writing thousands
 * of them takes.
 */
export const createXml = (): Xml => ({
  async write(root) {
    return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, '')}`
  },
})

const element = ({ name, attributes = {}, text, children = [] }: XmlElement, indent: string): string => {
  const head = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value, /[&<>"\t\r\n]/g)}"`)
    .join('')}`
  if (text) return `${head}>${escaped(text, /[&<>\r]/g)}</${name}>`
  if (children.length === 0) return `${head}/>`
  const inner = children.map((child) => element(child, `${indent}  `)).join('\n')
  return `${head}>\n${inner}\n${indent}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes markup, and characters that a reader would turn into a space or another line end. */
const escaped = (text: string, special: RegExp): string =>
  allowed(text).replace(special, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`)

/** Removes control characters that XML 1.0 forbids, U+FFFE and U+FFFF, and replaces lone surrogates. */
const allowed = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
