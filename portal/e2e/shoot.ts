import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

const variants = [
  ['desktop', 'light', 1280],
  ['desktop', 'dark', 1280],
  ['telephone', 'light', 390],
  ['telephone', 'dark', 390],
] as const

/** Takes screenshots during tests, in the folder named by LETTERSHOP_SHOTS; none without it. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.LETTERSHOP_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const [variant, theme, width] of variants) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.screenshot({ path: `${folder}/${name}-${variant}-${theme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
