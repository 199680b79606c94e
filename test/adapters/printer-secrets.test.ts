import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createSecretReader } from '../../src/adapters/printers/secrets.ts'
import type { SecretReference } from '../../src/core/model/printers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const house = { key: 'house', settings: { host: 'press.example', user: 'shop', path: '/in' } }
const outcome = (answer: { secret: string } | { refused: { message: string } }) =>
  'secret' in answer ? answer.secret : answer.refused.message

const shop = () => {
  const root = temporaryFolder()
  const open = join(root, 'open')
  const data = join(root, 'data')
  for (const folder of [open, data, join(data, 'state')]) mkdirSync(folder)
  const put = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(root, name), content)
    return join(root, name)
  }
  const database = put('open/database-url', 'postgres://shop:db-password@db/shop\n')
  put('data/instance.key', new Uint8Array(32).fill(7))
  put('data/state/journal', 'a journal')
  const env: Record<string, string> = {
    PRESS: 'a password',
    EMPTY: '',
    LETTERSHOP_SECRET_KEY: 'the key',
    pgpassword: 'db-password',
    COPY: 'db-password',
  }
  const own = () => ({
    isOwnVariable: (name: string) => /^(?:LETTERSHOP_|PG|AWS_)/i.test(name),
    files: [database],
    folders: [data],
    texts: [
      'the key',
      'db-password',
      'postgres://shop:db-password@db/shop\n',
      Buffer.alloc(32, 7).toString('hex'),
    ],
  })
  /** Reads a secret that the settings grant to the printer. */
  const opened = (reference: SecretReference, printer = house) => {
    const name = 'env' in reference ? reference.env : reference.file
    return createSecretReader({ opened: [`house@press.example=${name}`], env, own })(reference, printer)
  }
  const file = async (path: string) => outcome(await opened({ file: path }))
  return { root, open, data, database, put, env, own, opened, file }
}

describe('a secret that a printer names', () => {
  test('is read from a variable or file that the settings grant', async () => {
    const { opened, put, file } = shop()
    expect(outcome(await opened({ env: 'PRESS' }))).toBe('a password')
    expect(await file(put('open/press', 'line one\nline two\n'))).toBe('line one\nline two')
  })

  test('may be a link, as mounted secrets are', async () => {
    const { put, open, file } = shop()
    put('open/data', 'mounted')
    symlinkSync('data', join(open, 'press'))
    expect(await file(join(open, 'press'))).toBe('mounted')
  })

  test.each<[string, string, object, boolean]>([
    ['the printer and its host', 'house@press.example', {}, true],
    ['another case of the host', 'house@Press.Example', { host: 'press.EXAMPLE.' }, true],
    ['the usual port, written out', 'house@press.example', { port: 22 }, true],
    ['another port', 'house@press.example', { port: 2222 }, false],
    ['that port', 'house@press.example:2222', { port: 2222 }, true],
    ['another printer', 'leeds@press.example', {}, false],
    ['another host', 'house@evil.example', {}, false],
    ['a host below it', 'house@press.example', { host: 'press.example.evil' }, false],
    ['an address of IPv6', 'house@[2001:db8::1]', { host: '2001:db8::1' }, true],
    ['no printer, as earlier versions did', '', {}, false],
  ])('is granted to %s', async (_what, to, settings, isOpen) => {
    const { put, env, own } = shop()
    const path = put('open/press', 'a password')
    const opened = [to === '' ? path : `${to}=${path}`]
    const printer = { key: 'house', settings: { ...house.settings, ...settings } }
    const answer = outcome(await createSecretReader({ opened, env, own })({ file: path }, printer))
    if (isOpen) expect(answer).toBe('a password')
    else
      expect(answer).toMatch(
        /do not allow this printer to use .*press\. Add house@\S+=\S+ to --printer-secrets/,
      )
  })

  test('is not read if only its parent folder is granted', async () => {
    const { put, open, env, own } = shop()
    const path = put('open/press', 'a password')
    for (const opened of [open, `house@press.example=${open}`, '/', `house@press.example=/`]) {
      const read = createSecretReader({ opened: [opened], env, own })
      expect(outcome(await read({ file: path }, house))).toContain('do not allow this printer')
    }
  })

  test('that is missing, empty, too long or not a file is reported', async () => {
    const { opened, put, open, root, file } = shop()
    expect(outcome(await opened({ env: 'ABSENT' }))).toBe('The server’s environment has no variable ABSENT.')
    expect(outcome(await opened({ env: 'EMPTY' }))).toBe('The server’s environment has no variable EMPTY.')
    expect(await file(join(open, 'absent'))).toContain('(ENOENT)')
    expect(await file(open)).toContain('(EISDIR)')
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await file(join(root, 'pipe'))).toContain('(ENOTSUP)')
    expect(await file(put('open/empty', '\n'))).toContain('is empty or longer')
    expect(await file(put('open/long', 'x'.repeat(16_385)))).toContain('is empty or longer')
    const most = 'x'.repeat(16_384)
    expect(await file(put('open/most', most))).toBe(most)
  })
})

