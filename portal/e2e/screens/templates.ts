import { rgbaPng } from '../../../test/support/images.ts'
import { pdfOf } from '../../../test/support/pdf-files.ts'
import { brandFont } from '../../../test/support/render-fixtures.ts'
import { once, type Sample, type Screen } from './screen.ts'

/** A folder with a template that was published twice and has changed since, and an archived one. */
const templates = once(async ({ callLive }: Sample) => {
  const folder = await callLive('POST', '/template-folders', { name: 'Autumn' })
  const copy = (design: string, name: string, folderId: string | null = null) =>
    callLive('POST', `/template-library/${design}/copy`, { name, folderId })
  const { id } = await copy('florist-postcard', 'Autumn bouquet', folder.id)
  for (let version = 1; version <= 2; version++) await callLive('POST', `/templates/${id}/publish`)
  await copy('energy-letter', 'Meter reading')
  const old = await copy('restaurant-postcard', 'Last year’s terrace')
  await callLive('POST', `/templates/${old.id}/archive`)
  return { id, folderId: folder.id }
})

/** Images, a PDF and a font. */
const assets = once(async ({ uploadLive }: Sample) => {
  const disc = (red: number, alpha: number) =>
    rgbaPng(640, 480, (x, y) => [red, x / 3, y / 3, (x - 320) ** 2 + (y - 240) ** 2 < 40_000 ? 255 : alpha])
  await uploadLive('IMAGE', 'Logo with a transparent ground.png', disc(200, 0))
  await uploadLive('IMAGE', 'Sunset.png', disc(250, 255))
  await uploadLive('PDF', 'House style.pdf', pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 436 315]>>']))
  return uploadLive('FONT', 'House font.ttf', brandFont)
})

export const templateScreens: readonly Screen[] = [
  {
    name: 'templates',
    path: async (sample) => {
      await templates(sample)
      return '/templates'
    },
    ready: (page) => page.locator('main li img').nth(4).waitFor(),
  },
  {
    name: 'templates-archive',
    path: async (sample) => {
      await templates(sample)
      return '/templates?status=archived'
    },
    ready: (page) => page.locator('main li img').first().waitFor(),
  },
  {
    name: 'templates-empty',
    path: async (sample) => `/templates?folder=${(await templates(sample)).folderId}&name=nothing`,
    ready: (page) => page.locator('main section h2').first().waitFor(),
  },
  {
    name: 'templates-new',
    path: () => '/templates/new',
    ready: async (page) => {
      await page.locator('main li img').nth(2).waitFor()
      await page.locator('main li svg').first().waitFor()
    },
  },
  {
    name: 'templates-one',
    path: async (sample) => `/templates/${(await templates(sample)).id}`,
    ready: async (page) => {
      await page.locator('figure img').waitFor()
      await page.locator('main td').first().waitFor()
    },
  },
  {
    name: 'templates-assets',
    path: async (sample) => {
      await assets(sample)
      return '/templates/assets'
    },
    ready: (page) => page.locator('main li img').nth(1).waitFor(),
  },
  {
    name: 'templates-asset-files',
    path: () => '/templates/assets?kind=PDF',
    ready: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'templates-asset-font',
    path: async (sample) => `/templates/assets?kind=FONT&asset=${(await assets(sample)).assetId}`,
    ready: (page) => page.getByText('ABCDEFGHIJKLMNOPQRSTUVWXYZ', { exact: true }).waitFor(),
  },
]
