import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, sampleItem } from '../src/screens/postflows/sample.ts'
import { spansOf, topOf } from '../src/ui/day-chart.ts'
import { openPortal, type Portal, seeded, setUp } from './portal.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')

let portal: Portal
let page: Page
let sample: Awaited<ReturnType<typeof seeded>>
let folder: string

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  sample = await seeded(portal)
  folder = mkdtempSync(join(tmpdir(), 'lettershop-samples-'))
})
afterAll(async () => {
  await portal?.close()
  rmSync(folder, { recursive: true })
})

const dialog = () => page.getByRole('dialog')
const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
/** Chooses an action in the menu “…”. */
const choose = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const idNow = () => /pfl_\w+/.exec(page.url())![0]

describe('the bars of a period', () => {
  const daily = (days: number) =>
    Array.from({ length: days }, (_, index) => ({
      day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      created: 1,
      sent: index === 0 ? 5 : 0,
      cancelled: 0,
      failed: 0,
      scans: 0,
      spendCents: 0,
    }))

  test('are days if there are few', () => {
    const spans = spansOf(daily(30))
    expect(spans).toHaveLength(30)
    expect(spans[0]).toEqual({ from: '2026-01-01', to: '2026-01-01', created: 1, sent: 5 })
  })

  test('are weeks if there are many, and no item is lost', () => {
    const spans = spansOf(daily(90))
    expect(spans).toHaveLength(13)
    expect(spans[0]).toEqual({ from: '2026-01-01', to: '2026-01-06', created: 6, sent: 5 })
    expect(spans.at(-1)).toEqual({ from: '2026-03-25', to: '2026-03-31', created: 7, sent: 0 })
    expect(spans.reduce((sum, { created }) => sum + created, 0)).toBe(90)
  })

  test.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [51, 100],
    [4321, 5000],
  ])('of at most %i are shown on a scale to %i', (most, top) => {
    expect(topOf(most)).toBe(top)
  })
})

