import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/support/browser.ts'
import { choose, languages, navigateTo } from './navigate.ts'
import { openPortal, type Portal, raiseLimits, sampled } from './portal.ts'
import { routeOf, routes } from './routes.ts'
import type { Sample } from './screens/screen.ts'
import { screens } from './screens.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  // A browser that optimises scripts, because the rules are checked hundreds of times in one page.
  portal = await openPortal([], openBrowser())
  page = await portal.newPage()
  sample = await sampled(portal, page, 6)
  await raiseLimits(page, sample)
})
afterAll(() => portal?.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of WCAG 2.2 AA in the page, with their elements. */
const violations = (tab: Page): Promise<string[]> =>
  tab.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    // None of the rules reads style sheets or media, so nothing needs to be loaded again.
    const found = await axe.run({ resultTypes: ['violations'], preload: false })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  })

/**
 * Returns how far the page itself can be scrolled, in px. Content scrolls within it, below a fixed top bar.
 */
const overflow = (tab: Page): Promise<number> =>
  tab.evaluate('document.documentElement.scrollHeight - innerHeight')

/** The route of sign-in links, which has no screen of its own: it redirects. */
const redirecting = '/sign-in'
/** Visited routes: the requested ones, and those that screens redirected to. */
const seen = new Set<string | undefined>([redirecting])
const visit = (path: string) => seen.add(routeOf(path.replace(/[?#].*$/, '')))

/** The screens, and for each a language other than English, in turn. */
const others = languages.filter((language) => language !== 'en')
const inLanguages = screens.map((screen, at) => ({ ...screen, language: others[at % others.length]! }))

test.each(inLanguages)(
  '$name meets the accessibility rules, light in English and dark in another language ($language)',
  async ({ path, ready, isSignedIn, language }) => {
    const tab = isSignedIn === false ? await portal.newPage() : page
    const requested = await path(sample, page)
    const address = `/portal${requested}`
    if (tab === page) {
      await choose(page, 'en')
      await navigateTo(page, address)
    } else await tab.goto(`${portal.server.url}${address}`)
    await ready(tab)
    for (const address of [requested, new URL(tab.url()).pathname.slice('/portal'.length)]) visit(address)
    // Only the shell has a fixed top bar; entrance screens scroll as a whole.
    if (isSignedIn !== false) await expect.poll(() => overflow(tab)).toBe(0)
    if (!(await tab.evaluate('"axe" in globalThis'))) await tab.evaluate(axe)
    // Theme faults don't depend on the language, nor language faults on the theme, so two combinations show
    // all.
    await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await violations(tab), 'light, in English').toEqual([])
    await tab.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await choose(tab, language)).toBe(language)
    expect(await violations(tab), `dark, in ${language}`).toEqual([])
    if (isSignedIn !== false) await expect.poll(() => overflow(tab)).toBe(0)
    if (tab !== page) await tab.context().close()
  },
)

test('covers every screen of the router', () => {
  expect(routes.length).toBeGreaterThan(100)
  expect(routes.filter((route) => !seen.has(route))).toEqual([])
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
