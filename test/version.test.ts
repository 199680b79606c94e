import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { lettershop } from './support/cli.ts'

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

test('the manifest, the lockfile, the changelog and the documents have one version', () => {
  const lock = JSON.parse(textOf('package-lock.json'))
  expect({
    lock: [lock.version, lock.packages[''].version],
    changelog: /^## (\d\S+)/m.exec(textOf('CHANGELOG.md'))?.[1],
    documents: ['README.md', 'docs/embed.md'].flatMap((name) =>
      [...textOf(name).matchAll(/lettershop-([\d.]+)\.tgz/g)].map(([, version]) => version),
    ),
  }).toEqual({
    lock: [manifest.version, manifest.version],
    changelog: manifest.version,
    documents: Array(4).fill(manifest.version),
  })
})

test('and the program reports the same', async () => {
  expect((await lettershop(['--version'])).stdout).toMatch(`lettershop ${manifest.version} (`)
})
