import { describe, expect, test } from 'vitest'
import { afterRestore } from '../../../src/core/app/after-restore.ts'
import { operatorActor } from '../../../src/core/engine/audit/changes.ts'
import { createBackups } from '../../../src/core/features/instance/backups.ts'
import { noBackup } from '../../../src/core/features/instance/sentences.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { BackupProgress, MadeBackup, Upkeep } from '../../../src/core/ports/upkeep.ts'
import { browser, password, person } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { madeBackup, upkeepWith } from '../../support/upkeep.ts'

const clock = '2026-01-05T08:00:00Z'
const email = 'olaf@example.com'

/** Creates a machine whose backups end when the test ends them. */
const slowMachine = () => {
  const folders: string[] = []
  let note: (progress: BackupProgress) => void = () => {}
  let settle = { done: (_made: MadeBackup) => {}, failed: (_error: Error) => {} }
  const upkeep = upkeepWith({
    backUp: (to, noted) => {
      folders.push(to)
      note = noted
      return new Promise((done, failed) => {
        settle = { done, failed }
      })
    },
  })
  return {
    upkeep,
    folders,
    note: (progress: BackupProgress) => note(progress),
    done: () => settle.done(madeBackup),
    failed: (message: string) => settle.failed(new Error(message)),
  }
}

const shopWith = async (upkeep: Upkeep | undefined) => {
  const shop = await createTestShop({ clock, ...(upkeep ? { ports: { upkeep } } : {}) })
  const { id } = await person(shop, email, { roles: [] })
  await shop.services.store.write((rows) =>
    rows.users.update(everyone, id, { operatorScopes: ['platform.admin'] }),
  )
  const olaf = browser(shop)
  await olaf.signIn(email)
  const create = (body: object = { currentPassword: password }) => olaf.call('backups.create', body)
  const get = async () => (await olaf.call('backups.get')).body
  return { shop, id, create, get }
}

const audited = async (shop: TestShop) => {
  const session = await shop.portal({ operator: true })
  const query = 'filter[resource]=backup&sort=createdAt'
  return (await shop.call('auditLog.platform', { session, query })).body.data
}

/** Waits until the current backup has ended and its outcome is stored. */
const settled = (shop: TestShop) => shop.services.backups.end()

