import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/support/browser.ts'
import { choose, leadTo } from './lead-to.ts'
import { openPortal, type Portal, raiseLimits, sampled } from './portal.ts'
import { routeOf, routes } from './routes.ts'
import type { Sample } from './screens/screen.ts'
import { screens } from './screens.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  // One that optimises scripts: the rules are looked at hundreds of times in one page.
  portal = await openPortal([], openBrowser())
  page = await portal.newPage()
  sample = await sampled(portal, page, 6)
  await raiseLimits(page, sample)
})
afterAll(() => portal?.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 AA that the page breaks, with where. */
const violations = (shown: Page): Promise<string[]> =>
  shown.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    // Nothing of a page need be loaded again: no rule that looks into style sheets or media is among those that run.
    const found = await axe.run({ resultTypes: ['violations'], preload: false })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  })

/** How far the page itself can be scrolled: what is read scrolls within it, and the bar above stays. */
const overflow = (shown: Page): Promise<number> =>
  shown.evaluate('document.documentElement.scrollHeight - innerHeight')

/** A link that signs in leads on at once, and where it does not, to the form of signing in. */
const leadsOn = '/sign-in'
/** The routes that were looked at: a screen may lead on from its own address to another. */
const seen = new Set<string | undefined>([leadsOn])
const look = (path: string) => seen.add(routeOf(path.replace(/[?#].*$/, '')))

test.each(screens)(
  '$name meets the accessibility rules, light or dark, in English or Dutch',
  async ({ path, ready, isSignedIn }) => {
    const shown = isSignedIn === false ? await portal.newPage() : page
    const asked = await path(sample, page)
    const address = `/portal${asked}`
    if (shown === page) {
      await choose(page, 'en')
      await leadTo(page, address)
    } else await shown.goto(`${portal.server.url}${address}`)
    await ready(shown)
    for (const address of [asked, new URL(shown.url()).pathname.slice('/portal'.length)]) look(address)
    // Only the frame has a bar above that stays: entrances scroll as a whole.
    if (isSignedIn !== false) await expect.poll(() => overflow(shown)).toBe(0)
    if (!(await shown.evaluate('"axe" in globalThis'))) await shown.evaluate(axe)
    // What a theme can break depends on no language, and what words can break on no theme: twice shows all of it.
    await shown.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await violations(shown), 'light, in English').toEqual([])
    await shown.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await choose(shown, 'nl')).toBe('nl')
    expect(await violations(shown), 'dark, in Dutch').toEqual([])
    if (shown !== page) await shown.context().close()
  },
)

test('covers every screen of the router', () => {
  expect(routes.length).toBeGreaterThan(100)
  expect(routes.filter((route) => !seen.has(route))).toEqual([])
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
