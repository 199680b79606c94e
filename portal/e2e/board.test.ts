import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../src/api/types.gen.ts'
import { byUrgency, columnOf, troubleOf } from '../src/screens/operator/runs/board.ts'
import { queryOf } from '../src/screens/operator/runs/kinds.ts'
import { enterOperatorArea, openPortal, type Portal, seeded, setUp } from './portal.ts'
import { shoot } from './shoot.ts'

type Run = components['schemas']['PlatformRun']

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  const sample = await seeded(portal)
  for (let index = 0; index < 3; index++) await sample.createItem(index)
  await sample.advance()
  await sample.createItem(4)
})
afterAll(() => portal?.close())

const change = (sql: string) => {
  const database = new DatabaseSync(join(portal.data, 'lettershop.db'))
  database.exec('pragma busy_timeout = 5000')
  database.exec(sql)
  database.close()
}
const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) })

const runOf = (status: Run['status'], more: Partial<Run> = {}): Run =>
  ({
    ...{ status, uncertain: false, partner: null, printedAt: null, reason: null, operatorReason: null },
    ...{ findings: [], cutoffAt: '2026-01-05T09:00:00Z' },
    ...more,
  }) as Run

test.each<[Run['status'], Partial<Run>, string | undefined]>([
  ['OPEN', {}, 'open'],
  ['RENDERING', {}, 'print'],
  ['FAILED', {}, 'print'],
  ['HANDED_TO_PRINTER', { partner: 'folder' }, 'print'],
  ['HANDED_TO_PRINTER', { partner: 'ipp' }, 'press'],
  ['HANDED_TO_PRINTER', { partner: 'ipp', uncertain: true }, 'print'],
  ['HANDED_TO_PRINTER', { partner: 'ipp', printedAt: '2026-01-05T10:00:00Z' }, 'post'],
  ['HANDED_TO_PRINTER', { partner: 'manual' }, 'post'],
  ['HANDED_TO_CARRIER', {}, undefined],
  ['CANCELLED', {}, undefined],
])('a run in %s with %j is in the column %s', (status, more, expected) => {
  expect(columnOf(runOf(status, more))).toBe(expected)
})

test.each([
  'CUTOFF_REACHED',
  'RENDERING',
  'RENDERED',
  'HANDING_OVER',
  'FAILED',
  'HANDED_TO_PRINTER',
] as const)('the list that the columns lead to has runs in %s', (status) => {
  expect(queryOf.production['filter[status][in]'].split(',')).toContain(status)
})

test('runs with trouble come first', () => {
  const soon = runOf('RENDERED', { cutoffAt: '2026-01-02T09:00:00Z' })
  const held = runOf('RENDERED', { operatorReason: 'No paper', cutoffAt: '2026-01-09T09:00:00Z' })
  const uncertain = runOf('HANDED_TO_PRINTER', { uncertain: true })
  const failed = runOf('FAILED')
  expect([soon, held, uncertain, failed].map(troubleOf)).toEqual([undefined, 'held', 'uncertain', 'failed'])
  expect(byUrgency([soon, held, uncertain, failed])).toEqual([failed, uncertain, held, soon])
})

test('shows each run in its column, marks test runs, and follows changes without a reload', async () => {
  await enterOperatorArea(page)
  await page.getByRole('heading', { level: 1, name: 'Production' }).waitFor()
  const pressed = column('On the press').getByRole('listitem').first()
  await pressed.getByText('Fern & Field').waitFor()
  await pressed.getByText('Test', { exact: true }).waitFor()
  await column('Coming up')
    .getByText(/1 piece so far, /)
    .first()
    .waitFor()
  const printed = `"status" = 'HANDED_TO_PRINTER'`
  change(`update "runs" set "partner" = 'folder' where ${printed}`)
  await column('To print')
    .getByRole('button', { name: /^Print: Fern & Field/ })
    .first()
    .waitFor()
  change(`update "runs" set "uncertain" = 1, "reason" = 'Out of toner.' where ${printed}`)
  await column('To print').getByText('Out of toner.').first().waitFor()
  await shoot(page, 'board-uncertain')
})

