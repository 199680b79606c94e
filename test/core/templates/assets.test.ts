import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compiledTemplate } from '../../../src/core/features/templates/compiled.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { TemplateDocumentInput } from '../../../src/core/template/document.ts'
import { jpegs, rgbaPng } from '../../support/images.ts'
import { pdfOf } from '../../support/pdf-files.ts'
import { brandFont, photo, pieceOf } from '../../support/render-fixtures.ts'
import type { TestShop } from '../../support/shop.ts'
import { create, printable, renderer, shopWithCatalogue } from '../../support/templates.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { itWithTools, run } from '../../support/tools.ts'

afterAll(() => renderer.close())

type Element = TemplateDocumentInput['pages'][number]['elements'][number]

const logo = rgbaPng(240, 240, (x, y) => [200, 0, 0, (x - 120) ** 2 + (y - 120) ** 2 < 12_000 ? 255 : 0])
const page = pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>'])

const assetOf = async (shop: TestShop, kind: string, bytes: Uint8Array): Promise<string> => {
  const { status, body } = await shop.call('uploads.create', { query: { kind, name: kind }, bytes })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.assetId
}
/** Returns the printable postcard with only these elements on its front. */
const withFront = (
  elements: Element[],
  fonts: TemplateDocumentInput['fonts'] = [],
): TemplateDocumentInput => ({
  ...printable,
  fonts: [...printable.fonts, ...fonts],
  pages: printable.pages.map((side, index) => (index === 0 ? { ...side, elements } : side)),
})
const templateOf = async (shop: TestShop, elements: Element[], fonts?: TemplateDocumentInput['fonts']) =>
  (await create(shop, { document: withFront(elements, fonts) })).id
const publish = (shop: TestShop, id: string) => shop.call('templates.publish', { params: { id } })
const picture = (asset: string, w = 30, h = 20) => ({ type: 'image', asset, x: 10, y: 10, w, h }) as const
const codes = (body: { errors: { code: string; parameter: string }[] }) =>
  body.errors.map(({ code, parameter }) => `${parameter} ${code}`)

describe('the assets of a template', () => {
  test('are published: an image, a font and a page of a PDF', async () => {
    const shop = await shopWithCatalogue()
    const front: Element[] = [
      { type: 'image', asset: await assetOf(shop, 'IMAGE', photo.bytes), x: -3, y: -3, w: 154, h: 111 },
      picture(await assetOf(shop, 'IMAGE', logo)),
      {
        type: 'text',
        font: 'brand',
        size: 20,
        x: 60,
        y: 60,
        w: 60,
        h: 20,
        text: 'Hallo {{firstName | "daar"}}',
      },
    ]
    const font = await assetOf(shop, 'FONT', brandFont)
    const { status, body } = await publish(
      shop,
      await templateOf(shop, front, [{ id: 'brand', asset: font }]),
    )
    expect({ status, body }).toMatchObject({ status: 201, body: { staticLayerStatus: 'READY' } })
    // 297 and 203 ppi are enough to print, and only cause warnings.
    expect(
      body.findings.map(({ code, severity }: { code: string; severity: string }) => `${severity} ${code}`),
    ).toEqual(['warning image_resolution', 'warning image_resolution'])
  })

  test.each([
    ['no organisation has', async () => 'ast_1', 'asset_unknown'],
    [
      'another organisation has',
      async (shop: TestShop) => {
        const other = await shop.another()
        const { body } = await shop.call('uploads.create', {
          query: { kind: 'IMAGE', name: 'x' },
          bytes: logo,
          key: other.keys.live,
        })
        return body.assetId as string
      },
      'asset_unknown',
    ],
    ['is a PDF', (shop: TestShop) => assetOf(shop, 'PDF', page), 'asset_unknown'],
    [
      'was deleted',
      async (shop: TestShop) => {
        const id = await assetOf(shop, 'IMAGE', logo)
        await shop.call('uploads.deleteAsset', { params: { id } })
        return id
      },
      'asset_unknown',
    ],
    ['depends on a merge field', async () => '{{firstName}}', 'asset_variable'],
  ])('are refused as an image that %s', async (_what, asset, code) => {
    const shop = await shopWithCatalogue()
    const { status, body } = await publish(shop, await templateOf(shop, [picture(await asset(shop))]))
    expect(status).toBe(422)
    expect(codes(body)).toEqual([`document.pages[0].elements[0] ${code}`])
  })

  test('are refused if blurred, or ending at the trim', async () => {
    const shop = await shopWithCatalogue()
    const id = await assetOf(shop, 'IMAGE', jpegs.rgb)
    const blurred = await publish(shop, await templateOf(shop, [picture(id, 60, 40)]))
    expect(codes(blurred.body)).toEqual(['document.pages[0].elements[0] image_resolution'])
    const short = await publish(shop, await templateOf(shop, [{ ...picture(id, 10, 10), x: 0, y: 30 }]))
    expect(codes(short.body)).toEqual(['document.pages[0].elements[0] bleed_short'])
  })

  test('are refused as a font if they are an image or missing', async () => {
    const shop = await shopWithCatalogue()
    const fonts = [
      { id: 'a', asset: await assetOf(shop, 'IMAGE', logo) },
      { id: 'b', asset: 'ast_1' },
    ]
    const { body } = await publish(shop, await templateOf(shop, [], fonts))
    expect(codes(body)).toEqual(['document.fonts[2] font_unknown', 'document.fonts[3] font_unknown'])
  })

  test('are limited in total', async () => {
    const shop = await shopWithCatalogue()
    const id = await assetOf(shop, 'IMAGE', logo)
    await shop.services.store.write((rows) =>
      rows.assets.update(everyone, id, { sizeBytes: 65 * 1024 * 1024 }),
    )
    const { body } = await publish(shop, await templateOf(shop, [picture(id)]))
    expect(codes(body)).toEqual(['document assets_too_large'])
  })
})