describe('a backup', () => {
  test('starts after the password, shows its progress and completes', async () => {
    const machine = slowMachine()
    const { shop, id, create, get } = await shopWith(machine.upkeep)
    expect(await get()).toEqual({ folder: '/backups', refusal: null, refusalSentence: null, last: null })
    const begun = await create()
    const last = {
      status: 'RUNNING',
      startedAt: '2026-01-05T08:00:00.000Z',
      endedAt: null,
      startedBy: { type: 'USER', id, name: email },
      folder: '/backups',
      path: null,
      bytes: null,
      instanceKeyIncluded: null,
      progress: { step: 'DATABASE', files: 0, totalFiles: null },
      error: null,
    }
    expect(begun).toMatchObject({ status: 202, headers: { Location: '/v1/platform/backups' } })
    expect(begun.body).toEqual({ folder: '/backups', refusal: null, refusalSentence: null, last })
    machine.note({ step: 'FILES', files: 3, totalFiles: 9 })
    expect((await get()).last.progress).toEqual({ step: 'FILES', files: 3, totalFiles: 9 })
    shop.clock.advance(5000)
    machine.done()
    await settled(shop)
    expect((await get()).last).toEqual({
      ...last,
      status: 'DONE',
      endedAt: '2026-01-05T08:00:05.000Z',
      path: madeBackup.path,
      bytes: 1234,
      instanceKeyIncluded: true,
      progress: null,
    })
    expect(machine.folders).toEqual(['/backups'])
  })

  test('is logged once for the platform, with its initiator', async () => {
    const { shop, id, create } = await shopWith(upkeepWith({}))
    await create()
    await settled(shop)
    expect(await audited(shop)).toMatchObject([
      {
        actor: { type: 'USER', id },
        operation: 'backups.create',
        action: 'CREATED',
        resourceId: 'backup',
        after: { startedAt: '2026-01-05T08:00:00.000Z', folder: '/backups' },
      },
    ])
  })

  test('does not start without the password, and accepts no other folder', async () => {
    const machine = slowMachine()
    const { create } = await shopWith(machine.upkeep)
    for (const [body, parameter] of [
      [{ currentPassword: 'not my password' }, 'currentPassword'],
      [{}, 'currentPassword'],
      [{ currentPassword: password, folder: '/tmp' }, 'folder'],
    ] as const) {
      expect(await create(body)).toMatchObject({ status: 422, body: { errors: [{ parameter }] } })
    }
    expect(machine.folders).toEqual([])
  })

  test('is refused during another one', async () => {
    const machine = slowMachine()
    const { shop, create } = await shopWith(machine.upkeep)
    await create()
    expect(await create()).toMatchObject({
      status: 409,
      body: { detail: 'A backup is being made. Wait until it is done.' },
    })
    machine.done()
    await settled(shop)
    expect(machine.folders).toHaveLength(1)
  })

  test('from the command line waits for a running one, and is then the latest', async () => {
    const machine = slowMachine()
    const { shop, create, get } = await shopWith(machine.upkeep)
    await create()
    const made = shop.services.backups.make('/elsewhere', operatorActor)
    machine.done()
    await expect.poll(() => machine.folders).toEqual(['/backups', '/elsewhere'])
    machine.done()
    expect(await made).toEqual(madeBackup)
    expect((await get()).last).toMatchObject({
      status: 'DONE',
      folder: '/elsewhere',
      startedBy: { type: 'OPERATOR' },
    })
  })

  test('that fails shows the reason, and another one can start', async () => {
    const machine = slowMachine()
    const { shop, create, get } = await shopWith(machine.upkeep)
    await create()
    machine.failed('The backup could not be written to /backups: the disk is full.')
    await expect.poll(async () => (await get()).last.status).toBe('FAILED')
    expect((await get()).last).toMatchObject({
      error: 'The backup could not be written to /backups: the disk is full.',
      path: null,
      endedAt: '2026-01-05T08:00:00.000Z',
    })
    expect(shop.logged).toMatchObject([{ message: 'a backup failed' }])
    expect((await create()).status).toBe(202)
    machine.done()
    await settled(shop)
    expect((await get()).last).toMatchObject({ status: 'DONE', error: null })
  })

  test('ends with the server, as failed', async () => {
    const machine = slowMachine()
    const { shop, create, get } = await shopWith(machine.upkeep)
    await create()
    const ended = shop.services.backups.end()
    expect(() => machine.note({ step: 'FILES', files: 1, totalFiles: 2 })).toThrow(
      'was stopped during the backup',
    )
    machine.failed('The server was stopped during the backup.')
    await ended
    expect((await get()).last).toMatchObject({
      status: 'FAILED',
      error: 'The server was stopped during the backup.',
    })
  })

  test('of a killed process is interrupted; a restored instance has no record of it', async () => {
    const machine = slowMachine()
    const { shop, create, get } = await shopWith(machine.upkeep)
    await create()
    const { services } = shop
    // Another process knows only what is stored.
    services.backups = createBackups(() => services)
    expect((await get()).last).toMatchObject({ status: 'INTERRUPTED', endedAt: null, progress: null })
    const now = shop.clock.now()
    await services.store.write((rows) => afterRestore(rows, { backupAt: now, now }))
    expect((await get()).last).toBeNull()
  })

  test.each([
    ['the library', undefined, 'stores nothing on disk'],
    [
      'a server without a folder',
      upkeepWith({ whyNoBackup: async () => noBackup.sentence('no_backup.no_folder') }),
      'no backup folder',
    ],
  ])('is refused with the reason by %s', async (_what, upkeep, sentence) => {
    const { create, get } = await shopWith(upkeep)
    expect(await create()).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining(sentence) },
    })
    expect(await get()).toMatchObject({
      refusal: expect.stringContaining(sentence),
      refusalSentence: { code: 'no_backup', message: expect.stringContaining(sentence) },
      last: null,
    })
  })
})

test.each(['backups.get', 'backups.create'])(
  '%s requires the operator scope platform.admin',
  async (operation) => {
    const { shop } = await shopWith(upkeepWith({}))
    const body = operation === 'backups.create' ? { body: { currentPassword: password } } : {}
    const runs = await shop.portal({ operator: ['runs.manage'] })
    for (const session of [await shop.portal(), runs]) {
      expect((await shop.call(operation, { session, ...body })).status).toBe(403)
    }
    const key = await shop.key('live', ['platform.admin'])
    expect((await shop.call(operation, { key, ...body })).status).toBe(404)
  },
)
