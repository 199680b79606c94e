import { get } from 'node:http'
import { type Portal, person } from './portal.ts'

/** Limit for a first visit, in KB of gzip: some two seconds on a slow mobile connection. */
export const FIRST_VISIT_KB = 90

/** What a new browser loads to sign in and open the list of items: number of files, and KB of gzip. */
export const firstVisit = async (portal: Portal): Promise<{ files: number; kilobytes: number }> => {
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
  await page.context().close()
  const sizes = await Promise.all([...files].map(gzipSize))
  return { files: files.size, kilobytes: sizes.reduce((total, size) => total + size, 0) / 1024 }
}

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