describe('the code example', () => {
  const fields = {
    $schema: '',
    type: 'object' as const,
    required: ['firstName'],
    properties: {
      firstName: { type: 'string' as const, maxLength: 80, examples: [`Zoë's "friend" \\`] },
      'postal code': { type: 'string' as const, maxLength: 80 },
      due: { type: 'string' as const, maxLength: 10, format: 'date' as const },
      link: { type: 'string' as const, maxLength: 200, format: 'uri' as const },
      points: { type: 'string' as const, maxLength: 6, pattern: '^[0-9]+$' },
    },
  }
  const item = sampleItem('pfl_1', fields)

  test('includes every field, with a value that fits its kind', () => {
    expect(item.data).toEqual({
      firstName: `Zoë's "friend" \\`,
      'postal code': 'postal code',
      due: '2027-01-31',
      link: 'https://example.com/',
      points: '42',
    })
  })

  test('for the shell passes exactly the same data, whatever it contains', async () => {
    const curl = codeOf.curl(item, { url: 'http://127.0.0.1:1', key: 'svc_test_x' })
    const { stdout } = await run('sh', ['-c', `curl() { for last; do :; done; printf %s "$last"; }; ${curl}`])
    expect(JSON.parse(stdout)).toEqual(item)
  })

  test('for TypeScript evaluates to exactly the same data', async () => {
    const code = codeOf.typescript(item, { url: 'http://127.0.0.1:1', key: 'svc_test_x' })
    const literal = /create\(\n([\s\S]*),\n {2}\{ idempotencyKey/.exec(code)![1]!
    const file = join(folder, 'literal.mjs')
    writeFileSync(file, `console.log(JSON.stringify(${literal}))`)
    const { stdout } = await run(process.execPath, [file])
    expect(JSON.parse(stdout)).toEqual(item)
  })
})

describe('a Postflow', () => {
  test('is created with a design, and starts as a draft', async () => {
    await open('/postflows')
    await page.getByRole('link', { name: 'Welcome card', exact: true }).waitFor()
    await page.getByRole('link', { name: 'New Postflow' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Welcome home')
    await press('Create Postflow')
    await page.locator('main [role=alert]').first().waitFor()
    await page.getByRole('radio', { name: /Welcome card.*Postcard A6, 148\s×\s105\smm\s*Published/ }).check()
    await page.getByLabel('Approval').selectOption('PER_ITEM')
    await page.getByLabel('QR code leads to').fill('https://example.com/welcome')
    await press('Create Postflow')
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
    await page.getByText('This Postflow is a draft').waitFor()
    await page.locator('main figure img').waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('is activated after a description of the consequences', async () => {
    await press('Activate')
    await dialog().getByText('In test mode nothing is printed').waitFor()
    await confirm('Activate')
    await page.getByText('The Postflow is active. Your software can now add mail.').waitFor()
    await page.getByText('No mail yet.').waitFor()
  })

  test('shows code that really sends, in the shell and in TypeScript', async () => {
    await page.getByRole('link', { name: 'Send the first one by API' }).click()
    const code = async () => (await page.locator('main pre').textContent())!.replace('svc_test_…', sample.key)
    await page.getByRole('cell', { name: 'firstName required' }).waitFor()
    const { stdout } = await run('sh', ['-c', await code()])
    const sent = JSON.parse(stdout)
    expect(sent).toMatchObject({ postflowId: idNow(), status: 'PENDING_APPROVAL', findings: [] })
    expect(sent.data.firstName).toBeTruthy()
    await page.getByRole('radio', { name: 'TypeScript' }).check()
    await page.getByText("from 'lettershop/client'").waitFor()
    const file = join(folder, 'sample.ts')
    const client = join(repository, 'src/client/index.ts')
    writeFileSync(file, (await code()).replace('lettershop/client', client))
    const again = await run(process.execPath, [file], { cwd: repository })
    expect(again.stdout).toBe(`${sent.id} PENDING_APPROVAL\n`)
  })

  test('shows where its items are, and links to them', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Ready to approve' }).click()
    await page.getByRole('link', { name: 'Johanna Wielinga' }).waitFor()
    await page.getByRole('button', { name: /^Filter/ }).click()
    await expect.poll(() => page.getByLabel('Postflow', { exact: true }).inputValue()).toMatch(/^pfl_/)
    await page.goBack()
    await page.getByRole('img', { name: /Mail by day: 1 created, 0 posted/ }).waitFor()
    await page.getByText('Show as table').click()
    // The cost is known once a run was handed over.
    await page.getByRole('columnheader', { name: 'Scans' }).waitFor()
    expect(await page.getByText('Cost, if it were real').count()).toBe(0)
  })

  test('is paused and resumed, and shows the effect on waiting items', async () => {
    await choose('Pause')
    await dialog().getByText('so does 1 piece that is in no print run yet').waitFor()
    await confirm('Pause')
    await page.getByText('This Postflow is paused').waitFor()
    await page.locator('main li').filter({ hasText: 'On hold' }).waitFor()
    await press('Resume')
    await dialog().getByText('1 piece on hold is sent').waitFor()
    await confirm('Resume')
    await page.locator('main li').filter({ hasText: 'Ready to approve' }).waitFor()
  })

  test('is changed, with a confirmation if another change came first', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    const path = `/postflows/${idNow()}`
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Welcome, neighbour')
    await sample.call('PATCH', path, { name: 'Hello', description: 'For new customers' })
    await press('Save')
    await dialog().getByRole('cell', { name: 'Hello' }).waitFor()
    await confirm('Save mine')
    await page.getByText('Settings saved.').first().waitFor()
    expect(await sample.call('GET', path)).toMatchObject({
      name: 'Welcome, neighbour',
      description: 'For new customers',
    })
    await page.getByLabel('Duplicates within (days)').fill('14')
    await sample.call('PATCH', path, { name: 'Good day' })
    await press('Save')
    await page.getByRole('heading', { name: 'Good day' }).waitFor()
    await expect.poll(() => sample.call('GET', path)).toMatchObject({ duplicateWindowDays: 14 })
    expect(await name.inputValue()).toBe('Good day')
    portal.errors = portal.errors.filter((error) => !/status of 412/.test(error))
  })

  test('takes a newer version of its design on request', async () => {
    const { templateId } = await sample.call('GET', `/postflows/${idNow()}`)
    await sample.callLive('POST', `/templates/${templateId}/publish`)
    const path = `/postflows/${idNow()}`
    await open(path)
    await page.getByText('Version 2 of the template is newer.').waitFor()
    await open(`/templates/${templateId}`)
    await page.getByRole('link', { name: '1 piece that is not printed yet keeps an earlier version' }).click()
    await page.getByRole('button', { name: 'With an earlier version ×' }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await open(path)
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    let show = () => {}
    const isTime = new Promise<void>((resolve) => {
      show = resolve
    })
    await page.route(/\/v1\/templates\/.*paper/, (route) => isTime.then(() => route.continue()))
    await press('Switch to version 2 …')
    const use = dialog().getByRole('button', { name: 'Switch to version 2' })
    const before = await use.boundingBox()
    show()
    await dialog().getByRole('img', { name: 'Printed now: version 1' }).waitFor()
    await dialog()
      .getByRole('img', { name: /version 2/ })
      .waitFor()
    expect(await use.boundingBox()).toEqual(before)
    await use.click()
    await page.getByText('New pieces are printed with version 2.').waitFor()
    await page.getByText(', version 2', { exact: false }).first().waitFor()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.locator('main dd').filter({ hasText: 'Version 2' }).waitFor()
  })

  test('is archived permanently, and waiting items are cancelled', async () => {
    await choose('Archive')
    await dialog().getByText('1 waiting piece is cancelled and not charged.').waitFor()
    await confirm('Archive')
    await page.getByText('This Postflow is archived').waitFor()
    await page.locator('main li').filter({ hasText: 'Cancelled' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByLabel('QR code leads to').fill('https://example.com/thanks')
    await press('Save')
    await page.getByText('Settings saved.').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).count()).toBe(0)
  })

  test('is found by status, product and name', async () => {
    await open('/postflows')
    await page.getByRole('link', { name: 'Archived 1' }).click()
    await page.getByRole('link', { name: 'Good day' }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: 'Filter' }).click()
    const choice = page.getByLabel('Product')
    expect(await choice.locator('option').allTextContents()).toEqual([
      'Any product',
      'Postcard: A5, A6',
      'Window letter C5',
    ])
    await choice.selectOption({ index: 2 })
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.keyboard.press('Escape')
    await press('Clear the filters')
    await page.getByRole('searchbox').fill('welcome')
    await page.getByRole('searchbox').press('Enter')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  })
})

test('a live Postflow shows the price of its items before activation, and what is missing', async () => {
  const { data } = await sample.callLive('GET', '/postflows?filter[status]=DRAFT&limit=1')
  await page.evaluate(() => localStorage.setItem('lettershop.mode', 'live'))
  await open(`/postflows/${data[0].id}`)
  await press('Activate')
  await dialog()
    .getByText(/printed, posted and charged: €/)
    .waitFor()
  await confirm('Activate')
  await dialog().getByRole('alert').filter({ hasText: 'return address' }).waitFor()
  portal.errors = portal.errors.filter((error) => !/status of 409/.test(error))
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
