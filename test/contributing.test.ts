import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyRepository, filesOfPage, type RepositoryCopy } from './support/repository-copy.ts'

const root = join(import.meta.dirname, '..')
describe('CONTRIBUTING.md on adding an operation', () => {
  const files = filesOfPage('Add an operation')
  let copy: RepositoryCopy
  beforeAll(() => {
    copy = copyRepository(files)
  })

  test('names a declaration, a line in its feature’s list, and a test', () => {
    expect(Object.keys(files)).toEqual([
      'src/core/features/items/operations/items-address-lines.ts',
      'src/core/features/items/operations/index.ts',
      'test/core/items/address-lines.test.ts',
    ])
  })

  test('works in a copy of the repository: generated, served, described, in the client, and its test passes', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const command of scripts.generate.split(' && ')) await copy.node(...command.split(' ').slice(1))
    const document = JSON.parse(readFileSync(join(copy.folder, 'docs/openapi.json'), 'utf8'))
    expect(document.paths['/v1/items/{id}/address-lines'].get.operationId).toBe('items.addressLines')
    expect(readFileSync(join(copy.folder, 'src/client/operations.gen.ts'), 'utf8')).toContain(
      "'items.addressLines'",
    )
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    await copy.node(vitest, 'run', '--project', 'all', 'items/address-lines')
    // A dozen programs one after another: a minute on an idle machine, several minutes on a busy one.
  }, 600_000)
})
