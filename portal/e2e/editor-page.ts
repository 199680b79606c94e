import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, seeded, setUp } from './portal.ts'
import { isDrawn, templateNamed } from './screens/editor.ts'

type Seeded = Awaited<ReturnType<typeof seeded>>

/** Shared state of the editor tests, set by `onTheEditor`. */
export let portal: Portal
export let page: Page
export let call: Seeded['call']
export let createItem: Seeded['createItem']
export let uploadLive: Seeded['uploadLive']

/** Starts a server with sample designs and a signed-in user for the tests of the calling file. */
export const onTheEditor = (tests: () => void): void => {
  beforeAll(async () => {
    portal = await openPortal()
    page = await portal.newPage(undefined, { viewport: { width: 1280, height: 800 } })
    await setUp(portal, page)
    ;({ call, createItem, uploadLive } = await seeded(portal))
  })
  afterAll(() => portal?.close())
  tests()
  test('causes no policy violations or console errors', () => {
    expect(portal.errors).toEqual([])
  })
}

export const open = async (name: string, tab = page): Promise<string> => {
  const id = await templateNamed({ call }, name)
  await tab.goto(`${portal.server.url}/portal/templates/${id}/edit`)
  await isDrawn(tab)
  return id
}
export const copyOf = async (name: string): Promise<string> => {
  const { id } = await callAsPerson(
    page,
    'POST',
    `/templates/${await templateNamed({ call }, name)}/duplicate`,
    {},
  )
  return id
}
export const openCopy = async (name: string, tab = page): Promise<string> => {
  const id = await copyOf(name)
  await tab.goto(`${portal.server.url}/portal/templates/${id}/edit`)
  await isDrawn(tab)
  return id
}
/** Opens a postcard whose front has only a text of 60 × 20 mm, 30 mm from the left and the top. */
export const openPlain = async (): Promise<void> => {
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
/** Returns the name of the template of the Postflow that `createItem` uses. */
export const templateOfItems = async (): Promise<string> => {
  const { data } = await call('GET', '/items?limit=1')
  const { templateVersionId } = data[0]
  const { data: templates } = await call('GET', '/templates?limit=100')
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
  return templates.find(({ latestVersion }: any) => latestVersion?.id === templateVersionId).name
}
export const words = (tab = page) => tab.getByLabel('Content', { exact: true })
export const element = (name: string | RegExp, tab = page) =>
  tab.getByRole('list', { name: 'Layers' }).getByRole('button', { name }).first()
export const isSaved = (tab = page) => tab.locator('.state', { hasText: /^Draft saved/ }).waitFor()
/** Saves immediately instead of waiting for the automatic save. */
export const save = async (tab = page) => {
  await tab.keyboard.press('Control+s')
  await isSaved(tab)
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
export const draftOf = (id: string): Promise<any> => call('GET', `/templates/${id}/draft`)
export const textsOf = async (id: string): Promise<string[]> =>
  (await draftOf(id)).document.pages.flatMap(({ elements }: { elements: { text?: string }[] }) =>
    elements.flatMap(({ text }) => text ?? []),
  )
