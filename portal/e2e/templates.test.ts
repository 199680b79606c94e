import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionOf } from '../../test/support/font-collection.ts'
import { rgbaPng } from '../../test/support/images.ts'
import { pdfOf } from '../../test/support/pdf-files.ts'
import { brandFont } from '../../test/support/render-fixtures.ts'
import { callAsPerson, openPortal, type Portal, setUp } from './portal.ts'
import { thai } from './screens/fonts.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
})
afterAll(() => portal?.close())

const dialog = () => page.getByRole('dialog')
const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
/** Chooses an action in the menu “…”. */
const choose = async (name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const points = (mm: number) => (mm * 72) / 25.4

describe('the templates of an organisation', () => {
  test('are empty at first, and the screen explains their purpose', async () => {
    await open('/templates')
    await page.getByRole('heading', { name: 'Make your first template' }).waitFor()
  })

  test('are organised in folders, which are created and renamed', async () => {
    await page.getByRole('button', { name: 'New folder' }).click()
    await dialog().getByLabel('Name of the folder').fill('Spring')
    await dialog().getByRole('button', { name: 'Create' }).click()
    await page.getByText('Folder Spring created.').waitFor()
    await choose('Rename')
    await dialog().getByLabel('Name of the folder').fill('Spring 2026')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Spring 2026' }).waitFor()
    await page.getByRole('heading', { name: 'No templates here' }).waitFor()
  })

  test('start from a library design, in the open folder', async () => {
    await page.getByRole('link', { name: 'New template' }).first().click()
    await page.getByRole('button', { name: /^Welcome card/ }).click()
    expect(await dialog().getByLabel('Folder').inputValue()).toMatch(/^fld_/)
    await dialog().getByLabel('Name').fill('Spring card')
    await dialog().getByRole('button', { name: 'Create template', exact: true }).click()
    await page.getByRole('heading', { name: 'Spring card' }).waitFor()
    await page.locator('figure img').waitFor()
    await page.getByText('Not published yet. Publish the draft').waitFor()
    await page.locator('main tbody', { hasText: 'firstName' }).waitFor()
  })

  test('are published as versions', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 1 published.').waitFor()
    await page.getByRole('button', { name: 'Version 1' }).waitFor()
    await page.getByRole('radio', { name: 'Back' }).check()
    await page.getByRole('img', { name: 'Back' }).waitFor()
  })

  test('are duplicated, renamed and moved, archived and restored', async () => {
    await choose('Duplicate')
    await dialog().getByLabel('Name').fill('Copy of the card')
    await dialog().getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Copy of the card' }).waitFor()
    await choose('Rename or move')
    await dialog().getByLabel('Name').fill('Second card')
    await dialog().getByLabel('Folder').selectOption({ label: 'Not in a folder' })
    await dialog().getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'Second card' }).waitFor()
    await choose('Archive')
    await dialog().getByRole('button', { name: 'Archive' }).click()
    await page.getByText('Archived on').waitFor()
    await open('/templates?status=archived')
    await page.getByRole('link', { name: 'Second card' }).click()
    await choose('Restore')
    await page.getByText('Template restored.').waitFor()
    await page.getByRole('link', { name: 'Edit' }).waitFor()
  })

  test('are found by name and by folder', async () => {
    await open('/templates')
    await page.getByRole('searchbox').fill('second')
    await page.getByRole('searchbox').press('Enter')
    await expect.poll(() => page.locator('main li strong').allTextContents()).toEqual(['Second card'])
    await open('/templates')
    await page.getByRole('link', { name: 'Spring 2026' }).click()
    await expect.poll(() => page.locator('main li strong').allTextContents()).toEqual(['Spring card'])
  })

  test('start from a PDF, and report the pages that do not fit the sheet', async () => {
    const pdf = (w: number, h: number, more = '') => ({
      name: 'House style.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points(w)} ${points(h)}]${more}>>`]),
    })
    await open('/templates/new')
    await page.getByRole('button', { name: /^Your own PDF/ }).click()
    await dialog().getByLabel('PDF file').setInputFiles(pdf(111, 154))
    await dialog().getByLabel('Product').selectOption({ label: 'Postcard A6' })
    await dialog().getByRole('button', { name: 'Create template', exact: true }).click()
    await dialog().getByText('Page 1 of the PDF is 111 × 154 mm').first().waitFor()
    const noFont = '/Resources<</Font<</F<</Type/Font/Subtype/TrueType/BaseFont/Georgia>>>>>>'
    await dialog()
      .getByLabel('PDF file')
      .setInputFiles(pdf(154, 111, noFont))
    await dialog().getByRole('button', { name: 'Create template', exact: true }).click()
    await dialog().getByText('The PDF uses the font Georgia').waitFor()
    await dialog().getByText('Word: File, Save As, PDF').waitFor()
    await dialog().getByLabel('PDF file').setInputFiles(pdf(154, 111))
    await dialog().getByText('The pages fit Postcard A6.').waitFor()
    await dialog().getByRole('button', { name: 'Create template', exact: true }).click()
    await page.getByRole('heading', { name: 'House style' }).waitFor()
    await page.locator('figure img').waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('keep their folder: only an empty one can be deleted', async () => {
    await open('/templates')
    await page.getByRole('link', { name: 'Spring 2026' }).click()
    await choose('Delete')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await dialog().getByRole('alert').waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 409/.test(error))
  })
})

