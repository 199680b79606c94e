import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
/** What a section of the page says: files with their text, as a path in backticks and the block that follows it. */
const filesOf = (heading: string): Record<string, string> => {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading))!
  const found = [...section.matchAll(/`([^`\n]+\.ts)`\.\n\n```ts\n([\s\S]*?)```/g)]
  return Object.fromEntries(found.map(([, path, text]) => [path!, text!]))
}
const run = promisify(execFile)

describe('what CONTRIBUTING.md says about adding an operation', () => {
  const files = filesOf('Add an operation')
  const copy = mkdtempSync(join(tmpdir(), 'lettershop-contributing-'))
  const node = (...args: string[]) => run(process.execPath, args, { cwd: copy })

  beforeAll(() => {
    for (const name of [
      'src',
      'bin',
      'examples',
      'scripts',
      'test',
      'docs',
      'migrations',
      'package.json',
      'vitest.config.ts',
      'tsconfig.json',
    ])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text)
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  test('is one file and its test', () => {
    expect(Object.keys(files)).toEqual([
      'src/core/features/items/operations/items.addressLines.ts',
      'test/core/items-address-lines.test.ts',
    ])
  })

  test('works in a copy of the repository: generated, served, described, in the client, and its test passes', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const command of scripts.generate.split(' && ')) await node(...command.split(' ').slice(1))
    const document = JSON.parse(readFileSync(join(copy, 'docs/openapi.json'), 'utf8'))
    expect(document.paths['/v1/items/{id}/address-lines'].get.operationId).toBe('items.addressLines')
    expect(readFileSync(join(copy, 'src/client/operations.gen.ts'), 'utf8')).toContain("'items.addressLines'")
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    await node(vitest, 'run', '--project', 'all', 'items-address-lines')
  })
})
