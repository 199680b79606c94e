import { statSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import type { Portal } from '../../portal/e2e/portal.ts'
import { report } from './report.ts'

/** What the first visit loads, up to the list of items, in bytes of gzip; and the pack. */
export const measureSize = async (_: Portal, visit: () => Promise<readonly string[]>): Promise<void> => {
  const files = await visit()
  const sizes = await Promise.all(files.map(gzipSize))
  const sum = sizes.reduce((total, size) => total + size, 0)
  report(
    'first load: shell, sign-in, list',
    `${(sum / 1024).toFixed(1)} KB in ${files.length} files`,
    '90 KB',
    { unit: 'KB', values: [sum / 1024], aim: { atMost: 90 } },
  )
  const pack = statSync(join(import.meta.dirname, '../../dist/portal.pack')).size
  const megabytes = pack / 1024 / 1024
  const figure = { unit: 'MB', values: [megabytes], aim: { atMost: 1.5 } }
  report('the pack', `${megabytes.toFixed(2)} MB`, '1.5 MB', figure)
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