describe('sources of the server’s settings are never disclosed, even if granted', () => {
  const isOwn =
    /is a secret or setting of the server itself.*\/etc\/lettershop\/printer-secrets\/house, .*add house@press\.example=/
  let descriptor: number | undefined
  afterEach(() => {
    descriptor = undefined
  })

  test.each([
    'LETTERSHOP_SECRET_KEY',
    'lettershop_secret_key',
    'PGPASSWORD',
    'pgpassword',
    'AWS_SECRET_ACCESS_KEY',
  ])('the variable %s', async (env) => {
    expect(outcome(await shop().opened({ env }))).toMatch(isOwn)
  })

  type Shop = ReturnType<typeof shop>
  test.each<[string, (at: Shop) => string]>([
    ['its path', ({ database }) => database],
    ['a path with ..', ({ open }) => `${open}/../open/database-url`],
    ['a path with //', ({ open }) => `${open}//database-url`],
    ['a path with /./', ({ open }) => `${open}/./database-url`],
    [
      'a symbolic link',
      ({ database, open }) => {
        symlinkSync(database, join(open, 'press'))
        return join(open, 'press')
      },
    ],
    [
      'a symbolic link to its folder',
      ({ open, root }) => {
        symlinkSync(open, join(root, 'elsewhere'))
        return join(root, 'elsewhere', 'database-url')
      },
    ],
    [
      'a hard link',
      ({ database, open }) => {
        linkSync(database, join(open, 'press'))
        return join(open, 'press')
      },
    ],
    [
      'a hard link to a file of the data folder',
      ({ data, open }) => {
        linkSync(join(data, 'instance.key'), join(open, 'press'))
        return join(open, 'press')
      },
    ],
    [
      'a hard link to a file deep in the data folder',
      ({ data, open }) => {
        mkdirSync(join(data, 'blobs', 'uploads'), { recursive: true })
        writeFileSync(join(data, 'blobs', 'uploads', 'list'), 'Eva Donor, Damrak 12')
        linkSync(join(data, 'blobs', 'uploads', 'list'), join(open, 'press'))
        return join(open, 'press')
      },
    ],
    ['a file of the data folder', ({ data }) => join(data, 'instance.key')],
    ['a file below the data folder', ({ data }) => join(data, 'state', 'journal')],
    ['one that does not exist yet', ({ data }) => join(data, 'instance.key.next')],
    [
      'a link to a folder of the data folder',
      ({ data, open }) => {
        symlinkSync(join(data, 'state'), join(open, 'state'))
        return join(open, 'state', 'journal')
      },
    ],
    ['the root of this process', ({ database }) => `/proc/self/root${database}`],
    ['the root of another process', ({ database }) => `/proc/1/root${database}`],
    ['the environment of this process', () => '/proc/self/environ'],
    ['another spelling of it', () => '/proc/thread-self/../self/environ'],
    [
      'a file that this process has open',
      ({ database }) => {
        descriptor = openSync(database, 'r')
        return `/dev/fd/${descriptor}`
      },
    ],
    ['a credential of the cluster', () => '/var/run/secrets/kubernetes.io/serviceaccount/token'],
    ['a copy of a secret', ({ put }) => put('open/copy', 'the key\n')],
    [
      'a copy of the instance key as text',
      ({ put }) => put('open/copy', Buffer.alloc(32, 7).toString('hex')),
    ],
    [
      'a file of variables with a secret',
      ({ put }) => put('open/env', `PRESS=1\nKEY="${Buffer.alloc(32, 7).toString('hex')}"\n`),
    ],
    ['the password of the database', ({ put }) => put('open/copy', 'db-password')],
  ])('a file by %s', async (_what, pathOf) => {
    const at = shop()
    expect(await at.file(pathOf(at))).toMatch(isOwn)
  })

  test('a variable with the same value', async () => {
    expect(outcome(await shop().opened({ env: 'COPY' }))).toMatch(isOwn)
  })

  test('a file by a mount of its folder elsewhere', async (context) => {
    const { data, root, file } = shop()
    const elsewhere = join(root, 'mounted')
    mkdirSync(elsewhere)
    try {
      execFileSync('mount', ['--bind', data, elsewhere], { stdio: 'ignore' })
    } catch {
      context.skip('needs the right to mount')
    }
    try {
      expect(await file(join(elsewhere, 'instance.key'))).toMatch(isOwn)
      expect(await file(join(elsewhere, 'state', 'journal'))).toMatch(isOwn)
    } finally {
      execFileSync('umount', [elsewhere])
      rmSync(elsewhere, { recursive: true })
    }
  })
})
