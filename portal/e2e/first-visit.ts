import { get } from 'node:http'
import { type Portal, person } from './portal.ts'

/** Limit for a first visit without fonts, in KB of gzip: some two seconds on a slow mobile connection. */
export const FIRST_VISIT_KB = 90
/** Limit for its fonts. Texts appear in the system's fonts until these have loaded. */
export const FONTS_KB = 60

interface FirstVisit {
  files: number
  /** Of gzip, without fonts. */
  kilobytes: number
  fontKilobytes: number
}

/** Measures what a new browser loads to sign in and open the list of items. */
export const firstVisit = async (portal: Portal): Promise<FirstVisit> => {
  const page = await portal.newPage(undefined, { viewport: { width: 1280, height: 800 } })
  const files = new Set<string>()
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.startsWith('/portal')) files.add(answer.url())
  })
  await page.goto(`${portal.server.url}/portal/items`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('tbody a').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.context().close()
  const urls = [...files]
  const fonts = urls.filter((url) => url.endsWith('.woff2'))
  const [kilobytes, fontKilobytes] = await Promise.all([
    sizeOf(urls.filter((url) => !fonts.includes(url))),
    sizeOf(fonts),
  ])
  return { files: urls.length, kilobytes, fontKilobytes }
}

/** Total size in KB of gzip. */
const sizeOf = async (urls: readonly string[]): Promise<number> =>
  (await Promise.all(urls.map(gzipSize))).reduce((total, size) => total + size, 0) / 1024

const gzipSize = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      answer.on('end', () => resolve(size))
    }).on('error', reject)
  })
