import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../../test/support/zip.ts'
import { fatesOf, reportsOf } from '../src/screens/runs/fates.ts'
import { spansOf } from '../src/screens/runs/pieces.ts'
import { codesOf, linesOf, listOf } from '../src/screens/runs/spoiled-names.ts'
import { callAsPerson, openPortal, type Portal, person, seeded, setUp } from './portal.ts'

describe('a pasted column', () => {
  test.each([
    ['numbers without a heading', '4\n2\n', 'sequence\n4\n2\n'],
    ['codes without a heading', 'ABCD1234\n12\n', 'code\nABCD1234\n12\n'],
    ['the first column of a table', 'ABCD1234\tZoë\r\n"EFGH5678";Jan\r\n', 'code\nABCD1234\nEFGH5678\n'],
    ['a heading of its own', ' Sequence\n4\n', 'Sequence\n4\n'],
    ['a heading in another column', 'why;"Code"\ntorn;ABCD1234\n', 'why;"Code"\ntorn;ABCD1234\n'],
  ])('%s becomes a list', (_what, text, list) => {
    expect(listOf(text).list).toBe(list)
  })

  test.each([
    ['4\n2\n', true],
    ['Sequence\n4\n', false],
  ])('%j gets a heading: %s, because rows are counted as pasted', (text, isAdded) => {
    expect(listOf(text).isHeadingAdded).toBe(isAdded)
  })

  test('is read line by line', () => {
    expect(linesOf('A\n\n "B" \r\nC\tmore')).toEqual(['A', 'B', 'C'])
  })
})

test('more codes than a request accepts are sent as a list', () => {
  const codes = Array.from({ length: 501 }, (_, index) => `itm_${index}`)
  expect(codesOf(codes.slice(1))).toEqual({ codes: codes.slice(1) })
  expect(codesOf(codes)).toEqual({ list: `code\n${codes.join('\n')}\n`, isHeadingAdded: true })
})

test('positions are sent as ranges', () => {
  expect(spansOf([1, 2, 3, 7])).toEqual([
    { from: 1, to: 3 },
    { from: 7, to: 7 },
  ])
})

describe('the action for pieces', () => {
  test.each([
    ['HANDED_TO_PRINTER', ['again', 'replaced', 'givenUp']],
    ['HANDED_TO_CARRIER', ['replaced', 'givenUp', 'returned']],
    ['COMPLETED', ['returned']],
    ['RENDERED', []],
    ['CANCELLED', []],
  ] as const)('of a run that is %s is one of %j', (status, fates) => {
    expect(fatesOf(status)).toEqual(fates)
  })

  test.each([
    ['replaced', { reprint: true }, { outcome: 'MISPRINTED' }],
    ['givenUp', { reprint: false }, { outcome: 'MISPRINTED' }],
    ['returned', { reprint: false }, { outcome: 'RETURNED' }],
  ] as const)('%s is reported as %j %j', (fate, whole, piece) => {
    const choice = { fate, outcome: 'MISPRINTED', remark: 'Too pale' } as const
    const pieces = [{ sequence: 4, reason: 'Too pale', ...piece }]
    expect(reportsOf([4], choice)).toEqual([{ ...whole, pieces }])
  })

  test('is sent in batches of the size that a request accepts', () => {
    const places = Array.from({ length: 201 }, (_, index) => index + 1)
    const reports = reportsOf(places, { fate: 'givenUp', outcome: 'DAMAGED', remark: '' })
    expect(reports.map(({ pieces }) => pieces.length)).toEqual([100, 100, 1])
    expect(reports[2]!.pieces).toEqual([{ sequence: 201, outcome: 'DAMAGED' }])
  })
})

