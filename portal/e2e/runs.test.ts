import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../../test/support/zip.ts'
import type { components } from '../src/api/types.gen.ts'
import { absentIn, piecesIn, written, writtenSpans } from '../src/screens/runs/pieces.ts'
import { stepsOf } from '../src/screens/runs/steps.ts'
import { openPortal, type Portal, person, raiseLimits, seeded, setUp } from './portal.ts'

type Schemas = components['schemas']

let portal: Portal
let page: Page
let sample: Awaited<ReturnType<typeof seeded>>

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  sample = await seeded(portal)
  await raiseLimits(page, sample)
})
afterAll(() => portal?.close())

const createItems = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push((await sample.createItem(index)).id)
  return ids
}
/**
 * Waits for an open run and returns its id: after a cancellation, the items' new run is created a moment
 * later.
 */
const openRun = async (): Promise<string> => {
  const open = async () => (await sample.call('GET', '/runs?filter[status]=OPEN')).data
  await expect.poll(async () => (await open()).length).toBeGreaterThan(0)
  return (await open())[0].id
}
const itemsOf = async (run: string) => (await sample.call('GET', `/runs/${run}/items`)).data
const step = () => page.locator('[aria-current=step]')
const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const dialog = () => page.getByRole('dialog')
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
/** Chooses an action in the menu of the run. */
const choose = async (name: string | RegExp) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}

describe('positions in a package', () => {
  test.each([
    ['3', [3]],
    ['3, 7–9', [3, 7, 8, 9]],
    ['1 - 3 2', [1, 2, 3]],
    ['9; 1,1', [1, 9]],
    ['10', [10]],
    ['3 to 5', [3, 4, 5]],
    ['3-5', [3, 4, 5]],
    ['3, 5', [3, 5]],
    ['3 t/m 5 en 9', [3, 4, 5, 9]],
    ['3 tot en met 5', [3, 4, 5]],
    ['1 and 3 through 4', [1, 3, 4]],
    ['1 und 3 bis 5', [1, 3, 4, 5]],
    ['1 et 3 à 5', [1, 3, 4, 5]],
  ])('%s selects %j', (text, places) => {
    expect(piecesIn(text, 10)).toEqual(places)
  })

  test.each(['', '0', '11', '3-', '5-4', 'all', '9-11'])(
    '%j is unclear, or selects missing positions',
    (text) => {
      expect(piecesIn(text, 10)).toBeUndefined()
    },
  )

  test.each([
    ['6', '6'],
    ['2-3, 5', '5'],
    ['3 to 9', '5–9'],
    ['0-9', '0, 5–9'],
    ['1-4', ''],
    ['all, 6', ''],
  ])('%s selects positions missing from a run of four: %j', (text, absent) => {
    expect(writtenSpans(absentIn(text, 4))).toBe(absent)
  })

  test('are formatted as ranges', () => {
    expect(written([1, 2, 3, 7, 9, 10])).toBe('1–3, 7, 9–10')
  })
})

describe('the days of a run', () => {
  const specification = {
    productionDays: 1,
    deliveryDays: 2,
    cutoff: { cron: '0 10 * * 1-5', timeZone: 'Europe/Amsterdam', holidays: ['2026-04-06'] },
  } as Schemas['ProductSpecification']
  test.each([
    ['2026-01-12', '2026-01-13', '2026-01-15'],
    ['2026-01-09', '2026-01-12', '2026-01-14'],
    ['2026-04-02', '2026-04-03', '2026-04-08'],
  ])('that closes on %s are working days', (cutoff, carrier, delivered) => {
    const run = { status: 'OPEN', cutoffAt: `${cutoff}T09:00:00Z`, handedToPrinterAt: null }
    const reached = { handedToCarrierAt: null, completedAt: null, createdAt: '2026-01-01T09:00:00Z' }
    const planned = stepsOf({ ...run, ...reached } as Schemas['Run'], specification).map(({ plannedAt }) =>
      plannedAt?.slice(0, 10),
    )
    expect(planned.slice(-2)).toEqual([carrier, delivered])
  })
})

