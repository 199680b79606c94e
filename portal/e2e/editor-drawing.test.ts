import { describe, expect, test } from 'vitest'
import { rgbaPng } from '../../test/support/images.ts'
import { pdfOf } from '../../test/support/pdf-files.ts'
import { brandFont } from '../../test/support/render-fixtures.ts'
import { draftOf, onTheEditor, open, openPlain, page, uploadLive } from './editor-page.ts'
import { callAsPerson } from './portal.ts'

onTheEditor(() => {
  describe('the sheet matches the printed output', () => {
    /** Returns the percentage of pixels that differ clearly between the scene and the proof. */
    const difference = (): Promise<number> =>
      page.evaluate(`(async () => {
      const load = (src) => new Promise((resolve, reject) => {
        const image = new Image()
        image.onload = () => resolve(image)
        image.onerror = () => reject(new Error('no picture'))
        image.src = src
      })
      const proof = await load(document.querySelector('[data-part=proof]').getAttribute('href'))
      const scene = document.querySelector('[data-part=scene]')
      const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) => scene.querySelector('rect').getAttribute(name))
      const size = { width: proof.naturalWidth, height: proof.naturalHeight }
      // A picture within a picture may not ask for others: they are put into it.
      let markup = new XMLSerializer().serializeToString(scene)
      for (const picture of scene.querySelectorAll('image')) {
        const own = await load(picture.getAttribute('href'))
        const canvas = Object.assign(document.createElement('canvas'), { width: own.naturalWidth, height: own.naturalHeight })
        canvas.getContext('2d').drawImage(own, 0, 0)
        markup = markup.replaceAll(picture.getAttribute('href'), canvas.toDataURL())
      }
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="' + size.width + '" height="' + size.height +
        '" viewBox="' + [x, y, w, h].join(' ') + '"><style>.paper{fill:#fff}</style>' + markup + '</svg>'
      const drawn = await load(URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })))
      const pixels = (image) => {
        const context = Object.assign(document.createElement('canvas'), size).getContext('2d')
        context.drawImage(image, 0, 0, size.width, size.height)
        return context.getImageData(0, 0, size.width, size.height).data
      }
      const [a, b] = [pixels(proof), pixels(drawn)]
      let far = 0
      for (let at = 0; at < a.length; at += 4) {
        if ([0, 1, 2].some((channel) => Math.abs(a[at + channel] - b[at + channel]) > 96)) far++
      }
      return (far / (a.length / 4)) * 100
    })()`)

    /** Opens a card with an uploaded font, an uploaded image and, below both, a page of an uploaded PDF. */
    const openUploads = async () => {
      await openPlain()
      const id = page.url().split('/').at(-2)!
      const stream = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`
      const drawn = '0 0.6 0.9 0 k 60 40 120 90 re f 0.8 0.1 0 0.2 k 0 250 m 437 315 l 437 280 l h f'
      const pdf = pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 437 315]/Contents 4 0 R>>'], {
        more: [stream(drawn)],
      })
      const rainbow = rgbaPng(900, 600, (x, y) => [x / 4, y / 3, 255 - x / 4, 255])
      const upload = async (kind: string, bytes: Uint8Array) => (await uploadLive(kind, kind, bytes)).assetId
      const [font, image, back] = [
        await upload('FONT', brandFont),
        await upload('IMAGE', rainbow),
        await upload('PDF', pdf),
      ]
      const { document, revision } = await draftOf(id)
      document.fonts.push({ id: 'House', asset: font })
      const text = {
        ...document.pages[0].elements[0],
        font: 'House',
        size: 18,
        text: 'Hallo {{firstName}} fi',
      }
      document.variables.firstName = { maxLength: 60, sample: 'Zoë' }
      document.pages[0].elements = [
        { type: 'pdf', asset: back, page: 1, x: -3, y: -3, w: 154, h: 111 },
        { type: 'image', asset: image, fit: 'cover', x: 90, y: 20, w: 45, h: 45 },
        text,
      ]
      await callAsPerson(page, 'PUT', `/templates/${id}/draft`, { document }, { 'If-Match': `"${revision}"` })
      await page.reload()
      await expect.poll(() => page.locator('[data-part=scene] image').count()).toBe(2)
    }

    test.each([
      ['the Welcome card', () => open('Welcome card')],
      ['the Dinner invitation', () => open('Dinner invitation')],
      ['the Offer letter', () => open('Offer letter')],
      ['a card with uploads', openUploads],
    ])('of %s', async (_name, show) => {
      await show()
      await page.getByRole('button', { name: 'Differences' }).click()
      const pages = await page.getByRole('group', { name: 'Pages' }).getByRole('button').all()
      for (const one of pages) {
        await one.click()
        await page.locator('[role=application][aria-busy=false] [data-part=proof]').waitFor()
        expect(await difference()).toBeLessThan(0.5)
      }
    })
  })
})