describe('spoiled pieces of a run at its printer', () => {
  let portal: Portal
  let page: Page
  let sample: Awaited<ReturnType<typeof seeded>>
  let run = ''

  beforeAll(async () => {
    portal = await openPortal()
    page = await portal.newPage()
    await setUp(portal, page)
    sample = await seeded(portal)
    for (let index = 0; index < 6; index++) await sample.createItem(index)
    await sample.advance()
    const printed = async () => (await sample.call('GET', '/runs?filter[status]=HANDED_TO_PRINTER')).data
    while ((await printed()).length === 0) await page.waitForTimeout(50)
    run = (await printed())[0].id
    await page.goto(`${portal.server.url}/portal/runs/${run}`)
  })
  afterAll(() => portal?.close())

  const dialog = () => page.getByRole('dialog')
  const open = () => page.getByRole('button', { name: /^Spoiled pieces/ }).click()
  const press = (name: string) => dialog().getByRole('button', { name }).click()
  const choose = (fate: string) => dialog().getByRole('radio', { name: fate }).check()
  const printAgain = 'Print the same pieces again, now'
  const pieces = async (): Promise<{ id: string; sequence: number; recipientName: string }[]> =>
    (await sample.call('GET', `/runs/${run}/items`)).data.toSorted(
      (a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence,
    )
  const remakes = async () => (await callAsPerson(page, 'GET', `/runs/${run}/remakes`)).data
  const listed = () => page.getByRole('region', { name: 'Remakes' }).locator('li')

  test('are entered by number, listed with their recipients, and reprinted', async () => {
    const items = await pieces()
    await open()
    await dialog().getByText('6 pieces · run code').waitFor()
    await dialog().getByText(run.slice(-8), { exact: true }).waitFor()
    expect(await dialog().getByRole('button', { name: 'Show these pieces' }).isDisabled()).toBe(true)
    await dialog().getByLabel('Piece numbers').fill('2-9')
    await dialog()
      .getByText('There are no pieces 7–9: this run has 1 to 6. Are they in another run?')
      .waitFor()
    await dialog().getByText('This run has the numbers 1 to 6.').waitFor()
    await dialog().getByLabel('Piece numbers').fill('7')
    await dialog().getByText('There is no piece 7: this run has 1 to 6. Is it in another run?').waitFor()
    await dialog().getByLabel('Piece numbers').fill('two')
    await dialog().getByText('Write commas between piece numbers').waitFor()
    await dialog().getByText('This run has the numbers 1 to 6.').waitFor()
    await dialog().getByLabel('Piece numbers').fill('2 to 3, 5')
    await press('Show these pieces')
    await dialog().getByText('3 pieces', { exact: true }).waitFor()
    for (const place of [2, 3, 5])
      await dialog()
        .getByText(items[place - 1]!.recipientName)
        .waitFor()
    // No action is preselected, and each one describes its consequences.
    expect(await dialog().getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    await dialog().getByText('its printer gets them once more').waitFor()
    await dialog().getByText('Choose one of these first.').waitFor()
    await dialog().getByText('Nothing takes their place. They count as not sent.').waitFor()
    expect(await remakes()).toEqual([])
    await choose(printAgain)
    await dialog().getByLabel('Reason').fill('Jam in the folder')
    await press('Print 3 pieces again now')
    await page.getByText('3 pieces go to the printer again.').waitFor()
    await listed().getByText('3 pieces: 2–3, 5').waitFor()
    await listed().getByText('Being printed').waitFor()
    await listed().getByText('Jam in the folder').waitFor()
    await expect.poll(() => page.locator('tbody').getByText('Remake 1').count()).toBe(3)
    expect(await remakes()).toMatchObject([{ sequences: [2, 3, 5], status: 'HANDED_TO_PRINTER' }])
    const history = page.getByRole('list', { name: 'History' })
    const entry = history.locator('li', { hasText: 'Remake 1: 3 pieces printed again' })
    await entry.getByText(`by ${person.name}`).waitFor()
  })

  test('are downloaded, as in the package sent to the printer', async () => {
    const saved = page.waitForEvent('download')
    await listed().getByRole('button', { name: 'Download for a print shop (ZIP)' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/ \d{4}-\d\d-\d\d .*remake 1\.zip$/)
    const names = [...readZip(readFileSync(await file.path())).keys()]
    expect(names).toEqual(expect.arrayContaining([`${run}_remake_01.pdf`, 'manifest.json', 'SHA256SUMS']))
    await page.getByText('Remake 1 is saved.').waitFor()
  })

  test('are shown on the page of each of them, and of no other', async () => {
    const items = await pieces()
    await page.getByRole('link', { name: items[1]!.recipientName }).click()
    await page.getByText(/remake of this piece was requested with its run .*:\s+Remake 1, /).waitFor()
    await page.goto(`${portal.server.url}/portal/items/${items[0]!.id}`)
    await page.getByText('Piece number', { exact: true }).waitFor()
    expect(await page.getByText('remake of this piece was requested with its run').count()).toBe(0)
    await page.goto(`${portal.server.url}/portal/runs/${run}`)
  })

  test('are unchanged if they were only viewed', async () => {
    await open()
    await dialog().getByLabel('Piece numbers').fill('1')
    await press('Show these pieces')
    await dialog().getByText('What should happen to it?').waitFor()
    await press('Cancel')
    await dialog().waitFor({ state: 'detached' })
    expect(await remakes()).toHaveLength(1)
  })

  test('are entered by a scanner, and reprinted only after a confirmation', async () => {
    const [first, second] = await pieces()
    const { tracking } = await sample.call('GET', `/items/${first!.id}`)
    await open()
    await dialog().getByRole('radio', { name: 'By code' }).check()
    const codes = dialog().getByLabel('Codes', { exact: true })
    await codes.pressSequentially(`${tracking.code}\n${second!.id}\nNOBODY\n`)
    await dialog().getByText('3 codes').waitFor()
    await press('Show these pieces')
    await dialog().getByRole('alert').getByText('NOBODY').waitFor()
    await codes.fill(`${tracking.code}\n${second!.id}\n`)
    await press('Show these pieces')
    await dialog().getByText('printed again before', { exact: true }).waitFor()
    await choose(printAgain)
    const print = dialog().getByRole('button', { name: 'Print 2 pieces again now' })
    expect(await print.isDisabled()).toBe(true)
    await press('Name other pieces')
    expect(await codes.inputValue()).toContain(second!.id)
    await press('Show these pieces')
    await choose(printAgain)
    await dialog().getByLabel('Print it once more').check()
    await print.click()
    await expect.poll(() => listed().count()).toBe(2)
    expect((await remakes())[1]).toMatchObject({ number: 2, sequences: [1, 2] })
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('are entered as a pasted spreadsheet column, or a file', async () => {
    await open()
    await dialog().getByRole('radio', { name: 'From a list' }).check()
    await dialog().getByLabel('Column of a list').fill('7')
    await press('Show these pieces')
    await dialog().getByText('Row 1: 7 is not a piece of this run.').waitFor()
    await dialog().getByLabel('Column of a list').fill('4\n6')
    await press('Show these pieces')
    await dialog().getByText('2 pieces', { exact: true }).waitFor()
    await press('Name other pieces')
    await dialog().getByLabel('Column of a list').fill('')
    const buffer = Buffer.from('why;sequence\ntorn;6\n')
    const file = { name: 'spoiled.csv', mimeType: 'text/csv', buffer }
    await dialog().locator('input[type=file]').setInputFiles(file)
    await dialog().getByText('1 piece', { exact: true }).waitFor()
    await choose('Print the same piece again, now')
    await press('Print 1 piece again now')
    await expect.poll(() => listed().count()).toBe(3)
    expect((await remakes())[2]).toMatchObject({ sequences: [6] })
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('wait for a confirmation if it is unknown whether the printer has them', async () => {
    const known = await remakes()
    const stopped = { status: 'HANDING_OVER', uncertain: true, handedToPrinterAt: null }
    await page.route(`**/v1/runs/${run}/remakes`, (route) =>
      route.fulfill({ json: { data: [{ ...known[0], ...stopped }] } }),
    )
    const bodies: unknown[] = []
    await page.route(`**/v1/runs/${run}/remakes/1/hand-over`, (route) => {
      bodies.push(route.request().postDataJSON())
      return route.fulfill({ json: { ...known[0], ...stopped } })
    })
    await page.reload()
    await listed().getByText('Uncertain', { exact: true }).waitFor()
    await listed().getByRole('button', { name: 'Resolve' }).click()
    await dialog().getByRole('radio', { name: 'The printer does not have it' }).check()
    await press('Resolve')
    await page.getByText('Remake 1 goes to the printer.').waitFor()
    expect(bodies).toEqual([{ printed: false }])
  })

  test('are reported if they cannot be reprinted, with the reason', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    const why = 'This run has been made again a hundred times.'
    await page.route(`**/v1/runs/${run}/remakes/check`, (route) =>
      route.fulfill({ status: 409, json: { code: 'made_up', detail: why, status: 409 } }),
    )
    const [, , , fourth] = await pieces()
    await page.getByRole('button', { name: `Spoiled: the piece of ${fourth!.recipientName}` }).click()
    await dialog().getByText(`It can’t be printed again with this run. ${why}`).waitFor()
    await dialog().getByRole('list').getByText(fourth!.recipientName).waitFor()
    expect(
      await dialog()
        .getByRole('radio', { name: /again, now/ })
        .count(),
    ).toBe(0)
    await choose('Don’t send it')
    await press('Don’t send 1 piece')
    await dialog().getByText('1 piece counts as not sent.').waitFor()
    await press('Close')
    portal.errors = portal.errors.filter((error) => !/status of 409/.test(error))
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('are reported differently once the carrier has the run', async () => {
    await page.getByRole('button', { name: 'Mark as posted' }).click()
    await press('Mark as posted')
    await page.getByRole('button', { name: 'Mark as arrived' }).waitFor()
    await expect.poll(() => listed().filter({ hasText: 'Posted' }).count()).toBe(3)
    await page.getByRole('button', { name: /^Spoiled or returned pieces/ }).click()
    await dialog().getByLabel('Piece numbers').fill('5')
    await press('Show these pieces')
    await dialog().getByText('This run is posted').waitFor()
    expect(
      await dialog()
        .getByRole('radio', { name: /again, now/ })
        .count(),
    ).toBe(0)
    await choose('Mark as returned')
    await press('Report 1 piece as returned')
    await dialog().getByText('1 piece is marked as returned').waitFor()
    await press('Close')
  })

  test('causes no policy violations or console errors', () => {
    expect(portal.errors).toEqual([])
  })
})
