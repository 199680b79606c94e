import type { Page } from 'playwright-core'
import encodeQR from 'qr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markText } from '../../src/core/template/sheet-mark.ts'
import { dataMatrix } from '../../src/typesetting/marks/datamatrix.ts'
import { codesOfPieces } from '../src/screens/runs/reading/piece-codes.ts'
import { callAsPerson, openPortal, organisationName, type Portal, seeded, setUp } from './portal.ts'

type Modules = readonly (readonly boolean[])[]

const markOf = (item: string, sheet = 1): string =>
  markText({ run: '1R4K72MP', sequence: 7, item, sheet, sheets: 2 }, () => new Uint8Array(3))
const addressOf = (item: string): string => `HTTPS://MAIL.EXAMPLE/Q/${item}`

describe('the codes in a picture', () => {
  const [one, other] = ['23ABCDEFGHJK', '23ABCDEFGHJM']

  test('are read if they are ours, each piece once', () => {
    expect(codesOfPieces([markOf(one), addressOf(one), markOf(one, 2), addressOf(other)])).toEqual([
      markOf(one),
      addressOf(other),
    ])
  })

  test.each(['https://example.com/', 'FR12345678901234567890', 'BEGIN:VCARD', ''])(
    '%j is ignored',
    (text) => {
      expect(codesOfPieces([text])).toEqual([])
    },
  )
})

/** Evaluates a script in the page with a value; `tsc` has no browser types here. */
const inPage = <T>(page: Page, script: string, value?: unknown): Promise<T> =>
  page.evaluate(`(${script})(${JSON.stringify(value)})`)

/** A photo of a sheet with codes on a grey desk, slightly rotated, as a base64 PNG. */
const photograph = (page: Page, codes: readonly Modules[]): Promise<string> =>
  inPage(
    page,
    `(codes) => {
      const canvas = document.createElement('canvas')
      canvas.width = 400 + 500 * codes.length
      canvas.height = 900
      const context = canvas.getContext('2d')
      context.fillStyle = '#8a8a86'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.rotate(0.12)
      context.fillStyle = '#f4f1ea'
      context.fillRect(150, 30, 300 + 500 * codes.length, 700)
      context.fillStyle = '#26241f'
      codes.forEach((modules, at) => {
        const side = 300 / modules.length
        modules.forEach((row, y) => row.forEach((isDark, x) => {
          if (isDark) context.fillRect(250 + 500 * at + x * side, 180 + y * side, side + 0.3, side + 0.3)
        }))
      })
      return canvas.toDataURL('image/png').split(',')[1]
    }`,
    codes,
  )

/** Replaces the camera by one that shows these images in turn, because test machines have none. */
const holdBefore = (page: Page, pictures: readonly string[]): Promise<void> =>
  inPage(
    page,
    `async (pictures) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 900
      const bitmaps = await Promise.all(pictures.map((text) =>
        createImageBitmap(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]))))
      const stream = canvas.captureStream(0)
      let frame = 0
      setInterval(() => {
        canvas.getContext('2d').drawImage(bitmaps[Math.floor(frame++ / 20) % bitmaps.length], 0, 0)
        stream.getVideoTracks()[0].requestFrame()
      }, 40)
      globalThis.cameraOfTest = stream
      navigator.mediaDevices.getUserMedia = async () => stream
    }`,
    pictures,
  )

