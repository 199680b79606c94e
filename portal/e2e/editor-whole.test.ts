import { describe, expect, test } from 'vitest'
import { encodePng } from '../../src/adapters/pdf/raster.ts'
import { pdfOf } from '../../test/support/pdf-files.ts'
import { brandFont } from '../../test/support/render-fixtures.ts'
import {
  createItem,
  draftOf,
  element,
  onTheEditor,
  open,
  openCopy,
  openPlain,
  page,
  save,
  templateOfItems,
  uploadLive,
  words,
} from './editor-page.ts'

interface Field {
  value: string
  selectionStart: number
  selectionEnd: number
}

onTheEditor(() => {
  describe('the whole template', () => {
    test('gets a merge field, which is inserted into a text and renamed everywhere', async () => {
      await openPlain()
      await page.getByRole('button', { name: '+ New merge field' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('town')
      await dialog.getByLabel('Sample').fill('Ede')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await element('Plain words').click()
      await words().fill('In ')
      await page.getByRole('button', { name: 'town', exact: true }).click()
      await page.keyboard.press('Escape')
      await page.locator('svg:has([data-part=scene])').click({ position: { x: 2, y: 2 } })
      await page.getByRole('button', { name: /^town/ }).click()
      await dialog.getByLabel('Name').fill('city')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await element('In {{city}}').waitFor()
    })

    test('gets fields for an amount and a date, with their formats', async () => {
      const id = page.url().split('/').at(-2)!
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: '+ New merge field' }).click()
      await dialog.getByLabel('Name').fill('gift')
      await dialog.getByLabel('Type').selectOption({ label: 'Amount of money' })
      await dialog.getByLabel('Currency').fill('ch')
      expect(await dialog.getByRole('button', { name: 'Done' }).isEnabled()).toBe(false)
      await dialog.getByLabel('Currency').fill('chf')
      await dialog.getByLabel('Decimals').fill('0')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: '+ New merge field' }).click()
      await dialog.getByLabel('Name').fill('since')
      await dialog.getByLabel('Type').selectOption({ label: 'Date' })
      await dialog.getByLabel('Printed as').selectOption('long')
      await dialog.getByRole('button', { name: 'Done' }).click()
      const common = { maxLength: 200, sample: '' }
      await expect
        .poll(async () => (await draftOf(id)).document.variables)
        .toMatchObject({
          gift: { type: 'money', currency: 'CHF', decimals: 0, ...common },
          since: { type: 'date', format: 'long', ...common },
        })
    })

    test('gets a colour defined in inks, which a text uses', async () => {
      await page.getByRole('button', { name: '+ New colour' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('brick')
      await dialog.getByLabel('Cyan').fill('10')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await element(/In \{\{city/).click()
      await page.getByLabel('Colour', { exact: true }).selectOption('brick')
      await save()
      await expect
        .poll(async () => (await draftOf(page.url().split('/').at(-2)!)).document.colors.brick)
        .toBeDefined()
      const { document } = await draftOf(page.url().split('/').at(-2)!)
      expect(document.colors.brick.cmyk).toEqual([10, 50, 0, 0])
      expect(document.pages[0].elements[0].color).toBe('brick')
    })

    test('gets an image, with its resolution', async () => {
      await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Picture' }).click()
      const png = Buffer.from(
        encodePng({ data: new Uint8Array(4 * 600 * 400).fill(120), width: 600, height: 400 }),
      )
      const file = { name: 'grey.png', mimeType: 'image/png', buffer: png }
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
      await page.getByRole('heading', { name: 'Picture' }).waitFor()
      await page.getByText(/dots per inch/).waitFor()
      await page.locator('[data-part=scene] image').waitFor()
    })

    test('gets an old image, which is found on a later page or by its name', async () => {
      for (const [grey, name] of ['Oldest logo', 'Garden', 'Street', 'House'].entries())
        await uploadLive(
          'IMAGE',
          `${name}.png`,
          encodePng({ data: new Uint8Array(4).fill(grey), width: 1, height: 1 }),
        )
      // Creating hundreds of images takes long, so the page size is reduced instead.
      await page.route('**/v1/assets?*', (route) =>
        route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
      )
      await openPlain()
      const dialog = page.getByRole('dialog')
      await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Picture' }).click()
      const oldest = dialog.getByRole('button', { name: 'Oldest logo.png' })
      await oldest.waitFor()
      const search = dialog.getByRole('searchbox', { name: 'Search by name' })
      await search.fill('nothing')
      await search.press('Enter')
      await dialog.getByText('No name contains this').waitFor()
      await search.fill('OLDEST')
      await search.press('Enter')
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
      await oldest.click()
      await page.getByRole('heading', { name: 'Picture' }).waitFor()
      await page.unroute('**/v1/assets?*')
    })

    test('is compared with the published version', async () => {
      await openCopy('Dinner invitation')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await page.locator('[aria-live] p', { hasText: 'Version 1 published' }).waitFor()
      await element(/firstName/).click()
      await words().fill('Another headline')
      await page.getByRole('button', { name: 'Versions' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Text: Another headline').waitFor()
      expect(await dialog.getByRole('img').count()).toBe(2)
      await dialog.getByRole('button', { name: 'Close' }).click()
    })
  })

  describe('several elements, pages and items', () => {
    const frames = async (id: string, at = 0) =>
      (await draftOf(id)).document.pages[at].elements.map(
        ({ x, y }: { x: number; y: number }) => [x, y] as const,
      )
    const undo = () => page.getByRole('button', { name: 'Undo' }).click()
    const texts = () => page.getByRole('list', { name: 'Layers' }).locator('.text')
    let id: string

    test('are edited with a double click, which puts the caret into the text and never into a merge field', async () => {
      await openPlain()
      await page.getByRole('button', { name: '+ New merge field' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('town')
      await dialog.getByLabel('Sample').fill('Ede')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await element('Plain words').click()
      await words().fill('In {{town}} now')
      const caret = () =>
        words().evaluate((field) => {
          const { value, selectionStart, selectionEnd } = field as unknown as Field
          return `${value.slice(0, selectionStart)}|${value.slice(selectionEnd)}`
        })
      const box = (await page.locator('rect[data-element="0"]').boundingBox())!
      const pressTwiceAt = (mm: number) =>
        page.mouse.dblclick(box.x + (mm / 60) * box.width, box.y + box.height / 2)
      await pressTwiceAt(0.2)
      await expect.poll(caret).toBe('|In {{town}} now')
      await pressTwiceAt(7)
      await expect.poll(caret).toMatch(/^In (\|{{town}}|{{town}}\|) now$/)
      await pressTwiceAt(55)
      await expect.poll(caret).toBe('In {{town}} now|')
    })

    test('are aligned and distributed, and undo reverts both', async () => {
      await openPlain()
      id = page.url().split('/').at(-2)!
      for (const kind of ['Rectangle', 'Ellipse']) {
        await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: kind }).click()
      }
      await page.getByRole('application').focus()
      await page.keyboard.press('Control+a')
      await page.getByRole('heading', { name: '3 layers' }).waitFor()
      await page.getByRole('button', { name: 'Left', exact: true }).click()
      await page.getByRole('button', { name: 'Distribute vertically' }).click()
      await save()
      const aligned = await frames(id)
      expect(new Set(aligned.map(([x]: readonly [number, number]) => x))).toEqual(new Set([30]))
      await undo()
      await undo()
      await save()
      expect(await frames(id)).toEqual([
        [30, 30],
        [37, 42.5],
        [64, 42.5],
      ])
    })

    test('have fonts, built-in and uploaded ones, which are listed and removed', async () => {
      await element('Plain words').click()
      await page.getByLabel('Font', { exact: true }).selectOption('noto-sans-bold')
      await page.keyboard.press('Escape')
      await page.locator('svg:has([data-part=scene])').click({ position: { x: 2, y: 2 } })
      await page.getByRole('button', { name: '+ Add font' }).click()
      const file = { name: 'Letter.ttf', mimeType: 'font/ttf', buffer: brandFont }
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
      await page.getByRole('button', { name: /^Letter/ }).waitFor()
      await element('Plain words').click()
      await page.getByLabel('Font', { exact: true }).selectOption('Letter')
      await page.locator('svg:has([data-part=scene])').click({ position: { x: 2, y: 2 } })
      expect(await page.getByRole('button', { name: /^Letter/ }).isDisabled()).toBe(true)
      await undo()
      await page.locator('svg:has([data-part=scene])').click({ position: { x: 2, y: 2 } })
      await page.getByRole('button', { name: /^Letter/ }).click()
      await page.getByRole('button', { name: /^Letter/ }).waitFor({ state: 'detached' })
    })

    test('show the selected page of a PDF below everything else', async () => {
      await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'PDF page' }).click()
      const square = '0 0 0 1 k 90 90 60 60 re f'
      const sheetPage = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 437 315]'
      const buffer = pdfOf([`${sheetPage}>>`, `${sheetPage}/Contents 5 0 R>>`], {
        more: [`<</Length ${square.length}>>\nstream\n${square}\nendstream`],
      })
      const file = { name: 'Two.pdf', mimeType: 'application/pdf', buffer }
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
      expect(await page.getByLabel('Page of the PDF', { exact: true }).inputValue()).toBe('1')
      await page.getByLabel('Page of the PDF', { exact: true }).fill('2')
      await page.keyboard.press('Enter')
      await page.locator('[data-part=scene] image').waitFor()
      expect((await texts().allTextContents()).at(-1)).toBe('PDF page')
      await save()
      expect((await draftOf(id)).document.pages[0].elements[0]).toMatchObject({ type: 'pdf', page: 2 })
    })

    test('are reported with the zone they lie in, while they are drawn there', async () => {
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Ellipse' }).click()
      for (const [label, value] of [
        ['From left', '120'],
        ['From top', '8'],
      ] as const) {
        await page.getByLabel(label, { exact: true }).fill(value)
        await page.keyboard.press('Enter')
      }
      await page.locator('rect.covered.stopping').first().waitFor()
      await page.getByRole('region', { name: 'Before printing' }).getByText('the postage zone').waitFor()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'the postage zone' }).click()
      await page.getByRole('heading', { name: 'Ellipse' }).waitFor()
      await undo()
      await undo()
      await undo()
      await page.locator('rect.covered').first().waitFor({ state: 'detached' })
    })

    test('are on pages that are added to a letter and removed', async () => {
      await openCopy('Offer letter')
      const pages = page.getByRole('group', { name: 'Pages' }).getByRole('button')
      const before = await pages.count()
      await page.getByRole('button', { name: 'Add page' }).click()
      await expect.poll(() => pages.count()).toBe(before + 1)
      await page.getByText('Nothing on this page yet.').waitFor()
      await page.getByRole('button', { name: 'Remove last page' }).click()
      await expect.poll(() => pages.count()).toBe(before)
      await undo()
      await expect.poll(() => pages.count()).toBe(before + 1)
      await undo()
      await expect.poll(() => pages.count()).toBe(before)
    })

    test('are filled with the data of one item after another', async () => {
      for (const index of [0, 1]) await createItem(index)
      await open(await templateOfItems())
      await page.getByLabel('Preview with').selectOption({ label: 'Real mail' })
      await page.getByText('(1 of 2)').waitFor()
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.getByText('(2 of 2)').waitFor()
      expect(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).toBe(true)
    })
  })
})
