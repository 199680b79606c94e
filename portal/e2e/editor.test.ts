import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePng } from '../../src/adapters/pdf/raster.ts'
import { rgbaPng } from '../../test/support/images.ts'
import { pdfOf } from '../../test/support/pdf-files.ts'
import { brandFont } from '../../test/support/render-fixtures.ts'
import { callAsPerson, openPortal, type Portal, seeded, setUp } from './portal.ts'
import { isDrawn, templateNamed } from './screens/editor.ts'

let portal: Portal
let page: Page
let call: Awaited<ReturnType<typeof seeded>>['call']
let createItem: Awaited<ReturnType<typeof seeded>>['createItem']
let uploadLive: Awaited<ReturnType<typeof seeded>>['uploadLive']

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage(undefined, { viewport: { width: 1280, height: 800 } })
  await setUp(portal, page)
  ;({ call, createItem, uploadLive } = await seeded(portal))
}, 60_000)
afterAll(() => portal?.close())

const open = async (name: string, who = page): Promise<string> => {
  const id = await templateNamed({ call }, name)
  await who.goto(`${portal.server.url}/portal/templates/${id}/edit`)
  await isDrawn(who)
  return id
}
const copyOf = async (name: string): Promise<string> => {
  const { id } = await callAsPerson(
    page,
    'POST',
    `/templates/${await templateNamed({ call }, name)}/duplicate`,
    {},
  )
  return id
}
const openCopy = async (name: string, who = page): Promise<string> => {
  const id = await copyOf(name)
  await who.goto(`${portal.server.url}/portal/templates/${id}/edit`)
  await isDrawn(who)
  return id
}
/** A postcard with nothing on its front but a text of 60 × 20 mm, 30 mm from the left and the top. */
const openPlain = async (): Promise<void> => {
  const { productSpecificationId } = await call(
    'GET',
    `/templates/${await templateNamed({ call }, 'Welcome card')}`,
  )
  const { id } = await callAsPerson(page, 'POST', '/templates', {
    name: 'Plain card',
    productSpecificationId,
  })
  const { document } = await draftOf(id)
  document.pages[0].elements.push({
    ...{ type: 'text', font: 'noto-sans', size: 12, x: 30, y: 30, w: 60, h: 20, text: 'Plain words' },
  })
  const headers = { 'If-Match': '"1"' }
  await callAsPerson(page, 'PUT', `/templates/${id}/draft`, { document }, headers)
  await page.goto(`${portal.server.url}/portal/templates/${id}/edit`)
  await isDrawn(page)
}
/** The template of the Postflow whose items `createItem` makes. */
const templateOfItems = async (): Promise<string> => {
  const { data } = await call('GET', '/items?limit=1')
  const { templateVersionId } = data[0]
  const { data: templates } = await call('GET', '/templates?limit=100')
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
  return templates.find(({ latestVersion }: any) => latestVersion?.id === templateVersionId).name
}
const words = (who = page) => who.getByLabel('What it says')
const element = (name: string | RegExp, who = page) =>
  who.getByRole('list', { name: 'Elements of this page' }).getByRole('button', { name }).first()