describe('a return desk', () => {
  let portal: Portal
  let page: Page
  let sample: Awaited<ReturnType<typeof seeded>>
  let codes: string[] = []
  const requests: string[] = []

  beforeAll(async () => {
    portal = await openPortal()
    page = await portal.newPage()
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    // Prevents the page from running the reader itself, and from reading the pixels that the reader needs.
    await page.addInitScript('delete globalThis.WebAssembly; delete globalThis.OffscreenCanvas')
    await setUp(portal, page)
    sample = await seeded(portal)
    for (let index = 0; index < 5; index++) await sample.createItem(index)
    await sample.advance()
  })
  afterAll(() => portal?.close())

  const results = () => page.locator('main .content section li')
  /** Selects base64 images as files. */
  const choose = (pictures: Readonly<Record<string, string>>) =>
    page.locator('input[type=file][accept="image/*"]').setInputFiles(
      Object.entries(pictures).map(([name, text]) => {
        const buffer = Buffer.from(text, 'base64')
        return { name, mimeType: 'image/png', buffer }
      }),
    )
  const readers = () => requests.filter((path) => path.endsWith('.wasm'))

  test('is available for runs that the carrier has', async () => {
    const printed = async () => (await sample.call('GET', '/runs?filter[status]=HANDED_TO_PRINTER')).data
    await expect.poll(async () => (await printed()).length).toBe(1)
    const [run] = await printed()
    await callAsPerson(page, 'POST', `/runs/${run.id}/offer-to-carrier`)
    const posted = async () => (await sample.call('GET', '/items?filter[status]=HANDED_TO_CARRIER')).data
    await expect.poll(async () => (await posted()).length).toBe(5)
    codes = (await posted()).map((item: { tracking: { code: string } }) => item.tracking.code)
    await page.goto(`${portal.server.url}/portal/runs/returned`)
  })

  test('loads the reader with the first photo, from this server, into a worker', async () => {
    await page.getByLabel('Code', { exact: true }).waitFor()
    expect([readers(), page.workers()]).toEqual([[], []])
    await choose({ 'other.png': await photograph(page, [encodeQR('https://example.com', 'raw')]) })
    await page.getByText('No code found in other.png').waitFor()
    expect(readers()).toEqual([expect.stringMatching(/^\/portal\/assets\/[\w-]+\.wasm$/)])
    const scripts = page.workers().map((worker) => new URL(worker.url()).pathname)
    expect(scripts).toEqual([expect.stringMatching(/^\/portal\/assets\/workers\/decoder[\w.-]+\.js$/)])
  })

  test('reads the mark of a sheet among other codes', async () => {
    const picture = await photograph(page, [
      encodeQR('https://example.com', 'raw'),
      dataMatrix(markOf(codes[0]!)),
    ])
    await page.getByLabel('Why did it come back?').selectOption('Moved away')
    await choose({ 'sheet.png': picture })
    await page.getByText('One code was read.').waitFor()
    await results().getByText('Returned', { exact: true }).waitFor()
    await results().getByText(markOf(codes[0]!)).waitFor()
  })

  test('accepts several photos, and says which show no code', async () => {
    await choose({
      'empty.png': await photograph(page, []),
      'broken.png': 'bm8gcGljdHVyZQ==',
      'code.png': await photograph(page, [encodeQR(addressOf(codes[1]!), 'raw')]),
    })
    await results().getByText(addressOf(codes[1]!)).waitFor()
    await page.getByText('No code found in empty.png').waitFor()
    await page.getByText('This browser can’t show broken.png.').waitFor()
    expect(await results().count()).toBe(2)
  })

  test('reports a missing camera', async () => {
    await inPage(
      page,
      "() => { navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotFoundError') } }",
    )
    await page.getByRole('button', { name: /^Read codes with the camera/ }).click()
    await page.getByText('This device has no camera.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
  })

  test('reads codes held before the camera, each piece once, until it is closed', async () => {
    const pictures: string[] = []
    // One after the other, because symbols of one size share their modules.
    for (const mark of [markOf(codes[0]!), markOf(codes[2]!, 2)])
      pictures.push(await photograph(page, [dataMatrix(mark)]))
    await holdBefore(page, pictures)
    await page.getByRole('button', { name: /^Read codes with the camera/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Was reported before').waitFor()
    await dialog.getByText('Returned', { exact: true }).first().waitFor()
    await expect.poll(() => results().count()).toBe(4)
    await page.getByRole('button', { name: 'Done' }).click()
    const isOn = () =>
      page.evaluate("cameraOfTest.getTracks().some(({ readyState }) => readyState === 'live')")
    await expect.poll(isOn).toBe(false)
    expect(await results().count()).toBe(4)
  })

  test('has no worker after it is closed', async () => {
    await page.getByRole('link', { name: 'All mail', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'All mail' }).waitFor()
    await expect.poll(() => page.workers()).toEqual([])
  })

  test("of all organisations accepts carrier codes, and names the piece's organisation", async () => {
    await page.goto(`${portal.server.url}/portal/operator/runs`)
    await page.getByRole('link', { name: 'Returned mail' }).click()
    await page.getByRole('link', { name: 'Carrier codes' }).click()
    await page.getByRole('button', { name: 'Add code' }).click()
    await page.getByLabel('Carrier', { exact: true }).fill('Postal One')
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.getByLabel('Reason').selectOption('Not known there')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The codes are saved.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Scan', exact: true }).click()
    await page.getByLabel('Why did it come back?').selectOption('Postal One 12')
    await page.getByLabel('Code', { exact: true }).fill(codes[3]!)
    await page.getByLabel('Code', { exact: true }).press('Enter')
    const result = results().filter({ hasText: organisationName })
    await result.getByText('Not known there').waitFor()
  })

  test('accepts a list with reasons, previewed before it is reported', async () => {
    const buffer = Buffer.from(`Note;Code;Reason\nTorn;${codes[4]};moved\n;NOBODY;\n`)
    const input = page.locator('input[type=file][accept*=csv]')
    await input.setInputFiles({ name: 'back.csv', mimeType: 'text/csv', buffer })
    await page.getByText('2 codes').waitFor()
    expect(await results().count()).toBe(1)
    await page.getByRole('button', { name: 'Report' }).click()
    await results().getByText('Moved away').waitFor()
    await results().getByText('No piece has this code').waitFor()
  })

  test('has no camera over plain http, and explains why', async () => {
    await page.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }))
    await page.goto(`${portal.server.url}/portal/runs/returned`)
    await page.getByText('only over https').waitFor()
    expect(await page.getByRole('button', { name: /camera/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Photograph a code …' }).waitFor()
  })

  test('causes no policy violations or console errors', () => {
    expect(portal.errors).toEqual([])
  })
})