test('opens the run with the dialog of its action', async () => {
  await column('To print')
    .getByRole('button', { name: /^Resolve: / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Resolve' })
  await dialog.getByRole('radio', { name: 'Everything was printed' }).waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(new URL(page.url()).search).toBe('')
  await shoot(page, 'run-uncertain')
  change(`update "runs" set "uncertain" = 0, "reason" = null`)
})

test('a run that a member prints shows how, and one action', async () => {
  await page.reload()
  await page.getByRole('heading', { name: 'Print at 100%' }).waitFor()
  await page.getByRole('button', { name: 'Download for your own printer (PDF)' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Download for a print shop (ZIP)' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await menu.isVisible()).toBe(false)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('More actions')
  await shoot(page, 'run-printed-here')
})

test('a run that failed before it was rendered is tried again, though the page knew it from before', async () => {
  await page.goto(`${portal.server.url}/portal/operator/runs`)
  const card = column('To print').getByRole('listitem').first()
  await card.getByRole('button', { name: /^Print: / }).click()
  await page.getByRole('heading', { name: 'Print at 100%' }).waitFor()
  await page.goBack()
  await card.getByRole('button', { name: /^Print: / }).waitFor()
  change(
    `update "runs" set "status" = 'FAILED', "reason" = 'A font is missing.', "handedToPrinterAt" = "renderedAt",
      "renderedAt" = null where "status" = 'HANDED_TO_PRINTER'`,
  )
  await card.getByRole('button', { name: /^Try again: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Render now' })
  await dialog.getByText('Rendering starts again.').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(new URL(page.url()).search).toBe('')
  change(
    `update "runs" set "status" = 'HANDED_TO_PRINTER', "reason" = null, "renderedAt" = "handedToPrinterAt"
      where "status" = 'FAILED'`,
  )
})

test('on a phone, filters of the board are shown on request', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${portal.server.url}/portal/operator/runs`)
  const modes = page.getByRole('combobox', { name: 'Mode' })
  await page.getByRole('button', { name: 'Filter' }).waitFor()
  expect(await modes.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filter' }).click()
  await modes.selectOption('test')
  await page.waitForURL('**/operator/runs?mode=test')
  expect(await modes.isVisible()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('the view is kept in the address', async () => {
  await page.goto(`${portal.server.url}/portal/operator/runs`)
  await page.getByRole('radio', { name: 'List', exact: true }).check()
  await page.getByRole('table').waitFor()
  await page.waitForURL('**/operator/runs?view=list')
  await page.reload()
  await page.getByRole('table').waitFor()
  await page.getByRole('radio', { name: 'Board', exact: true }).check()
  await column('To print').waitFor()
  await page.waitForURL('**/operator/runs')
})

test('hundreds of runs show the first of each column, and lead to the list', async () => {
  await page.route('**/v1/platform/runs?*', async (route) => {
    // The same page for every cursor.
    const url = route
      .request()
      .url()
      .replace(/([?&])cursor=[^&]*&?/, '$1')
    const response = await route.fetch({ url })
    const body = await response.json()
    const [one] = body.data
    if (!one) return route.fulfill({ response })
    const data = Array.from({ length: 100 }, (_, index) => ({
      ...one,
      id: `${one.id}${index}`,
      isTest: false,
    }))
    const isOpen = one.status === 'OPEN'
    const more = isOpen ? { totalCount: 250 } : { nextCursor: 'more' }
    return route.fulfill({ response, json: { ...body, data, nextCursor: null, ...more } })
  })
  await page.reload()
  await column('To print').getByRole('heading', { name: 'To print 300+' }).waitFor()
  await column('Coming up').getByRole('heading', { name: 'Coming up 250' }).waitFor()
  expect(await page.locator('main h3').count()).toBe(40)
  await column('To print').getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('table').waitFor()
  expect(new URL(page.url()).search).toBe('?view=list&kind=production')
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'wait' })
  // The server doesn't know the cursor.
  portal.errors = portal.errors.filter((error) => !error.includes('cursor=more'))
})

test('live pieces are counted by what is left to do', async () => {
  await page.route('**/v1/platform/runs?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    if (!response.ok()) return route.fulfill({ response })
    const data = body.data.map((one: Run) => ({ ...one, isTest: false, itemCount: 1200 }))
    return route.fulfill({ response, json: { ...body, data } })
  })
  await page.goto(`${portal.server.url}/portal/operator/runs`)
  await page.getByRole('heading', { name: /^\d,\d00 pieces to print and post$/ }).waitFor()
  await shoot(page, 'board-live')
  await page.unrouteAll({ behavior: 'wait' })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
