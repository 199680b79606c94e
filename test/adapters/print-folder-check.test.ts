import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolderPartner } from '../../src/adapters/print-folder/partner.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const open = async () => {
  const base = mkdtempSync(join(folder, 'printer-'))
  const root = join(base, 'share')
  const partner = createFolderPartner({ root, stateDir: join(base, 'state') })
  await partner.prepare()
  return { root, check: () => partner.ask!() }
}

describe('a check of a printer’s folder', () => {
  it('succeeds and leaves nothing behind', async () => {
    const { root, check } = await open()
    const before = readdirSync(root)
    expect(await check()).toEqual({ ok: true, detail: `${root} exists and is writable.` })
    expect(readdirSync(root)).toEqual(before)
  })

  it.each<[string, (root: string) => void, RegExp]>([
    ['is missing', (root) => rmSync(root, { recursive: true }), /does not exist/],
    [
      'was replaced',
      (root) => {
        rmSync(root, { recursive: true })
        mkdirSync(root)
      },
      /is the share mounted/,
    ],
  ])('%s', async (_what, change, reason) => {
    const { root, check } = await open()
    change(root)
    await expect(check()).rejects.toThrow(reason)
  })

  it.skipIf(process.getuid?.() === 0)('fails if it is not writable', async () => {
    const { root, check } = await open()
    chmodSync(root, 0o555)
    await expect(check()).rejects.toThrow(/may not be read or written/)
    chmodSync(root, 0o755)
  })
})