const isSaved = (who = page) => who.locator('.state', { hasText: /^Saved$/ }).waitFor()
/** As people do who do not wait for it. */
const save = async (who = page) => {
  await who.keyboard.press('Control+s')
  await isSaved(who)
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
const draftOf = (id: string): Promise<any> => call('GET', `/templates/${id}/draft`)
const textsOf = async (id: string): Promise<string[]> =>
  (await draftOf(id)).document.pages.flatMap(({ elements }: { elements: { text?: string }[] }) =>
    elements.flatMap(({ text }) => text ?? []),
  )

describe('a person changes the headline of the postcard and publishes', () => {
  let id: string

  test('sees the sheet, and that nothing keeps it from being printed', async () => {
    id = await copyOf('Dinner invitation')
    await page.goto(`${portal.server.url}/portal/templates/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await isDrawn(page)
    await page.getByText('Nothing keeps it from being printed.').waitFor()
    expect(await page.locator('[data-part=scene] path').count()).toBeGreaterThan(20)
  })

  test('chooses the headline in the list, writes another with a merge field, and it is saved', async () => {
    await element(/firstName/).click()
    await words().fill('Tonight, ')
    await page.getByRole('button', { name: 'firstName', exact: true }).click()
    expect(await words().inputValue()).toBe('Tonight, {{firstName}}')
    await page.getByText(/^Fits: \d line/).waitFor()
    await isSaved()
    await expect.poll(() => textsOf(id)).toContain('Tonight, {{firstName}}')
  })

  test('takes it back, and does it again', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await words().inputValue()).toBe('{{firstName}},\nyour table\nis laid.')
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await words().inputValue()).toBe('Tonight, ')
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await words().inputValue()).toBe('Tonight, {{firstName}}')
  })

  test('publishes it', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.locator('[aria-live] p', { hasText: 'Version 1 is published' }).waitFor()
    const version = await call('GET', `/templates/${id}/versions/1`)
    expect(JSON.stringify(version.document)).toContain('Tonight, {{firstName}}')
  })
})

describe('on the sheet', () => {
  const placeOf = async (who = page) => [
    Number(await who.getByLabel('From the left').inputValue()),
    Number(await who.getByLabel('From the top').inputValue()),
  ]
  const text = () => page.locator('rect[data-element="0"]')
  const drag = async (dx: number, dy: number, keys: readonly string[] = []) => {
    const box = (await text().boundingBox())!
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    for (const key of keys) await page.keyboard.down(key)
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.mouse.move(at.x + dx / 2, at.y + dy / 2)
    await page.mouse.move(at.x + dx, at.y + dy)
    await page.mouse.up()
    for (const key of keys) await page.keyboard.up(key)
  }

  /** Pixels of a millimetre. */
  const pixels = async () =>
    Number(await page.locator('svg:has([data-part=scene])').getAttribute('width')) / (148 + 22)

  test('a text that is dragged stands on tenths of a millimetre, and one undo takes it back', async () => {
    await openPlain()
    await drag(Math.round(4.2 * (await pixels())), 0)
    const [x, y] = await placeOf()
    expect(x).toBeGreaterThan(33.5)
    expect(Math.round(x! * 10) / 10).toBe(x)
    expect(y).toBe(30)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await placeOf()).toEqual([30, 30])
  })

  test('it rests on the safe area when it comes near, and Alt keeps it free', async () => {
    const { safe } = (await draftOf(page.url().split('/').at(-2)!)).document
    const far = -((30 - safe) * (await pixels())) + 4
    await drag(far, 0)
    expect(await placeOf()).toEqual([safe, 30])
    await page.getByRole('button', { name: 'Undo' }).click()
    await drag(far, 0, ['Alt'])
    expect((await placeOf())[0]).toBeGreaterThan(safe)
    await page.getByRole('button', { name: 'Undo' }).click()
  })

  test('Shift keeps it on its line', async () => {
    await drag(40, 9, ['Shift'])
    expect((await placeOf())[1]).toBe(30)
    await page.getByRole('button', { name: 'Undo' }).click()
  })

  test('arrow keys move it by a tenth, with Shift by one', async () => {
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await placeOf()).toEqual([30.2, 31])
  })

  test('a handle changes its width', async () => {
    const handle = (await page.locator('[data-handle=e]').boundingBox())!
    await page.mouse.move(handle.x + 4, handle.y + 4)
    await page.mouse.down()
    await page.mouse.move(handle.x - 20, handle.y + 4)
    await page.mouse.up()
    expect(Number(await page.getByLabel('Width', { exact: true }).inputValue())).toBeLessThan(58)
  })

  test('a rectangle drawn around texts chooses them, and Delete removes them', async () => {
    await openCopy('Dinner invitation')
    const count = await page.locator('rect.hit').count()
    const sheet = (await page.locator('[data-part=scene] rect').first().boundingBox())!
    await page.mouse.move(sheet.x + 8, sheet.y + 12)
    await page.mouse.down()
    await page.mouse.move(sheet.x + sheet.width * 0.4, sheet.y + sheet.height - 6, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('heading', { name: /^[34] elements$/ }).waitFor()
    await page.getByRole('application').focus()
    await page.keyboard.press('Delete')
    expect(await page.locator('rect.hit').count()).toBeLessThan(count - 2)
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.locator('rect.hit').count()).toBe(count)
  })

  test('new elements come into the middle, and can be ordered by the keyboard', async () => {
    for (const kind of ['Rectangle', 'Ellipse', 'Line', 'QR code']) {
      await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: kind }).click()
      await page.getByRole('heading', { name: kind }).waitFor()
    }
    const names = () =>
      page.getByRole('list', { name: 'Elements of this page' }).locator('.text').allTextContents()
    expect((await names()).slice(0, 2)).toEqual(['QR code {{trackingUrl}}', 'Line, Black'])
    await element(/^QR code/).focus()
    await page.keyboard.press('Alt+ArrowDown')
    expect((await names()).slice(0, 2)).toEqual(['Line, Black', 'QR code {{trackingUrl}}'])
  })
})

describe('what cannot be printed', () => {
  test('is said while typing, is refused when it is published, and leads to its place', async () => {
    await openCopy('Dinner invitation')
    await element(/firstName/).click()
    await words().fill('Far too long '.repeat(60))
    await page.getByText('Does not fit its box.').waitFor()
    await page.getByText(/things? keeps? it from being printed/).waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    const refusal = page.getByRole('dialog').filter({ hasText: 'It was not published' })
    await refusal.getByRole('button', { name: /The text needs/ }).click()
    expect(await words().inputValue()).toContain('Far too long')
    // The browser itself reports the refused request.
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('shows with the longest that a field may hold', async () => {
    await openCopy('Welcome card')
    await page.getByText('Nothing keeps it from being printed.').waitFor()
    await page.getByLabel('Filled with').selectOption({ label: 'The shortest' })
    await page.getByText('Nothing keeps it from being printed.').waitFor()
    await page.getByLabel('Filled with').selectOption({ label: 'The longest' })
    await page.locator('[data-part=scene] path').first().waitFor()
  })
})

describe('two tabs with one draft', () => {
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
    await page.getByRole('dialog', { name: 'Somebody else has saved this draft' }).waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 412/.test(error))
  }

  test('the later one is shown both, and goes on with its own', async () => {
    await bothChange()
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(2)
    await page.getByRole('button', { name: 'Go on with yours' }).click()
    await expect.poll(() => textsOf(id)).toContain('From this tab')
    await other.close()
  })

  test('or with the one that was saved, and undo brings its own back', async () => {
    await bothChange()
    await page.getByRole('button', { name: 'Go on with the saved one' }).click()
    expect(await words().inputValue()).toBe('From the other tab')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await words().inputValue()).toBe('From this tab')
    await save()
    await expect.poll(() => textsOf(id)).toContain('From this tab')
    await other.close()
  })
})

describe('the whole template', () => {
  test('gets a merge field, which is put into a text and renamed everywhere', async () => {
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
    await page.locator('svg').click({ position: { x: 2, y: 2 } })
    await page.getByRole('button', { name: /^town/ }).click()
    await dialog.getByLabel('Name').fill('city')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await element('In {{city}}').waitFor()
  })

  test('gets a colour in ink, and a text takes it', async () => {
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

  test('gets a picture, with how sharp it is', async () => {
    await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Picture' }).click()
    const png = Buffer.from(encodePng(new Uint8Array(4 * 600 * 400).fill(120), 600, 400))
    const file = { name: 'grey.png', mimeType: 'image/png', buffer: png }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await page.getByRole('heading', { name: 'Picture' }).waitFor()
    await page.getByText(/dots per inch/).waitFor()
    await page.locator('[data-part=scene] image').waitFor()
  })

  test('is compared with the version that was published', async () => {
    await openCopy('Dinner invitation')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.locator('[aria-live] p', { hasText: 'Version 1 is published' }).waitFor()
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
  const texts = () => page.getByRole('list', { name: 'Elements of this page' }).locator('.text')
  let id: string

  test('are aligned and spread, and undo takes both back', async () => {
    await openPlain()
    id = page.url().split('/').at(-2)!
    for (const kind of ['Rectangle', 'Ellipse']) {
      await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: kind }).click()
    }
    await page.getByRole('application').focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('heading', { name: '3 elements' }).waitFor()
    await page.getByRole('button', { name: 'Left', exact: true }).click()
    await page.getByRole('button', { name: 'Spread down' }).click()
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

  test('have fonts, of the platform and uploaded ones, which are listed and taken away', async () => {
    await element('Plain words').click()
    await page.getByLabel('Font', { exact: true }).selectOption('noto-sans-bold')
    await page.keyboard.press('Escape')
    await page.locator('svg:has([data-part=scene])').click({ position: { x: 2, y: 2 } })
    await page.getByRole('button', { name: '+ Add a font' }).click()
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

  test('show the page of a PDF that is asked for, below everything else', async () => {
    await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Page of a PDF' }).click()
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
    expect((await texts().allTextContents()).at(-1)).toBe('Page of a PDF')
    await save()
    expect((await draftOf(id)).document.pages[0].elements[0]).toMatchObject({ type: 'pdf', page: 2 })
  })

  test('are said to lie in a zone while they are drawn there, with the zone', async () => {
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Ellipse' }).click()
    for (const [label, value] of [
      ['From the left', '120'],
      ['From the top', '8'],
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

  test('stand on pages that a letter gets and loses', async () => {
    await openCopy('Offer letter')
    const pages = page.getByRole('group', { name: 'Pages' }).getByRole('button')
    const before = await pages.count()
    await page.getByRole('button', { name: 'Add a page' }).click()
    await expect.poll(() => pages.count()).toBe(before + 1)
    await page.getByText('Nothing is on this page yet.').waitFor()
    await page.getByRole('button', { name: 'Remove the last page' }).click()
    await expect.poll(() => pages.count()).toBe(before)
    await undo()
    await expect.poll(() => pages.count()).toBe(before + 1)
    await undo()
    await expect.poll(() => pages.count()).toBe(before)
  })

  test('are filled with items, one after the other', async () => {
    for (const index of [0, 1]) await createItem(index)
    await open(await templateOfItems())
    await page.getByLabel('Filled with').selectOption({ label: 'Items' })
    await page.getByText('(1 of 2)').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('(2 of 2)').waitFor()
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  })
})

describe('a file that is dropped on the sheet', () => {
  interface Dropped {
    name: string
    type: string
    bytes: Uint8Array
  }
  /** Drops files on a place of the sheet, in mm. */
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
  const grey = encodePng(new Uint8Array(4 * 600 * 400).fill(120), 600, 400)
  const pdf = (more = '') => pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[0 0 437 315]${more}>>`])
  const value = async (label: string) => Number(await page.getByLabel(label, { exact: true }).inputValue())

  test('stands where it was dropped if it is a picture, and one undo takes it away', async () => {
    await openPlain()
    await drop([{ name: 'grey.png', type: 'image/png', bytes: grey }], 100, 70)
    await page.getByRole('heading', { name: 'Picture' }).waitFor()
    expect((await value('From the left')) + (await value('Width')) / 2).toBeCloseTo(100, 0)
    expect((await value('From the top')) + (await value('Height')) / 2).toBeCloseTo(70, 0)
    await page.locator('[data-part=scene] image').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await page.locator('rect.hit').count()).toBe(1)
  })

  test('sets the text that it is dropped on if it is a font, and lies below the rest if it is a PDF', async () => {
    await drop([{ name: 'House.ttf', type: 'font/ttf', bytes: brandFont }], 40, 35)
    await expect.poll(() => page.getByLabel('Font', { exact: true }).inputValue()).toBe('House')
    await drop([{ name: 'Back.pdf', type: 'application/pdf', bytes: pdf() }], 40, 35)
    await page.getByRole('heading', { name: 'Page of a PDF' }).waitFor()
    expect(
      await page.getByRole('list', { name: 'Elements of this page' }).locator('.text').allTextContents(),
    ).toEqual(['Plain words', 'Page of a PDF'])
    expect(await value('From the left')).toBe(-3)
  })

  test('is refused with what to do about it', async () => {
    const noFont = '/Resources<</Font<</F<</Type/Font/Subtype/TrueType/BaseFont/Georgia>>>>>>'
    const bytes = new Uint8Array([60])
    await drop(
      [
        { name: 'logo.svg', type: 'image/svg+xml', bytes },
        { name: 'Word.pdf', type: 'application/pdf', bytes: pdf(noFont) },
      ],
      40,
      35,
    )
    const files = page.getByRole('list', { name: 'Dropped files' })
    await files.getByText('Save the drawing as a PDF').waitFor()
    await files.getByText('The PDF names the font Georgia').waitFor()
    await files.getByText('Word: File, Save As, PDF').waitFor()
    for (const _ of 'ab') await files.getByRole('button', { name: 'Dismiss' }).first().click()
    await files.waitFor({ state: 'detached' })
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })
})

describe('while the server is gone', () => {
  const drafts = /\/v1\/templates\/[^/]+\/draft$/
  /** What a save meets: nothing, a busy server, or the server. */
  let meets: 'nothing' | 'busy' | 'server'
  const state = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

  test('nothing that was typed is lost, also by leaving the page, and it is saved when it is back', async () => {
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
    await state('the server cannot be reached')
    await words().fill('And more')
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    await (await asked).accept()
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

describe('the sheet is what the press draws', () => {
  /** The share of pixels that differ clearly between the scene and the proof, in per cent. */
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

  /** A card with an uploaded font, an uploaded picture and, below both, a page of an uploaded PDF. */
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
    const text = { ...document.pages[0].elements[0], font: 'House', size: 18, text: 'Hallo {{firstName}} fi' }
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
    ['a card of uploads', openUploads],
  ])('of %s', async (_name, show) => {
    await show()
    await page.getByRole('button', { name: 'Difference' }).click()
    const pages = await page.getByRole('group', { name: 'Pages' }).getByRole('button').all()
    for (const one of pages) {
      await one.click()
      await page.locator('[role=application][aria-busy=false] [data-part=proof]').waitFor()
      expect(await difference()).toBeLessThan(0.5)
    }
  })
})

test('nothing was refused by the policy, and nothing went wrong in the console', () => {
  expect(portal.errors).toEqual([])
})
