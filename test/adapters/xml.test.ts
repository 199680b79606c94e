import { describe, expect, test } from 'vitest'
import { create } from 'xmlbuilder2'
import { createXml } from '../../src/adapters/xml/xml.ts'

const { write } = createXml()
/** The root element as a reader parses it. */
const read = (xml: string) => {
  const { attributes, textContent } = create(xml).root().node as unknown as {
    attributes: { item(index: number): { value: string } }
    textContent: string
  }
  return { attribute: attributes.item(0).value, text: textContent }
}

describe('XML', () => {
  test('has a declaration and is indented', async () => {
    const xml = await write({
      name: 'a',
      attributes: { xmlns: 'urn:x', n: '1' },
      children: [
        { name: 'b', text: 'text' },
        { name: 'c', children: [{ name: 'd' }] },
      ],
    })
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a xmlns="urn:x" n="1">\n  <b>text</b>\n  <c>\n    <d/>\n  </c>\n</a>',
    )
  })

  test.each([
    ['markup', `<b> & "it's" ]]> -->`],
    ['line ends and tabs', 'a\tb\nc'],
    ['characters outside the basic plane', 'Zoë 🌷 Ω שלום'],
  ])('preserves %s in text and attributes', async (_, text) => {
    expect(read(await write({ name: 'a', attributes: { b: text }, text }))).toEqual({ attribute: text, text })
  })

  test('preserves line ends that readers would normalise, also in attributes', async () => {
    const xml = await write({ name: 'a', attributes: { b: '1\r\n2\t3' }, text: '1\r\n2' })
    expect(xml).toContain('<a b="1&#13;&#10;2&#9;3">1&#13;\n2</a>')
  })

  test('omits characters that XML does not allow', async () => {
    const xml = await write({ name: 'a', attributes: { b: 'x\0\x1f\uFFFEy' }, text: 'p\x07\uD800q' })
    expect(xml).toContain('<a b="xy">p\uFFFDq</a>')
  })
})
