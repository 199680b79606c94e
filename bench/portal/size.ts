import { statSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_VISIT_KB, firstVisit } from '../../portal/e2e/first-visit.ts'
import type { Portal } from '../../portal/e2e/portal.ts'
import { report } from './report.ts'

/** What the first visit loads, up to the list of items; and the pack. */
export const measureSize = async (portal: Portal): Promise<void> => {
  const { files, kilobytes } = await firstVisit(portal)
  report(
    'first load: shell, sign-in, list',
    `${kilobytes.toFixed(1)} KB in ${files} files`,
    `${FIRST_VISIT_KB} KB`,
    { unit: 'KB', values: [kilobytes], aim: { atMost: FIRST_VISIT_KB } },
  )
  const pack = statSync(join(import.meta.dirname, '../../dist/portal.pack')).size
  const megabytes = pack / 1024 / 1024
  const figure = { unit: 'MB', values: [megabytes], aim: { atMost: 1.5 } }
  report('the pack', `${megabytes.toFixed(2)} MB`, '1.5 MB', figure)
}
