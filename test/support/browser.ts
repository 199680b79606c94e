import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/**
 * Places where Chromium may be, in order of preference; CHROMIUM overrides the paths of Debian and other
 * systems. The build without a window precedes the others, because it takes half the processor time.
 */
const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Starts a headless browser that makes no network requests of its own. The caller closes it. With
 * `shortVisits` scripts are not optimised, because on pages that are left within seconds optimising takes
 * more processor time than it saves. Throws if there is no Chromium.
 */
export const openBrowser = ({ shortVisits = false } = {}): Promise<Browser> => {
  const executablePath = places.find((place) => place !== undefined && existsSync(place))
  if (!executablePath)
    throw new Error(
      'There is no Chromium: install the package chromium-headless-shell or chromium, or name one in CHROMIUM.',
    )
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...(shortVisits ? ['--js-flags=--no-turbofan --no-maglev'] : []),
    ],
  })
}
