/**
 * Takes screenshots of every screen, light and dark, desktop and phone, in `portal/shots`, which git ignores.
 *
 *   npm run portal:shots [-- [--LANGUAGE] [--readme] [NAME…]]
 *
 * A name selects all screens that start with it. `--de`, `--fr` and `--nl` select a language, whose screenshots
 * are in a folder of their own. `--readme` takes only the Desk, and copies its desktop screenshots to
 * `docs/images`.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../test/support/browser.ts'
import { languages } from './navigate.ts'
import { openPortal, type Portal, raiseLimits, sampled } from './portal.ts'
import type { Screen } from './screens/screen.ts'
import { screens } from './screens.ts'
import { settled } from './settled.ts'

const forReadme = process.argv.includes('--readme')
const names = forReadme ? ['desk'] : process.argv.slice(2).filter((name) => !name.startsWith('--'))
const language = languages.find((one) => process.argv.includes(`--${one}`)) ?? 'en'
const folder = join(import.meta.dirname, '../shots', language === 'en' ? '' : language)
const isRequested = ({ name }: Screen): boolean =>
  names.length === 0 || names.some((start) => name.startsWith(start))
mkdirSync(folder, { recursive: true })

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

const take = async (portal: Portal, page: Page, screen: Screen, path: string): Promise<void> => {
  await page.setViewportSize(sizes.desktop)
  await page.goto(`${portal.server.url}/portal${path}`)
  await screen.ready(page)
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Wait until the page has rendered what it loaded for this size.
      await settled(page)
      await page.screenshot({ path: join(folder, `${screen.name}-${size}-${colorScheme}.png`) })
    }
  }
}

const portal = await openPortal([], openBrowser())
try {
  const page = await portal.newPage()
  const sample = await sampled(portal, page, 24)
  await raiseLimits(page, sample)
  const visitor = await portal.newPage()
  for (const one of [page, visitor]) {
    await one.addInitScript((to) => localStorage.setItem('lettershop.language', to), language)
  }
  for (const screen of screens.filter(isRequested)) {
    const path = await screen.path(sample, page)
    await take(portal, screen.isSignedIn === false ? visitor : page, screen, path)
  }
  if (forReadme) {
    const images = join(import.meta.dirname, '../../docs/images')
    mkdirSync(images, { recursive: true })
    for (const theme of ['light', 'dark']) {
      copyFileSync(join(folder, `desk-desktop-${theme}.png`), join(images, `desk-${theme}.png`))
    }
  }
  console.log(portal.errors.length === 0 ? `${folder}` : portal.errors.join('\n'))
} finally {
  await portal.close()
}