describe('the files of templates', () => {
  const pictures = () => page.getByRole('region', { name: 'Pictures', exact: true })

  test('are uploaded, several at once, with a reason for each unusable one', async () => {
    await open('/templates/assets')
    await page.getByRole('heading', { name: 'No pictures yet' }).waitFor()
    const disc = rgbaPng(300, 200, (x, y) => [x / 2, y / 2, 90, 255])
    await page.getByLabel('Upload pictures', { exact: true }).setInputFiles([
      { name: 'sunset.png', mimeType: 'image/png', buffer: Buffer.from(disc) },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from(disc.subarray(0, 200)) },
    ])
    await page.getByText('broken.png can’t be used').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await pictures()
      .getByRole('link', { name: /sunset\.png/ })
      .waitFor()
    await expect
      .poll(() =>
        pictures()
          .locator('img')
          .evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0)
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('are viewed, renamed and deleted', async () => {
    await pictures()
      .getByRole('link', { name: /sunset\.png/ })
      .click()
    await dialog().getByText('300 × 200').first().waitFor()
    await dialog().getByLabel('Name').fill('Evening')
    await dialog().getByRole('button', { name: 'Rename' }).click()
    await page.getByText('File renamed.').waitFor()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await dialog().getByText('Published versions still print it').waitFor()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Evening deleted.').waitFor()
    await page.getByRole('heading', { name: 'No pictures yet' }).waitFor()
  })

  test('may be fonts, which are shown as they print', async () => {
    await page.getByRole('link', { name: 'Fonts', exact: true }).click()
    const font = { name: 'House.ttf', mimeType: 'font/ttf', buffer: brandFont }
    await page.getByLabel('Upload fonts', { exact: true }).setInputFiles([font])
    await page.getByRole('link', { name: /House\.ttf/ }).click()
    await dialog().getByText('ABCDEFGHIJKLMNOPQRSTUVWXYZ', { exact: true }).waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await dialog().waitFor({ state: 'hidden' })
  })

  test('may be one font of a collection, selected by the user', async () => {
    const font = { name: 'Both.ttc', mimeType: '', buffer: collectionOf(brandFont, thai) }
    await page.getByLabel('Upload fonts', { exact: true }).setInputFiles([font])
    await page.getByText('Both.ttc can’t be used').waitFor()
    const second = page.getByRole('group', { name: 'contains 2 fonts' }).getByRole('button').last()
    const name = (await second.textContent())!.trim()
    await second.click()
    await page.getByRole('link', { name }).waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })
})

test('the gallery shows which templates are in use, and which drafts are ahead of the printed version', async () => {
  const { id } = await callAsPerson(page, 'POST', '/template-library/florist-postcard/copy', {
    name: 'In use',
  })
  const { id: idle } = await callAsPerson(page, 'POST', '/template-library/florist-postcard/copy', {
    name: 'Only begun',
  })
  await callAsPerson(page, 'POST', `/templates/${id}/publish`)
  const postflow = await callAsPerson(page, 'POST', '/postflows', { name: 'Guests', templateId: id })
  await open('/templates')
  const card = (of: string) => page.locator(`main a[href$="/templates/${of}"]`)
  await card(id).getByText('Version 1').waitFor()
  await card(idle).getByText('Not published yet').waitFor()
  expect(await page.getByText(/^In use in/).count()).toBe(0)

  await callAsPerson(page, 'POST', `/postflows/${postflow.id}/activate`)
  const { draft } = await callAsPerson(page, 'GET', `/templates/${id}`)
  const { document } = await callAsPerson(page, 'GET', `/templates/${id}/draft`)
  document.pages[0].elements.pop()
  const headers = { 'If-Match': `"${draft.revision}"` }
  await callAsPerson(page, 'PUT', `/templates/${id}/draft`, { document }, headers)
  await open('/templates')
  await card(id).getByText('In use in test mode').waitFor()
  await card(id).getByText('Unpublished changes').waitFor()
  expect(await page.getByText('Unpublished changes').count()).toBe(1)
  expect(
    await card(idle)
      .getByText(/^In use/)
      .count(),
  ).toBe(0)
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
