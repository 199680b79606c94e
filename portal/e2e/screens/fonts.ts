import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const font = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/${name}`))
/** A font for a script that the built-in fonts lack. */
export const thai = font('noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf')
/** A built-in output profile. */
export const profile = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../../src/adapters/pdf/profiles/${name}.icc`))

/** Adds a file to the server as the page's user. */
export const addFile = async (
  page: Page,
  about: { id: string; kind: 'FONT' | 'ICC_PROFILE'; name: string; licence?: string },
  data: Buffer,
): Promise<void> => {
  const address = `${new URL(page.url()).origin}/v1/platform-assets?${new URLSearchParams(about)}`
  const headers = { 'Content-Type': 'application/octet-stream', 'X-CSRF-Protection': '1' }
  const answer = await page.request.post(address, { headers, data })
  if (answer.status() !== 201) throw new Error(await answer.text())
}

const prepared = new WeakSet<Page>()
const withFiles = async (person: Page): Promise<void> => {
  if (prepared.has(person)) return
  prepared.add(person)
  await addFile(person, { id: 'noto-thai', kind: 'FONT', name: 'Noto Sans Thai', licence: 'OFL-1.1' }, thai)
  const press = {
    id: 'Roland-500-uncoated',
    kind: 'ICC_PROFILE',
    name: 'Roland 500, uncoated, July',
  } as const
  await addFile(person, press, profile('FOGRA29'))
}
const at =
  (search: string): Screen['path'] =>
  async (_, person) => {
    await withFiles(person)
    return `/operator/fonts${search}`
  }

export const fontScreens: readonly Screen[] = [
  {
    name: 'operator-fonts',
    path: at(''),
    ready: (page) => page.locator('tbody').nth(1).waitFor(),
  },
  {
    name: 'operator-fonts-brought',
    path: at(''),
    ready: async (page) => {
      const mimeType = 'font/ttf'
      await page.locator('main input[type=file]').setInputFiles([
        { name: 'NotoSansThai-Bold.ttf', mimeType, buffer: thai },
        { name: 'House style.ttc', mimeType, buffer: Buffer.from('ttcf of several fonts') },
      ])
      await page.locator('main form input').first().waitFor()
      await page.locator('main form').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'operator-font',
    path: at('?kind=FONT&file=noto-thai'),
    ready: (page) => page.getByRole('dialog').locator('.sample').waitFor(),
  },
  {
    name: 'operator-profiles',
    path: at('?kind=ICC_PROFILE'),
    ready: (page) => page.locator('tbody td a').nth(2).waitFor(),
  },
]