describe('a published version', () => {
  const published = async (shop: TestShop) => {
    const asset = await assetOf(shop, 'IMAGE', logo)
    const id = await templateOf(shop, [picture(asset)])
    return { asset, id, versionId: (await publish(shop, id)).body.id as string }
  }

  test('prints assets deleted since, even when its layer is compiled again', async () => {
    const shop = await shopWithCatalogue()
    const { asset, id, versionId } = await published(shop)
    const before = await compiledTemplate(shop.services, { organisationId: shop.organisation.id }, versionId)
    expect((await shop.call('uploads.deleteAsset', { params: { id: asset } })).status).toBe(204)
    await shop.settle()
    // Simulates an update of the renderer, with empty caches.
    await shop.services.store.write((rows) =>
      rows.templateVersions.update(everyone, versionId, { engine: 'older', layerKey: null }),
    )
    const after = await compiledTemplate(
      { ...shop.services },
      { organisationId: shop.organisation.id },
      versionId,
    )
    expect(Buffer.from(after.layer).equals(Buffer.from(before.layer))).toBe(true)
    // Only the published version keeps the asset: the draft can't be published again.
    expect(codes((await publish(shop, id)).body)).toEqual(['document.pages[0].elements[0] asset_unknown'])
  })

  test('can’t use assets deleted during publishing', async () => {
    const shop = await shopWithCatalogue()
    const asset = await assetOf(shop, 'IMAGE', logo)
    const id = await templateOf(shop, [picture(asset)])
    const { compile } = shop.services.renderer
    shop.services.renderer.compile = async (input) => {
      const compiled = await compile(input)
      await shop.call('uploads.deleteAsset', { params: { id: asset } })
      return compiled
    }
    try {
      expect(await publish(shop, id)).toMatchObject({ status: 412, body: { code: 'revision_conflict' } })
    } finally {
      shop.services.renderer.compile = compile
    }
    expect((await shop.call('templates.versions', { params: { id } })).body.data).toEqual([])
  })
})

