import { describe, expect, test } from 'vitest'
import { isOffered, type OutdatedPostflow } from '../src/screens/postflows/outdated.ts'
import {
  call,
  copyOf,
  draftOf,
  element,
  isSaved,
  onTheEditor,
  openCopy,
  openPlain,
  page,
  portal,
  textsOf,
  words,
} from './editor-page.ts'
import { callAsPerson } from './portal.ts'
import { isDrawn } from './screens/editor.ts'

onTheEditor(() => {
  describe('a user changes the headline of the postcard and publishes it', () => {
    let id: string

    test('sees the sheet, and that it can be printed', async () => {
      id = await copyOf('Dinner invitation')
      await page.goto(`${portal.server.url}/portal/templates/${id}`)
      await page.getByRole('link', { name: 'Edit' }).click()
      await isDrawn(page)
      await page.getByText('Ready to print.').waitFor()
      expect(await page.locator('[data-part=scene] path').count()).toBeGreaterThan(20)
    })

    test('selects the headline in the list, edits it with a merge field, and it is saved', async () => {
      await element(/firstName/).click()
      await words().fill('Tonight, ')
      await page.getByRole('button', { name: 'firstName', exact: true }).click()
      expect(await words().inputValue()).toBe('Tonight, {{firstName}}')
      await page.getByText(/^Fits: \d line/).waitFor()
      await isSaved()
      await expect.poll(() => textsOf(id)).toContain('Tonight, {{firstName}}')
    })

    test('undoes and redoes it', async () => {
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
      await page.locator('[aria-live] p', { hasText: 'Version 1 published' }).waitFor()
      const version = await call('GET', `/templates/${id}/versions/1`)
      expect(JSON.stringify(version.document)).toContain('Tonight, {{firstName}}')
    })

    test('publishes another version, and sees which Postflows still print the first', async () => {
      const postflow = await call('POST', '/postflows', { name: 'Dinner guests', templateId: id })
      await words().fill('Tomorrow, {{firstName}}')
      await isSaved()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      const dialog = page.getByRole('dialog', { name: 'Version 2 is published' })
      await dialog.getByText('One Postflow doesn’t print version 2 yet.').waitFor()
      await dialog.getByText('Test draft with version 1').waitFor()
      expect(await dialog.getByLabel('Dinner guests').isChecked()).toBe(true)
      await dialog.getByRole('button', { name: 'Switch to version 2' }).click()
      await page
        .locator('[aria-live] p', { hasText: 'Dinner guests (Test): prints version 2 once active' })
        .waitFor()
      await dialog.waitFor({ state: 'hidden' })
      const { templateVersionId } = await call('GET', `/postflows/${postflow.id}`)
      expect(templateVersionId).toBe((await call('GET', `/templates/${id}/versions/2`)).id)
    })

    test('has nothing to publish if nothing has changed', async () => {
      await page.reload()
      await isDrawn(page)
      await page.getByText('Version 2 published.').first().waitFor()
      expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    })

    test('sees which Postflow prints an earlier version, also on the template page', async () => {
      const { id: version } = await call('GET', `/templates/${id}/versions/1`)
      await call('POST', '/postflows', { name: 'Late guests', templateVersionId: version })
      await page.goto(`${portal.server.url}/portal/postflows`)
      const row = page.locator('tr', { hasText: 'Late guests' })
      await row.getByText('Version 1 of 2').waitFor()
      await page.locator('tr', { hasText: 'Dinner guests' }).getByText('Version 2', { exact: true }).waitFor()
      await page.goto(`${portal.server.url}/portal/templates/${id}`)
      await page.getByRole('heading', { name: 'One Postflow doesn’t print version 2 yet' }).waitFor()
      const printed = page.locator('ol[reversed] li')
      await printed.filter({ hasText: 'Version 2' }).getByRole('link', { name: 'Dinner guests' }).waitFor()
      await printed.filter({ hasText: 'Version 1' }).getByRole('link', { name: 'Late guests' }).waitFor()
    })

    test('is asked once about Postflows with an earlier version, and not again about skipped ones', async () => {
      const templateVersionId = (await call('GET', `/templates/${id}/versions/1`)).id
      const live = { 'X-Mode': 'live' }
      const left = { name: 'Guests for real', templateVersionId }
      await callAsPerson(page, 'POST', '/postflows', left, live)
      const { document, revision } = await draftOf(id)
      document.pages[0].elements.pop()
      const headers = { 'If-Match': `"${revision}"` }
      await callAsPerson(page, 'PUT', `/templates/${id}/draft`, { document }, headers)
      await page.reload()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      const dialog = page.getByRole('dialog', { name: 'Version 3 is published' })
      await dialog.getByText('3 Postflows don’t print version 3 yet.').waitFor()
      await dialog.getByText('Until you switch, new pieces are printed with the earlier version.').waitFor()
      await dialog.getByLabel('Guests for real').uncheck()
      await dialog.getByRole('button', { name: 'Switch to version 3' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { name: 'One Postflow doesn’t print version 3 yet' }).waitFor()
      const requests: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('templateId')) requests.push(request.url())
      })
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Rename or move' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Dinner at ours')
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
      await page.getByRole('heading', { name: 'Dinner at ours' }).waitFor()
      expect(requests).toEqual([])
    })

    test.each([
      ['ACTIVE', 'live', true],
      ['PAUSED', 'live', true],
      ['DRAFT', 'test', true],
      ['DRAFT', 'live', false],
    ] as const)('is asked about one that is %s in %s mode: %s', (status, mode, expected) => {
      expect(isOffered({ mode, postflow: { status }, number: 1 } as OutdatedPostflow, 'test')).toBe(expected)
    })
  })

  describe('on the sheet', () => {
    const placeOf = async (tab = page) => [
      Number(await tab.getByLabel('From left').inputValue()),
      Number(await tab.getByLabel('From top').inputValue()),
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

    /** Pixels for each millimetre. */
    const pixels = async () =>
      Number(await page.locator('svg:has([data-part=scene])').getAttribute('width')) / (148 + 22)

    test('a dragged text snaps to tenths of a millimetre, and one undo reverts it', async () => {
      await openPlain()
      await drag(Math.round(4.2 * (await pixels())), 0)
      const [x, y] = await placeOf()
      expect(x).toBeGreaterThan(33.5)
      expect(Math.round(x! * 10) / 10).toBe(x)
      expect(y).toBe(30)
      await page.getByRole('button', { name: 'Undo' }).click()
      expect(await placeOf()).toEqual([30, 30])
    })

    test('it snaps to the safe area when near, and Alt prevents that', async () => {
      const { safe } = (await draftOf(page.url().split('/').at(-2)!)).document
      const distance = -((30 - safe) * (await pixels())) + 4
      await drag(distance, 0)
      expect(await placeOf()).toEqual([safe, 30])
      await page.getByRole('button', { name: 'Undo' }).click()
      await drag(distance, 0, ['Alt'])
      expect((await placeOf())[0]).toBeGreaterThan(safe)
      await page.getByRole('button', { name: 'Undo' }).click()
    })

    test('Shift keeps it on its axis', async () => {
      await drag(40, 9, ['Shift'])
      expect((await placeOf())[1]).toBe(30)
      await page.getByRole('button', { name: 'Undo' }).click()
    })

    test('arrow keys move it by a tenth, with Shift by one millimetre', async () => {
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

    test('a rectangle drawn around texts selects them, and Delete removes them', async () => {
      await openCopy('Dinner invitation')
      const count = await page.locator('rect.hit').count()
      const sheet = (await page.locator('[data-part=scene] rect').first().boundingBox())!
      await page.mouse.move(sheet.x + 8, sheet.y + 12)
      await page.mouse.down()
      await page.mouse.move(sheet.x + sheet.width * 0.4, sheet.y + sheet.height - 6, { steps: 4 })
      await page.mouse.up()
      await page.getByRole('heading', { name: /^[34] layers$/ }).waitFor()
      await page.getByRole('application').focus()
      await page.keyboard.press('Delete')
      expect(await page.locator('rect.hit').count()).toBeLessThan(count - 2)
      await page.keyboard.press('Control+z')
      await expect.poll(() => page.locator('rect.hit').count()).toBe(count)
    })

    test('new elements are centred, and can be reordered by keyboard', async () => {
      for (const kind of ['Rectangle', 'Ellipse', 'Line', 'QR code']) {
        await page.getByRole('group', { name: 'Add' }).getByRole('button', { name: kind }).click()
        await page.getByRole('heading', { name: kind }).waitFor()
      }
      const names = () => page.getByRole('list', { name: 'Layers' }).locator('.text').allTextContents()
      expect((await names()).slice(0, 2)).toEqual(['QR code {{trackingUrl}}', 'Line, Black'])
      await element(/^QR code/).focus()
      await page.keyboard.press('Alt+ArrowDown')
      expect((await names()).slice(0, 2)).toEqual(['Line, Black', 'QR code {{trackingUrl}}'])
    })
  })

  describe('a fault that prevents printing', () => {
    test('is reported while typing, prevents publishing, and links to its place', async () => {
      await openCopy('Dinner invitation')
      await element(/firstName/).click()
      await words().fill('Far too long '.repeat(60))
      await page.getByText('The text doesn’t fit its box.').waitFor()
      await page.getByText(/problems? to correct before you publish/).waitFor()
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await page.getByRole('button', { name: 'Publish' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Publish', disabled: true }).waitFor()
      await dialog.getByRole('button', { name: /The text needs/ }).click()
      expect(await words().inputValue()).toContain('Far too long')
    })

    test('shows with the longest value of a field', async () => {
      await openCopy('Welcome card')
      await page.getByText('Ready to print.').waitFor()
      await page.getByLabel('Preview with').selectOption({ label: 'Shortest values' })
      await page.getByText('Ready to print.').waitFor()
      await page.getByLabel('Preview with').selectOption({ label: 'Longest values' })
      await page.locator('[data-part=scene] path').first().waitFor()
    })
  })
})
