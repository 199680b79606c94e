import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** The portal's languages. */
export const languages: readonly string[] = readdirSync(join(import.meta.dirname, '../messages'))

/** Selects a language and waits until the page's texts have changed in place. Returns the page's language. */
export const choose = (page: Page, language: string): Promise<string> =>
  page.evaluate(`(async () => {
    const choice = document.querySelector('option[value=${language}]').parentElement
    choice.value = '${language}'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    do await frame()
    while (document.documentElement.lang !== '${language}')
    return document.documentElement.lang
  })()`)

/** A URL without a screen. */
const nowhere = '/portal/no/screen/is/here'

/**
 * Navigates a portal page to another URL as “Back” does, without a reload: its scripts, and those that a test
 * has added, stay, which saves a third of the processor time of a visit. First navigates to a URL without a
 * screen, so that the previous screen is removed even if both have the same frame. Reloads if a dialog or
 * popover is open, because it would stay.
 */
export const navigateTo = async (page: Page, address: string): Promise<void> => {
  const isCovered = await page.evaluate('document.querySelector("dialog[open], :popover-open") !== null')
  if (isCovered) {
    await page.goto(new URL(address, page.url()).href)
    return
  }
  for (const to of [nowhere, address]) {
    await page.evaluate(`(async () => {
      const before = document.querySelector('main').firstElementChild
      history.pushState({}, '', ${JSON.stringify(to)})
      dispatchEvent(new PopStateEvent('popstate'))
      while (before?.isConnected) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })()`)
  }
}
