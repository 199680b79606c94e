import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../bin/cli/settings.ts'
import { examine } from '../../bin/instance/examine/examine.ts'
import { assertPrivate } from '../../bin/instance/folder.ts'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let folders = 0
const newFolder = (mode: number): string => {
  const path = join(folder, String(folders++))
  mkdirSync(path)
  chmodSync(path, mode)
  return path
}
const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

describe('a data folder', () => {
  test.each([
    [0o700, true],
    [0o750, true],
    [0o770, true],
    [0o2770, true],
    [0o701, false],
    [0o704, false],
    [0o755, false],
    [0o777, false],
  ])('of mode %o is private: %s', async (mode, isPrivate) => {
    const path = newFolder(mode)
    const looked = assertPrivate(path, { acceptFolderMode: false })
    if (isPrivate) await looked
    else await expect(looked).rejects.toThrow(`chmod o-rwx '${path}'`)
    await assertPrivate(path, { acceptFolderMode: true })
  })

  test('that is open to all users is not served unless its mode is accepted', async () => {
    const path = newFolder(0o755)
    writeFileSync(join(path, 'list.csv'), 'name')
    const create = (...flags: string[]) =>
      lettershop(['org', 'create', '--name', 'Bakery', '--data', path, ...flags], env)
    let env: NodeJS.ProcessEnv = {}
    const refused = await create()
    expect([refused.code, refused.stderr]).toEqual([10, expect.stringContaining('chmod o-rwx')])
    expect(readdirSync(path)).not.toContain('lettershop.db')
    env = { LETTERSHOP_ACCEPT_FOLDER_MODE: 'true' }
    expect((await create()).code).toBe(0)
  }, 120_000)

  test.each([
    [0o755, {}, '700', 'Made the empty data folder'],
    [0o775, {}, '700', 'Made the empty data folder'],
    [0o750, {}, '750', ''],
    [0o755, { LETTERSHOP_ACCEPT_FOLDER_MODE: 'true' }, '755', ''],
  ])(
    'of mode %o that is empty, with %j, is made private, which is reported',
    async (mode, env, after, message) => {
      const path = newFolder(mode)
      const created = await lettershop(['org', 'create', '--name', 'Bakery', '--data', path], env)
      expect({ code: created.code, mode: modeOf(path) }).toEqual({ code: 0, mode: after })
      expect(created.stderr).toContain(message)
      expect(created.stderr === '').toBe(message === '')
    },
    120_000,
  )

  test.each([
    [0o750, {}, 'fine'],
    [0o755, {}, 'wrong'],
    [0o755, { acceptFolderMode: true }, 'note'],
  ])('of mode %o with the settings %j is %s for doctor', async (mode, settings, status) => {
    const path = newFolder(mode)
    writeFileSync(join(path, 'config.json'), JSON.stringify(settings))
    expect((await examine(path)).find(({ name }) => name === 'folder')).toMatchObject({ status })
  })

  test('is private, as is everything that commands write, under any umask', async () => {
    const before = process.umask(0)
    try {
      const data = join(folder, 'new')
      await lettershopJson(['org', 'create', '--name', 'Bakery', '--data', data])
      const { path } = await lettershopJson(['backup', '--to', join(folder, 'backups'), '--data', data])
      const open = [data, path].flatMap((root) =>
        readdirSync(root, { recursive: true, encoding: 'utf8' })
          .map((name) => join(root, name))
          .filter((name) => (statSync(name).mode & 0o077) !== 0),
      )
      expect(open).toEqual([])
      expect([modeOf(data), modeOf(path), modeOf(join(folder, 'backups'))]).toEqual(['700', '700', '700'])
    } finally {
      process.umask(before)
    }
  }, 120_000)
})

describe('the printer’s folder', () => {
  const handOver = async (mode?: number) => {
    const path = newFolder(0o700)
    const root = join(path, 'printer')
    const partner = createFolderPartner({ root, stateDir: join(path, 'state'), mode })
    await partner.prepare()
    const content = async function* () {
      yield new Uint8Array([1])
    }
    const files = async function* () {
      yield { name: 'part.pdf', content: content() }
    }
    const run = { runId: 'run_1', files: files() }
    expect(await partner.handOver(run as never)).toMatchObject({ outcome: 'delivered' })
    const delivered = join(root, 'run_1')
    return [root, delivered, join(delivered, 'part.pdf')].map(modeOf)
  }
  test.each([
    [undefined, ['700', '700', '600']],
    [0o750, ['750', '750', '640']],
    [0o775, ['775', '775', '664']],
    [0o2770, ['2770', '2770', '660']],
  ])('of mode %s has packages of the same mode', async (mode, modes) => {
    const before = process.umask(0o077)
    try {
      expect(await handOver(mode)).toEqual(modes)
    } finally {
      process.umask(before)
    }
  })

  test.each([
    ['0750', '0750'],
    ['750', '750'],
    ['2770', '2770'],
    ['0500', undefined],
    ['rwx', undefined],
    ['0788', undefined],
    ['', undefined],
  ])('accepts the mode “%s”: %s', async (text, read) => {
    const settings = readSettings(folder, { 'print-folder-mode': text })
    if (read === undefined) await expect(settings).rejects.toThrow('octal permissions')
    else expect((await settings).printFolderMode).toBe(read)
  })
})
