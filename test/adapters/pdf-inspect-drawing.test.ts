import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { rasterisePage } from '../../src/adapters/pdf/raster.ts'
import { colourOf } from '../../src/adapters/pdf/svg/canvas.ts'
import { svgLimits } from '../../src/adapters/pdf/svg/document.ts'
import { arcCurves, drawPath } from '../../src/adapters/pdf/svg/path.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { quartersSeen } from '../support/quadrants.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const inspect = (text: string) => renderer.inspect(inspectInput('DRAWING', Buffer.from(text)))
const svg = (content: string, attributes = 'viewBox="0 0 24 16" width="24mm"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

const rect = (x: number, y: number, colour: string) =>
  `<rect x="${x}" y="${y}" width="12" height="8" fill="${colour}"/>`
const quarters = `${rect(0, 0, 'red')}${rect(12, 0, 'green')}${rect(0, 8, '#00f')}${rect(12, 8, 'white')}`

const seen = async (text: string) => {
  const { replacement, findings } = await inspect(text)
  if (!replacement) throw new Error(JSON.stringify(findings))
  const { png } = await rasterisePage([replacement.bytes], { page: 1, dpi: 72 })
  return quartersSeen(png)
}

describe('a drawing', () => {
  it('is stored as a PDF of one page with its size', async () => {
    const { findings, pages, replacement } = await inspect(svg(quarters))
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(pages).toMatchObject([{ w: 24, h: 16 }])
    expect(Buffer.from(replacement!.bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  })

  it.each([
    ['24mm', '16mm', 24, 16],
    ['96', '96px', 25.4, 25.4],
    ['72pt', '1in', 25.4, 25.4],
    ['6pc', '2.54cm', 25.4, 25.4],
    ['100%', '100%', 6.35, 4.23],
  ])('of %s × %s has that size', async (width, height, w, h) => {
    const { pages } = await inspect(svg(quarters, `viewBox="0 0 24 16" width="${width}" height="${height}"`))
    expect(pages).toMatchObject([{ w, h }])
  })

  it.each<[string, string]>([
    ['shapes', quarters],
    [
      'paths',
      '<path fill="red" d="M0 0h12v8H0z"/><path fill="green" d="m12 0 12 0 0 8-12 0z"/><path fill="blue" d="M0,8L12,8 12,16,0,16"/>',
    ],
    [
      'a style sheet',
      `<style>.a{fill:#fff}.b{fill:red} #c{fill:green}</style><rect width="12" height="8" class="x b"/><rect id="c" x="12" width="12" height="8" class="a"/>${rect(0, 8, 'blue')}`,
    ],
    [
      'style attributes before all others',
      rect(0, 0, 'blue').replace('/>', ' style="fill:red"/>') + rect(12, 0, 'green') + rect(0, 8, 'blue'),
    ],
    [
      'transforms',
      `<g transform="translate(12,8) scale(-1)">${rect(0, 0, 'red')}</g><g transform="rotate(180 12 4)">${rect(0, 0, 'green')}</g><g transform="matrix(1 0 0 1 0 8)">${rect(0, 0, 'blue')}</g>`,
    ],
    [
      'repeated elements',
      `<defs><rect id="r" width="12" height="8"/></defs><use href="#r" fill="red"/><use href="#r" x="12" fill="green"/><use href="#r" y="8" fill="blue"/>`,
    ],
    [
      'inherited colours',
      `<g fill="red"><rect width="12" height="8"/><g color="green" fill="currentColor"><rect x="12" width="12" height="8"/></g></g>${rect(0, 8, 'blue')}`,
    ],
    [
      'clips',
      `<clipPath id="k"><rect width="12" height="8"/></clipPath><rect width="24" height="16" fill="red" clip-path="url(#k)"/>${rect(12, 0, 'green')}${rect(0, 8, 'blue')}`,
    ],
    [
      'holes',
      `<path fill-rule="evenodd" fill="red" d="M0 0h24v8H0zM12 0h12v8H12z"/>${rect(12, 0, 'green')}${rect(0, 8, 'blue')}`,
    ],
    [
      'strokes',
      '<path stroke="red" stroke-width="8" d="M0 4h12"/><path stroke="green" stroke-width="8" d="M12 4h12"/><line stroke="blue" stroke-width="8" x1="0" y1="12" x2="12" y2="12"/>',
    ],
    [
      'ellipses',
      '<ellipse cx="6" cy="4" rx="7" ry="5" fill="red"/><circle cx="18" cy="4" r="4" fill="green"/><circle cx="6" cy="12" r="4" fill="rgb(0 0 100%)"/>',
    ],
    [
      'polygons',
      '<polygon points="0,0 12,0 12,8 0,8" fill="red"/><polyline points="12 0 24 0 24 8 12 8" fill="green"/><polygon points="0,8,12,8,12,16,0,16" fill="blue"/>',
    ],
    [
      'hidden elements',
      `${quarters}<rect width="24" height="16" display="none"/><rect width="24" height="16" visibility="hidden"/><rect width="24" height="16" fill="none"/>`,
    ],
    [
      'elements of other vocabularies',
      `<i:pgf xmlns:i="x"><rect width="24" height="16"/></i:pgf><metadata><rect/></metadata>${quarters}`,
    ],
    [
      'a style sheet with other rules',
      `<style>@charset "utf-8"; @namespace svg url(x); @font-face{font-family:a;src:url(b)}
        @media (prefers-color-scheme: dark) { rect { fill: white } .a { fill: black } } .r{fill:red}</style>${quarters}<rect class="r" width="12" height="8"/>`,
    ],
    [
      'important declarations',
      `<style>#c{fill:red!important}.x{fill:blue}</style>${quarters}<rect id="c" class="x" style="fill:green" width="12" height="8"/>`,
    ],
    [
      'very small units',
      `<g transform="scale(.000001)"><rect width="24000000" height="16000000" fill="white"/></g><g transform="scale(.00000123456)">${quarters.replaceAll(/(\d+)(?=")/g, (_, number: string) => String(Number(number) / 0.00000123456))}</g>`,
    ],
    [
      'separate clips',
      `<clipPath id="c"><rect width="12" height="8"/><path d="M12 8v8h12v-8z"/><rect x="12" width="12" height="8" display="none"/></clipPath><rect width="24" height="16" fill="green"/><rect y="8" width="12" height="8" fill="blue"/><g clip-path="url(#c)"><rect width="12" height="8" fill="red"/><rect x="12" width="12" height="16" fill="white"/></g>`,
    ],
    ['properties without effect on shapes', `<g style="font-family:a;-inkscape-stroke:none">${quarters}</g>`],
    ['unused gradients', `<defs><linearGradient id="g"><stop/></linearGradient></defs>${quarters}`],
  ])('is drawn as vectors: %s', async (_what, content) => {
    expect(await seen(svg(content))).toBe('RGBW')
  })

  it('composites a group as a whole', async () => {
    const { png } = await rasterisePage(
      [
        (
          await inspect(
            svg('<g opacity=".5"><rect width="24" height="16"/><rect width="24" height="16"/></g>'),
          )
        ).replacement!.bytes,
      ],
      { page: 1, dpi: 72 },
    )
    const { quarters: pixels } = await import('../support/quadrants.ts')
    expect(pixels(png)[0]![0]).toBeGreaterThan(115)
  })

  it.each([
    ['text', '\n<text>Hello</text>', 'text', 2],
    ['images', '\n\n<image href="a.png"/>', 'image', 3],
    ['gradients', '<linearGradient id="g"/>\n<rect width="9" height="9" fill="url(#g)"/>', 'paint', 2],
    ['masks', '\n<rect width="9" height="9" mask="url(#m)"/>', 'property', 2],
    [
      'filters of a style sheet',
      '<style>rect{filter:url(#f)}</style>\n<rect width="9" height="9"/>',
      'property',
      2,
    ],
    ['scripts', '\n<script>alert(1)</script>', 'element', 2],
    ['foreign objects', '\n<foreignObject/>', 'element', 2],
    ['media queries', '<style>\n@media print{rect{fill:red}}</style>', 'selector', 2],
    ['supports rules', '<style>@supports (x:y){rect{fill:red}}</style>', 'selector', 1],
    ['imports', '<style>\n\n@import "a.css"; rect{fill:red}</style>', 'selector', 3],
    ['style sheets for other media', '\n<style media="print">rect{fill:red}</style>', 'selector', 2],
    ['style sheets of other languages', '\n<style type="text/less">rect{}</style>', 'selector', 2],
    ['geometry in a style sheet', '<style>path{d:path("M0 0")}</style>\n<path d="M0 0h9v9"/>', 'property', 2],
    ['transforms in a style', '\n<rect style="translate:9px" width="9" height="9"/>', 'property', 2],
    ['masks in a style', '\n<rect style="mask-image:none" width="9" height="9"/>', 'property', 2],
    ['animated shapes', '<rect width="9" height="9">\n<animate attributeName="x"/></rect>', 'element', 2],
    ['animated styles', '\n<rect style="animation:a 1s" width="9" height="9"/>', 'property', 2],
    ['elements for a language', '\n<g systemLanguage="de"/>', 'property', 2],
    ['a path length', '\n<path pathLength="9" d="M0 0h9"/>', 'property', 2],
    ['percentages', '<g id="a"/>\n<use href="#a" x="50%"/>', 'attribute', 2],
    [
      'overlapping clips',
      '\n<clipPath id="c"><path d="M0 0h9v9"/><path d="M5 5v9h9"/></clipPath><g clip-path="url(#c)"/>',
      'element',
      2,
    ],
    [
      'clips with two fill rules',
      '\n<clipPath id="c"><path d="M0 0h9v9"/><path clip-rule="evenodd" d="M20 5v9h9"/></clipPath><g clip-path="url(#c)"/>',
      'element',
      2,
    ],
    [
      'clips transformed by a style sheet',
      '<style>#r{transform:scale(2)}</style>\n<clipPath id="c"><rect id="r" width="9" height="9"/></clipPath><g clip-path="url(#c)"/>',
      'element',
      2,
    ],
    ['selectors', '<style>\n\ng > rect { fill: red }</style>', 'selector', 3],
    ['references to other files', '\n<use href="other.svg#a"/>', 'reference', 2],
    ['a cycle', '\n<g id="a"><use href="#a"/></g>', 'reference', 2],
    ['damaged paths', '\n<path d="M0 0L9 x"/>', 'attribute', 2],
    ['damaged colours', '\n<rect width="9" height="9" fill="rouge"/>', 'attribute', 2],
    ['damaged transforms', '\n<g transform="turn(9)"/>', 'attribute', 2],
  ])('that has %s is refused with the line number', async (_what, content, kind, line) => {
    const { findings, replacement } = await inspect(svg(`${content}<rect width="1" height="1"/>`))
    expect(replacement).toBeUndefined()
    expect(findings).toMatchObject([{ severity: 'error', params: { case: kind, line } }])
  })

  it.each([
    ['malformed XML', '<svg', 'xml'],
    ['another root element', '<html/>', 'no_svg'],
    ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>', 'entities'],
    [
      'default attributes',
      '<!DOCTYPE svg [<!ATTLIST rect fill CDATA "red">]><svg xmlns="http://www.w3.org/2000/svg"/>',
      'element',
    ],
    ['an external style sheet', `<?xml-stylesheet href="a.css"?>${svg(quarters)}`, 'stylesheet'],
    ...['opacity=".5"', 'transform="scale(2)"', 'clip-path="url(#c)"', 'style="background:#eee"'].map(
      (root): [string, string, string] => [root, svg(quarters, `viewBox="0 0 24 16" ${root}`), 'property'],
    ),
    ['only unsupported content', svg('<text>Hello</text>'), 'text'],
    ['no size', svg(quarters, ''), 'size'],
    ['a size beyond that of a PDF', svg(quarters, 'width="9000mm" height="1mm"'), 'size'],
    ['no content', svg(''), 'empty'],
    ['too many elements', svg('<g/>'.repeat(svgLimits.elements)), 'drawing'],
    [
      'elements nested too deeply',
      svg(`${'<g>'.repeat(svgLimits.depth)}${'</g>'.repeat(svgLimits.depth)}`),
      'depth',
    ],
  ])('with %s is refused', async (_what, text, kind) => {
    expect((await inspect(text)).findings).toMatchObject([{ severity: 'error', params: { case: kind } }])
  })

  it('with the maximum number of elements is accepted', async () => {
    const { findings } = await inspect(svg(`${quarters}${'<g/>'.repeat(svgLimits.elements - 5)}`))
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    const repeated = '<use href="#a"/>'.repeat(400)
    const levels = `<defs><g id="a">${rect(0, 0, 'red')}</g><g id="b">${repeated}</g></defs>${'<use href="#b"/>'.repeat(200)}`
    expect((await inspect(svg(levels))).findings).toMatchObject([{ params: { case: 'drawing' } }])
  })

  it('is refused with its encoding if that is not UTF-8', async () => {
    const bytes = Buffer.from(svg(`<desc>\xe9</desc>${quarters}`), 'latin1')
    const { findings } = await renderer.inspect(inspectInput('DRAWING', bytes))
    expect(findings).toMatchObject([{ params: { case: 'encoding' } }])
  })
})

describe('a path', () => {
  const drawn = (data: string) => {
    const out: string[] = []
    const isValid = drawPath(data, (numbers, operator) => {
      out.push([...numbers.map((number) => Math.round(number * 1000) / 1000), operator].join(' '))
    })
    return isValid ? out.join(' ') : `${out.join(' ')}?`
  }
  it.each([
    ['M1 2 3 4', '1 2 m 3 4 l'],
    ['m1 2 3 4', '1 2 m 4 6 l'],
    ['M0 0h5v5z', '0 0 m 5 0 l 5 5 l h'],
    ['M1 1h1zh2', '1 1 m 2 1 l h 3 1 l'],
    ['M0 0c1 1 2 2 3 3s1 1 2 2', '0 0 m 1 1 2 2 3 3 c 4 4 4 4 5 5 c'],
    ['M0 0q3 0 3 3t3 3', '0 0 m 2 0 3 1 3 3 c 3 5 4 6 6 6 c'],
    ['M.5.5-.5-.5', '0.5 0.5 m -0.5 -0.5 l'],
    ['M0 0a5 5 0 0110 0', '0 0 m 0 -2.761 2.239 -5 5 -5 c 7.761 -5 10 -2.761 10 0 c'],
    ['M0 0A0 5 0 0 1 9 9', '0 0 m 9 9 l'],
    ['L1 1', '?'],
    ['M0 0L1', '0 0 m?'],
    ['M0 0 1 1 x', '0 0 m 1 1 l?'],
  ])('%s', (data, expected) => {
    expect(drawn(data)).toBe(expected)
  })

  it('scales up radii of an arc that do not reach its end', () => {
    const curves = arcCurves([0, 0], [10, 0], { radii: [1, 1], angle: 0, isLarge: false, isSweep: true })
    expect(curves!.at(-1)!.slice(-2)).toEqual([10, 0])
  })
})

describe('a colour', () => {
  it.each([
    ['#f00', [1, 0, 0, 1]],
    ['#ff000080', [1, 0, 0, 128 / 255]],
    ['rgb(255, 0, 0)', [1, 0, 0, 1]],
    ['rgba(100% 0% 0% / 50%)', [1, 0, 0, 0.5]],
    ['RebeccaPurple', [0.4, 0.2, 0.6, 1]],
    ['none', null],
    ['transparent', null],
    ['#ff', undefined],
    ['hsl(0 100% 50%)', undefined],
  ])('%s', (text, expected) => {
    expect(colourOf(text)).toEqual(expected)
  })
})