describe('a run in test mode', () => {
  let run = ''

  test('is found through the calendar by its day, and accepts items', async () => {
    await createItems(6)
    run = await openRun()
    await page.goto(`${portal.server.url}/portal/runs`)
    await page.getByRole('table').getByText('Welcome card', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Calendar' }).click()
    await page.getByRole('link', { name: /Postcard A6/ }).click()
    await page.getByRole('heading', { level: 1, name: /Postcard A6/ }).waitFor()
    expect(page.url()).toContain(run)
    expect(await step().textContent()).toContain('Coming up')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(6)
  })

  test('lets an item be removed, with a reason shown to the customer', async () => {
    const [first] = await itemsOf(run)
    await press(`Remove from run: ${first.recipientName}`)
    await dialog().getByLabel('Reason').fill('Moved house')
    await dialog().getByRole('button', { name: 'Remove from run' }).click()
    await page.getByText('was removed from the run').waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(5)
    expect(await sample.call('GET', `/items/${first.id}`)).toMatchObject({ status: 'FAILED', runId: null })
  })

  test('goes to the printer when the test clock reaches its cutoff', async () => {
    await page.getByText(/^Continues when the test clock reaches \w/).waitFor()
    await press(/^Advance the clock/)
    await expect.poll(() => step().textContent()).toContain('Being printed')
    const places = () => page.locator('tbody tr td:first-child').allTextContents()
    await expect.poll(places).toEqual(['1', '2', '3', '4', '5'])
    // The statuses of the run and its pieces agree.
    await expect.poll(() => page.locator('tbody').getByText('Being printed').count()).toBe(5)
  })

  test('finds a piece by its number and by name', async () => {
    const [{ recipientName, sequence }] = await itemsOf(run)
    const search = page.getByRole('searchbox', { name: 'Piece number or name' })
    for (const typed of [`${sequence}`, recipientName]) {
      await search.fill(typed)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
      await page.locator('tbody').getByRole('link', { name: recipientName }).waitFor()
    }
    await search.fill('')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(5)
  })

  test('offers its print package', async () => {
    const coming = page.waitForEvent('download')
    await choose(/^Download for a print shop/)
    const download = await coming
    expect(download.suggestedFilename()).toMatch(
      new RegExp(` \\d{4}-\\d\\d-\\d\\d .*${run.slice(-8)}\\.zip$`),
    )
    const files = readZip(readFileSync(await download.path()))
    expect([...files.keys()]).toContain('manifest.json')
  })

  test('reprints spoiled pieces with one button: positions are entered, and the new items are listed', async () => {
    await press(/^Spoiled pieces/)
    const report = dialog()
    await report.getByLabel('Piece numbers').fill('2 to 3')
    await report.getByRole('button', { name: 'Show these pieces' }).click()
    const names = (await itemsOf(run))
      .filter(({ sequence }: { sequence: number }) => sequence === 2 || sequence === 3)
      .map(({ recipientName }: { recipientName: string }) => recipientName)
    for (const name of names) await report.getByText(name).waitFor()
    const when = report.getByText(/^With the run of \w+, /)
    const named = /With the run of (.*?)\./.exec((await when.textContent())!)![1]!
    await report.getByRole('radio', { name: 'Print new pieces in a later run' }).check()
    await report.getByRole('button', { name: 'Print 2 new pieces in a later run' }).click()
    await report.getByText('2 pieces count as not sent.').waitFor()
    await report.getByRole('link', { name: named }).waitFor()
    for (const name of names) await report.getByText(name).waitFor()
    await report.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.getByText('will be printed again').count()).toBe(2)
    const history = page.getByRole('list', { name: 'History' })
    const entry = history.locator('li', { hasText: '2 pieces damaged in production' })
    await entry.getByText(`by ${person.name}`).waitFor()
    const reprints = (await itemsOf(run)).map((item: { reprintedAsItemId: string }) => item.reprintedAsItemId)
    const next = await itemsOf(await openRun())
    expect(reprints.filter(Boolean).sort()).toEqual(next.map((item: { id: string }) => item.id).sort())
  })

  test('links a spoiled item to the new one and back, and offers to cancel only the new one', async () => {
    const { id } = (await itemsOf(run)).find((item: { reprintedAsItemId: string }) => item.reprintedAsItemId)
    /** Whether the menu offers to cancel the piece. */
    const cancels = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      const count = await page.getByRole('menuitem', { name: 'Cancel this' }).count()
      await page.keyboard.press('Escape')
      return count > 0
    }
    await goTo(`/items/${id}`)
    await page.getByRole('link', { name: 'Open the reprint' }).waitFor()
    await page.getByText('It is reprinted in the print run').waitFor()
    expect(await cancels()).toBe(false)
    await page.getByRole('link', { name: 'Open the reprint' }).click()
    await page.getByRole('link', { name: 'Open the original' }).waitFor()
    expect(await cancels()).toBe(true)
    await page.getByText(/Replaces piece [23], which was spoiled/).waitFor()
    await page.getByText('It costs nothing').waitFor()
  })

  test('is found from the other mode, with a link', async () => {
    await goTo(`/runs/${run}`)
    await page.getByText('Live', { exact: true }).click()
    await page.getByText('This is in test mode.').waitFor()
    await press('Show it in test mode')
    await page.getByRole('button', { name: /^Spoiled pieces/ }).waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 404/.test(error))
  })

  test('offers to reprint reported pieces without a replacement', async () => {
    await page.locator('tbody tr', { hasText: 'Being printed' }).first().getByRole('button').click()
    await dialog().getByRole('radio', { name: 'Don’t send it' }).check()
    await dialog().getByRole('button', { name: 'Don’t send 1 piece' }).click()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await page.getByText('1 piece was not sent').waitFor()
    await press('Print again')
    await dialog().getByRole('button', { name: 'Print again' }).click()
    await expect.poll(() => page.getByText('will be printed again').count()).toBe(3)
    await page.getByText('1 piece was not sent').waitFor({ state: 'detached' })
  })

  test('is marked as mailed and delivered by an operator, with returns recorded', async () => {
    await press('Mark as posted')
    await dialog().getByRole('button', { name: 'Mark as posted' }).click()
    await expect.poll(() => step().textContent()).toContain('Posted')
    await press('Mark as arrived')
    await dialog().getByRole('button', { name: 'Mark as arrived' }).click()
    await expect.poll(() => page.locator('main ol > li.done').count()).toBe(6)
    await expect.poll(() => page.getByText('Should have arrived', { exact: true }).count()).toBeGreaterThan(0)
    await press('Report returned mail')
    await dialog().getByLabel('Piece numbers').fill('5')
    await dialog().getByRole('button', { name: 'Show these pieces' }).click()
    await dialog().getByRole('button', { name: 'Report 1 piece as returned' }).click()
    await dialog().getByText('1 piece is marked as returned').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await page.locator('tbody tr', { hasText: 'Returned' }).waitFor()
  })

  test('and a return desk scans further returns', async () => {
    const { data } = await sample.call('GET', '/items?filter[status]=COMPLETED')
    await goTo('/runs')
    await page.getByRole('link', { name: 'Returned mail' }).click()
    await page.getByLabel('Why did it come back?').selectOption('Moved away')
    const code = page.getByLabel('Code', { exact: true })
    await code.fill(data[0].tracking.code)
    await code.press('Enter')
    await page.getByText('Returned', { exact: true }).waitFor()
    expect(await code.inputValue()).toBe('')
    await code.fill(`${data[0].id}\nNOBODY`)
    await page.getByText('2 codes').waitFor()
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByText('Was reported before').waitFor()
    await page.getByText('No piece has this code').waitFor()
    const proposed = await sample.call('GET', '/suppressions?filter[status]=PROPOSED&filter[reason]=moved')
    expect(proposed.data).toMatchObject([{ itemId: data[0].id }])
  })
})

