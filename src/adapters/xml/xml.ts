import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'
import type { Xml, XmlElement } from '../../core/ports/xml.ts'

/** XML on xmlbuilder2, which is loaded with the first document: a server starts without it. */
export const createXml = (): Xml => ({
  async write(root) {
    const { create } = await import('xmlbuilder2')
    const document = create({ version: '1.0', encoding: 'UTF-8' })
    append(document, root)
    return document.end({ prettyPrint: true })
  },
})

const append = (parent: XMLBuilder, { name, attributes = {}, text, children = [] }: XmlElement): void => {
  const element = parent.ele(name)
  for (const [key, value] of Object.entries(attributes)) element.att(key, allowed(value))
  if (text !== undefined) element.txt(allowed(text))
  for (const child of children) append(element, child)
}

/** XML 1.0, production 2: no control characters but tab and line ends, no lone surrogates, no U+FFFE and U+FFFF. */
const allowed = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
