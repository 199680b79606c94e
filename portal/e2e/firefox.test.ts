import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, organisationName, type Portal, person, seeded } from './portal.ts'
import { templateNamed } from './screens/editor.ts'

/** Default paths of Debian's `firefox-esr` and other packages; FIREFOX overrides them. */
const places = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']

let portal: Portal
let firefox: Browser
let page: Page
const errors: string[] = []

beforeAll(async () => {
  const executablePath = places.find((place) => place !== undefined && existsSync(place))
  if (!executablePath)
    throw new Error('There is no Firefox: install the package firefox-esr, or name one in FIREFOX.')
  portal = await openPortal()
  firefox = await puppeteer.launch({ browser: 'firefox', executablePath })
  page = await firefox.newPage()
  // Pages are rendered in separate processes, which are slow on a busy machine.
  page.setDefaultTimeout(100_000)
  await page.setViewport({ width: 1280, height: 800 })
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
})
afterAll(async () => {
  await firefox?.close()
  await portal?.close()
})

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const fill = (selector: string, text: string) => page.locator(selector).fill(text)
const pictures = () => page.$$eval('main li img', (images) => images.length)

test('the first user sets up an organisation and sees a first letter on screen', async () => {
  await page.goto(portal.server.setupUrl!)
  await page.locator('input[value="paid"]').click()
  await page.locator('button[type="submit"]').click()
  await fill('input[autocomplete="organization"]', organisationName)
  await page.locator('button[type="submit"]').click()
  await fill('input[autocomplete="name"]', person.name)
  await fill('input[type="email"]', person.email)
  await fill('input[type="password"]', person.password)
  await page.locator('button[type="submit"]').click()
  await page.waitForSelector('nav')
  await page.locator('::-p-text(Send this test letter)').click()
  await page.locator('::-p-text(See it on the Desk)').click()
  await page.waitForSelector('figure img')
})

test('an item created by a program appears on the Desk without a reload', async () => {
  const { createItem } = await seeded(portal)
  for (let index = 0; index < 3; index++) await createItem(index, 2)
  await expect.poll(pictures).toBe(4)
})

test('the editor draws typed text with the print typesetter, and saves it', async () => {
  const { call } = await seeded(portal)
  const id = await templateNamed({ call }, 'Welcome card')
  await goTo(`/templates/${id}/edit`)
  await page.waitForSelector('[data-part=scene] path')
  const drawn = () => page.$eval('[data-part=scene]', ({ innerHTML }) => innerHTML)
  const before = await drawn()
  await page.locator('[aria-label="Layers"] button').click()
  await fill('aside textarea', 'Hello Firefox')
  await expect.poll(drawn).not.toBe(before)
  await expect
    .poll(async () => JSON.stringify(await call('GET', `/templates/${id}/draft`)))
    .toContain('Hello Firefox')
})

test('causes no policy violations or console errors', () => {
  expect(errors).toEqual([])
})
