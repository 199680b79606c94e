import { openPortal, seeded, setUpInBrowser } from '../../portal/e2e/portal.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { lettershopJson } from '../../test/support/cli.ts'
import { measureDesk } from './desk.ts'
import { measureEditor } from './editor.ts'
import { addStopwatch } from './in-page.ts'
import { measureList } from './list.ts'
import { measureSize } from './report.ts'

export type Samples = Awaited<ReturnType<typeof seeded>>

/** Measures what users wait for, in a browser, on one server with one organisation. */
export const measurePages = async (parts: readonly string[]): Promise<void> => {
  const portal = await openPortal([], openBrowser())
  try {
    const page = await portal.newPage(undefined, { viewport: { width: 1280, height: 800 } })
    await addStopwatch(page)
    await setUpInBrowser(portal, page)
    const samples = await seeded(portal)
    const limits = 'itemCreate=1000000,general=1000000,preview=1000000'
    await lettershopJson([
      ...['org', 'limits', samples.organisationId, '--set', limits],
      ...['--data', portal.data],
    ])
    await samples.createItem(0)
    if (parts.includes('size')) await measureSize(portal)
    if (parts.includes('desk')) await measureDesk(portal, page, samples)
    if (parts.includes('editor')) await measureEditor(portal, page, samples)
    if (parts.includes('list')) await measureList(portal, page, samples)
    if (portal.errors.length > 0) throw new Error(portal.errors.join('\n'))
  } finally {
    await portal.close()
  }
}
