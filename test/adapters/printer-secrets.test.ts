import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSecretReader } from '../../src/adapters/printers/read-secret.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const shop = () => {
  const root = temporaryFolder()
  const open = join(root, 'open')
  mkdirSync(open)
  mkdirSync(join(root, 'openly'))
  const put = (name: string, content: string) => {
    writeFileSync(join(root, name), content)
    return join(root, name)
  }
  const env = { PRESS: 'a password', LETTERSHOP_SECRET_KEY: 'the key', EMPTY: '' }
  return { root, open, put, read: createSecretReader(['PRESS', 'ABSENT', 'EMPTY', open], env) }
}
const outcome = (answer: { secret: string } | { refused: { message: string } }) =>
  'secret' in answer ? answer.secret : answer.refused.message

describe('a secret that a printer names', () => {
  test('is read from a variable or a file that the settings open', async () => {
    const { read, put } = shop()
    expect(outcome(await read({ env: 'PRESS' }))).toBe('a password')
    const file = put('open/press', 'line one\nline two\n')
    expect(outcome(await read({ file }))).toBe('line one\nline two')
  })

  test('may be a link within the folder, as mounted secrets are', async () => {
    const { read, put, open } = shop()
    put('open/data', 'mounted')
    symlinkSync('data', join(open, 'press'))
    expect(outcome(await read({ file: join(open, 'press') }))).toBe('mounted')
  })

  test('is not read from anywhere else, whatever leads there', async () => {
    const { root, read, put, open } = shop()
    const key = put('instance.key', 'the key')
    const beside = put('openly/press', 'beside')
    symlinkSync(key, join(open, 'linked'))
    const refused = (name: string) =>
      `The settings of this server (--printer-secrets) do not open ${name} to printers.`
    const closed = [key, beside, join(open, 'linked'), `${open}/../instance.key`, join(root, 'absent')]
    for (const file of closed) expect(outcome(await read({ file }))).toBe(refused(file))
    const env = 'LETTERSHOP_SECRET_KEY'
    expect(outcome(await read({ env }))).toBe(refused(env))
  })

  test('that is not there, empty or too long is told', async () => {
    const { read, put, open } = shop()
    expect(outcome(await read({ env: 'ABSENT' }))).toBe('The environment of the server has no ABSENT.')
    expect(outcome(await read({ env: 'EMPTY' }))).toBe('The environment of the server has no EMPTY.')
    expect(outcome(await read({ file: join(open, 'absent') }))).toContain('(ENOENT)')
    expect(outcome(await read({ file: open }))).toContain('(EISDIR)')
    expect(outcome(await read({ file: put('open/empty', '\n') }))).toContain('is empty or longer')
    expect(outcome(await read({ file: put('open/long', 'x'.repeat(16_385)) }))).toContain(
      'is empty or longer',
    )
    const most = 'x'.repeat(16_384)
    expect(outcome(await read({ file: put('open/most', most) }))).toBe(most)
  })
})