describe('an operator', () => {
  test('cancels an open run, and its items join the next one', async () => {
    const run = await openRun()
    await goTo(`/runs/${run}`)
    await choose('Cancel the run')
    await dialog().getByLabel('Reason').fill('The paper is out of stock')
    await dialog().getByRole('button', { name: 'Cancel the run' }).click()
    await page.getByText('Cancelled. The paper is out of stock').waitFor()
    expect(await sample.call('GET', `/runs/${run}`)).toMatchObject({ status: 'CANCELLED' })
  })

  test('closes a run manually, which is then rendered and handed over automatically', async () => {
    const run = await openRun()
    await goTo(`/runs/${run}`)
    await press(/^Print this run now/)
    await dialog()
      .getByText(/no longer joins the cutoff of .+, but the next one, on \w+, \w+ \d+, \d+:\d+/)
      .waitFor()
    await dialog().getByRole('button', { name: 'Print this run now' }).click()
    await expect.poll(() => step().textContent()).toContain('Being printed')
  })

  test('sees on the item page which printer prints it', async () => {
    const ofRun = new URL(page.url()).pathname
    const { data } = await sample.call('GET', `${ofRun.slice(ofRun.indexOf('/runs/'))}/items`)
    await goTo(`/items/${data[0].id}`)
    await page
      .getByRole('definition')
      .getByRole('link', { name: 'The folder of the server’s settings' })
      .waitFor()
    await page.goto(`${portal.server.url}${ofRun}`)
    await expect.poll(() => step().textContent()).toContain('Being printed')
  })

  test('sees pieces without replacement on Home and in the list, and reprints one from its own page', async () => {
    await page.locator('tbody tr', { hasText: 'Being printed' }).first().getByRole('button').click()
    await dialog().getByRole('radio', { name: 'Don’t send it' }).check()
    await dialog().getByRole('button', { name: 'Don’t send 1 piece' }).click()
    await dialog().getByRole('button', { name: 'Close' }).click()
    const ofRun = new URL(page.url()).pathname
    await goTo('/')
    await page.getByRole('link', { name: '1 spoiled piece is not replaced yet' }).click()
    await page.getByText('1 piece was not sent').waitFor()
    expect(new URL(page.url()).pathname).toBe(ofRun)
    await goTo('/runs')
    await page.locator('tbody tr', { hasText: '1 spoiled, not replaced' }).waitFor()
    const { data } = await sample.call('GET', '/items?filter[status]=NOT_SENT')
    const { id } = data.find((item: { reprintedAsItemId: string | null }) => item.reprintedAsItemId === null)
    await goTo(`/items/${id}`)
    await page.getByText('It was spoiled and not sent. Nothing replaces it yet.').waitFor()
    await press('Reprint')
    await dialog().getByRole('button', { name: 'Reprint' }).click()
    await page.getByRole('link', { name: 'Open the reprint' }).waitFor()
    await goTo('/runs')
    await page.getByRole('table').waitFor()
    await expect.poll(() => page.getByText('spoiled, not replaced').count()).toBe(0)
    await goTo('/')
    await page.getByText('Nothing needs you right now.').waitFor()
  })
})