describe('the print file', () => {
  const printed = async (): Promise<string> => {
    const shop = await shopWithCatalogue()
    const [cmyk, gray, rgb, alpha, background, font] = await Promise.all([
      assetOf(shop, 'IMAGE', jpegs.cmyk),
      assetOf(shop, 'IMAGE', jpegs.gray),
      assetOf(shop, 'IMAGE', jpegs.rgb),
      assetOf(shop, 'IMAGE', logo),
      assetOf(shop, 'PDF', pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 436 314]>>'])),
      assetOf(shop, 'FONT', brandFont),
    ])
    const id = await templateOf(
      shop,
      [
        { type: 'pdf', asset: background!, x: -3, y: -3, w: 154, h: 111 },
        { ...picture(cmyk!, 15, 10), x: 10 },
        { ...picture(gray!, 15, 10), x: 30 },
        { ...picture(rgb!, 15, 10), x: 50 },
        { ...picture(alpha!, 20, 20), x: 70 },
        { ...picture(alpha!, 20, 20), x: 100 },
        {
          type: 'text',
          font: 'brand',
          size: 20,
          x: 10,
          y: 60,
          w: 120,
          h: 20,
          text: 'Hallo {{firstName | "daar"}}',
        },
      ],
      [{ id: 'brand', asset: font! }],
    )
    const { status, body } = await publish(shop, id)
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined })
    const template = await compiledTemplate(shop.services, { organisationId: shop.organisation.id }, body.id)
    const chunks: Uint8Array[] = []
    await renderer.renderPart(
      {
        title: 'assets',
        createdAt: 0,
        sheet: template.sheet,
        templates: [template],
        pieces: Array.from({ length: 20 }, (_, index) => pieceOf(index + 1, { templateId: template.id })),
      },
      async (chunk) => {
        chunks.push(chunk.slice())
      },
    )
    const file = join(folder, 'part.pdf')
    writeFileSync(file, Buffer.concat(chunks))
    return file
  }
  const folder = temporaryFolder()
  let written: Promise<string> | undefined
  const file = () => {
    written ??= printed()
    return written
  }

  itWithTools(['qpdf', 'pdfinfo', 'gs'], 'is sound and PDF/X-4', async () => {
    expect(run('qpdf', ['--check', await file()])).toContain('No syntax or stream encoding errors')
    expect(run('pdfinfo', [await file()])).toMatch(/PDF subtype:\s+PDF\/X-4/)
    expect(
      run('gs', ['-q', '-dPDFSTOPONERROR', '-dBATCH', '-dNOPAUSE', '-sDEVICE=nullpage', await file()]),
    ).toBe('')
  })

  itWithTools(['pdfimages'], 'holds each picture once, in the inks that it came in', async () => {
    const rows = run('pdfimages', ['-list', await file()])
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.trim().split(/\s+/))
    const kinds = new Map(rows.map((row) => [`${row[2]} ${row[10]}`, `${row[2]} ${row[5]} ${row[8]}`]))
    expect([...kinds.values()].sort()).toEqual([
      'image cmyk jpeg',
      'image gray jpeg',
      'image icc image',
      'image icc jpeg',
      'smask gray image',
    ])
  })

  itWithTools(['pdfimages'], 'passes a JPEG through untouched', async () => {
    const prefix = join(folder, 'image')
    run('pdfimages', ['-all', '-l', '1', await file(), prefix])
    const found = Array.from({ length: 6 }, (_, index) => `${prefix}-00${index}.jpg`).flatMap((name) => {
      try {
        return [readFileSync(name)]
      } catch {
        return []
      }
    })
    expect(found.some((bytes) => bytes.equals(jpegs.rgb))).toBe(true)
  })

  itWithTools(['pdffonts'], 'embeds the uploaded font as a subset', async () => {
    const brand = run('pdffonts', [await file()])
      .split('\n')
      .filter((row) => /NotoSans-BoldItalic/.test(row))
    expect(brand).toHaveLength(1)
    expect(brand[0]).toMatch(/^[A-Z]{6}\+NotoSans-BoldItalic.*yes yes yes/)
  })
})
