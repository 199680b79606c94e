import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { encodePng } from '../../src/adapters/pdf/raster.ts'
import { pdfOf } from '../../test/support/pdf-files.ts'
import { brandFont } from '../../test/support/render-fixtures.ts'
import {
  element,
  isSaved,
  onTheEditor,
  openCopy,
  openPlain,
  page,
  portal,
  save,
  textsOf,
  words,
} from './editor-page.ts'
import { isDrawn } from './screens/editor.ts'

onTheEditor(() => {
  describe('two tabs with the same draft', () => {
    let id: string
    let other: Page

    const bothChange = async () => {
      id = await openCopy('Dinner invitation')
      other = await portal.newPage(page.context())
      await other.goto(page.url())
      await isDrawn(other)
      await element(/firstName/, other).click()
      await words(other).fill('From the other tab')
      await save(other)
      await expect.poll(() => textsOf(id)).toContain('From the other tab')
      await element(/firstName/).click()
      await words().fill('From this tab')
      await page.keyboard.press('Control+s')
      await page.getByRole('dialog', { name: 'This draft was saved elsewhere' }).waitFor()
      portal.errors = portal.errors.filter((error) => !/status of 412/.test(error))
    }

    test('show both versions in the later tab, which keeps its own', async () => {
      await bothChange()
      expect(await page.getByRole('dialog').getByRole('img').count()).toBe(2)
      await page.getByRole('button', { name: 'Keep my draft' }).click()
      await expect.poll(() => textsOf(id)).toContain('From this tab')
      await other.close()
    })

    test('or takes the saved one, and undo restores its own', async () => {
      await bothChange()
      await page.getByRole('button', { name: 'Use saved draft' }).click()
      expect(await words().inputValue()).toBe('From the other tab')
      await page.getByRole('button', { name: 'Undo' }).click()
      expect(await words().inputValue()).toBe('From this tab')
      await save()
      await expect.poll(() => textsOf(id)).toContain('From this tab')
      await other.close()
    })
  })

  describe('a file that is dropped on the sheet', () => {
    interface Dropped {
      name: string
      type: string
      bytes: Uint8Array
    }
    /** Drops files on the sheet, at a position in mm. */
    const drop = async (files: readonly Dropped[], x: number, y: number) => {
      const sheet = (await page.locator('[data-part=scene] rect').first().boundingBox())!
      const pixels = sheet.width / (148 + 6)
      const dataTransfer = await page.evaluateHandle(
        (list) => {
          // biome-ignore lint/suspicious/noExplicitAny: tests know nothing of a page’s types
          const transfer: any = Reflect.construct(Reflect.get(globalThis, 'DataTransfer'), [])
          for (const { name, type, base64 } of list) {
            const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
            transfer.items.add(new File([bytes], name, { type }))
          }
          return transfer
        },
        files.map(({ name, type, bytes }) => ({ name, type, base64: Buffer.from(bytes).toString('base64') })),
      )
      const at = { clientX: sheet.x + (x + 3) * pixels, clientY: sheet.y + (y + 3) * pixels }
      await page.locator('[role=application]').dispatchEvent('drop', { dataTransfer, ...at })
    }
    const grey = encodePng({ data: new Uint8Array(4 * 600 * 400).fill(120), width: 600, height: 400 })
    const pdf = (more = '', box = '0 0 437 315') =>
      pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[${box}]${more}>>`])
    const value = async (label: string) => Number(await page.getByLabel(label, { exact: true }).inputValue())

    test('is placed where it was dropped if it is an image, and one undo removes it', async () => {
      await openPlain()
      await drop([{ name: 'grey.png', type: 'image/png', bytes: grey }], 100, 70)
      await page.getByRole('heading', { name: 'Picture' }).waitFor()
      expect((await value('From left')) + (await value('Width')) / 2).toBeCloseTo(100, 0)
      expect((await value('From top')) + (await value('Height')) / 2).toBeCloseTo(70, 0)
      await page.locator('[data-part=scene] image').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      expect(await page.locator('rect.hit').count()).toBe(1)
    })

    test('sets the text under the pointer if it is a font, and goes below everything if it is a PDF', async () => {
      await drop([{ name: 'House.ttf', type: 'font/ttf', bytes: brandFont }], 40, 35)
      await expect.poll(() => page.getByLabel('Font', { exact: true }).inputValue()).toBe('House')
      await drop([{ name: 'Back.pdf', type: 'application/pdf', bytes: pdf() }], 40, 35)
      await page.getByRole('heading', { name: 'PDF page' }).waitFor()
      expect(await page.getByRole('list', { name: 'Layers' }).locator('.text').allTextContents()).toEqual([
        'Plain words',
        'PDF page',
      ])
      expect(await value('From left')).toBe(-3)
    })

    test('has its actual size at the drop position if it is a PDF of another size', async () => {
      await openPlain()
      await drop(
        [{ name: 'Stamp.pdf', type: 'application/pdf', bytes: pdf('/Rotate 90', '0 0 144 72') }],
        90,
        60,
      )
      await page.getByRole('heading', { name: 'PDF page' }).waitFor()
      expect([await value('Width'), await value('Height')]).toEqual([25.4, 50.8])
      expect((await value('From left')) + 25.4 / 2).toBeCloseTo(90, 0)
      expect((await value('From top')) + 50.8 / 2).toBeCloseTo(60, 0)
    })

    test('is rejected with a remedy', async () => {
      const font = '/Resources<</Font<</F<</Type/Font/Subtype/TrueType/BaseFont/Georgia>>>>>>'
      const text = 'BT /F 12 Tf 20 20 Td (A) Tj ET'
      const word = pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[0 0 437 315]/Contents 4 0 R${font}>>`], {
        more: [`<</Length ${text.length}>>stream\n${text}\nendstream`],
      })
      const bytes = new TextEncoder().encode('GIF89a')
      await drop(
        [
          { name: 'logo.gif', type: 'image/gif', bytes },
          { name: 'Word.pdf', type: 'application/pdf', bytes: word },
        ],
        40,
        35,
      )
      const files = page.getByRole('list', { name: 'Dropped files' })
      await files.getByText('You can use pictures').waitFor()
      await files.getByText('The PDF uses the font Georgia').waitFor()
      await files.getByText('Word: File, Save As, PDF').waitFor()
      for (const _ of 'ab') await files.getByRole('button', { name: 'Dismiss' }).first().click()
      await files.waitFor({ state: 'detached' })
      portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
    })
  })

  describe('while the server is unavailable', () => {
    const drafts = /\/v1\/templates\/[^/]+\/draft$/
    /** How requests to save are answered: not at all, with an error of a busy server, or normally. */
    let meets: 'nothing' | 'busy' | 'server'
    const state = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

    test('no change is lost, even if the page is closed, and it is saved when the server is back', async () => {
      await openPlain()
      meets = 'nothing'
      await page.route(drafts, (route) => {
        if (route.request().method() !== 'PUT' || meets === 'server') return route.continue()
        return meets === 'nothing'
          ? route.abort()
          : route.fulfill({ status: 503, headers: { 'Retry-After': '600' }, json: { code: 'busy' } })
      })
      const id = page.url().split('/').at(-2)!
      await element('Plain words').click()
      await words().fill('Typed without a server')
      await page.keyboard.press('Control+s')
      await state('we can’t reach the server')
      await words().fill('And more')
      const confirmation = page.waitForEvent('dialog')
      const reloaded = page.reload()
      await (await confirmation).accept()
      await reloaded
      await isDrawn(page)
      await element('And more').click()
      meets = 'busy'
      await page.keyboard.press('Control+s')
      await state('the server is busy')
      await page.getByRole('button', { name: 'Try again now' }).click()
      await state('the server is busy')
      meets = 'server'
      await page.evaluate("dispatchEvent(new Event('online'))")
      await isSaved()
      expect(await textsOf(id)).toContain('And more')
      await page.unroute(drafts)
      portal.errors = portal.errors.filter((error) => !/ERR_FAILED|status of 503/.test(error))
    })
  })
})