test('filters of the list are kept in the URL, and an empty result offers to clear them', async () => {
  await goTo('/runs')
  await page.getByRole('table').waitFor()
  await page.getByLabel('Status').selectOption('Failed')
  await page.getByText('No run matches').waitFor()
  expect(page.url()).toContain('status=FAILED')
  await press('Clear the filters')
  await page.getByRole('table').waitFor()
  await page.getByLabel('Product').selectOption('Window letter C5')
  await page.getByText('No run matches').waitFor()
})

test('a member who may not manage runs sees no buttons', async () => {
  await page.route('**/v1/session', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const permissions = body.permissions.filter((one: string) => !/runs.manage|items.write/.test(one))
    await route.fulfill({ response: answer, json: { ...body, permissions } })
  })
  await goTo('/runs')
  await page.locator('tbody a').first().click()
  await page.getByRole('region', { name: 'About this run' }).waitFor()
  await page.locator('tbody tr').first().waitFor()
  expect(await page.locator('main').getByRole('button').allTextContents()).toEqual(['Copy'])
})

test('a run shows its history, with times and reasons', async () => {
  const runs = (await sample.call('GET', '/runs')).data
  const { data, remakes, reports } = await sample.call('GET', `/runs/${runs[0].id}/history`)
  await goTo(`/runs/${runs[0].id}`)
  const history = page.getByRole('list', { name: 'History' }).locator('li')
  await expect.poll(() => history.count()).toBe(data.length + remakes.length + reports.length)
  expect(await history.first().textContent()).toContain('Coming up')
  expect(await history.first().locator('time').getAttribute('datetime')).toBe(data[0].at)
  const reasons = data.flatMap(({ reason }: { reason: string | null }) => reason ?? [])
  expect(await history.locator('.reason').allTextContents()).toEqual(reasons)
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
