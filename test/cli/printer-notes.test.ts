import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blobsOf } from '../../bin/cli/blobs-setting.ts'
import { livePrinterFolder, noPrintFolder, printerNotes, printerWaysOf } from '../../bin/instance/printers.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { unmount } from '../support/printer-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFolder = () => mkdtempSync(join(folder, 'data-'))
const bucket = blobsOf('s3://letters?region=eu-west-1', { LETTERSHOP_BLOBS_CREDENTIALS: 'id:secret' })

/** Returns the printer's folder as one server sees it. */
const seenBy = (store: Store, printFolder: string, { dataDir = newFolder(), isShared = true } = {}) =>
  livePrinterFolder(
    dataDir,
    { drill: false, printFolder },
    { notes: printerNotes(dataDir, { store, isShared }) },
  )

describe('servers that share rows and no folder', () => {
  test('recognise the printer’s folder by the record of one of them', async () => {
    const store = createMemoryStore()
    const share = join(newFolder(), 'share')
    expect(await seenBy(store, share).prepare()).toBe(true)
    const other = seenBy(store, share)
    await other.assertRight()
    const mount = unmount(share)
    // A new server that starts while the share is missing does not accept its mount point.
    const newServer = seenBy(store, share)
    expect(await newServer.prepare({ make: false })).toBe(false)
    await expect(newServer.assertRight()).rejects.toThrow('is the share mounted?')
    mount()
    await newServer.assertRight()
  })

  test('report that they lack a folder that another has', async () => {
    const store = createMemoryStore()
    const share = join(newFolder(), 'share')
    await seenBy(store, share).prepare()
    rmSync(share, { recursive: true })
    await expect(seenBy(store, share).assertRight()).rejects.toThrow(
      `This server does not have the printer's folder ${share} (is the share mounted?): every server that hands over packages needs it.`,
    )
  })

  test('use the record of an earlier version in their folder', async () => {
    const dataDir = newFolder()
    const share = join(newFolder(), 'share')
    await livePrinterFolder(dataDir, { drill: false, printFolder: share }).prepare()
    const later = seenBy(createMemoryStore(), share, { dataDir })
    expect(await later.isSetUp()).toBe(true)
    await later.assertRight()
  })
})

test('a folder recorded in rows is recognised after a move to a file', async () => {
  const store = createMemoryStore()
  const share = join(newFolder(), 'share')
  await seenBy(store, share).prepare()
  expect(await seenBy(store, share, { isShared: false }).isSetUp()).toBe(true)
})

describe('a server whose files are in a bucket and whose rows are shared', () => {
  test.each<[string, Parameters<typeof noPrintFolder>[0], boolean, boolean]>([
    ['without a folder in its settings', { drill: false, blobs: bucket }, true, true],
    ['with one', { drill: false, blobs: bucket, printFolder: '/share' }, true, false],
    ['in a drill', { drill: true, blobs: bucket }, true, false],
    ['whose rows are in its data folder', { drill: false, blobs: bucket }, false, false],
    ['whose files are in its data folder', { drill: false, blobs: undefined }, true, false],
  ])('%s', (_what, settings, isShared, hasNone) => {
    expect(noPrintFolder(settings, { isShared }) !== undefined).toBe(hasNone)
  })

  test('does not set up a printer’s folder that others cannot see, and keeps an existing one', async () => {
    const dataDir = newFolder()
    const notedIn = { store: createMemoryStore(), isShared: true }
    const settings = { drill: false, printFolder: undefined, blobs: bucket }
    const options = { notes: printerNotes(dataDir, notedIn), notHere: noPrintFolder(settings, notedIn) }
    const printer = livePrinterFolder(dataDir, settings, options)
    mkdirSync(join(dataDir, 'printer'))
    expect(await printer.prepare()).toBe(false)
    await expect(printer.assertRight()).rejects.toThrow('No folder is configured for this printer.')
    await printer.accept()
    await printer.assertRight()
  })

  test('accepts no further printers with folders unless their folder is configured', () => {
    const notedIn = { store: createMemoryStore(), isShared: true }
    const common = {
      drill: false,
      printFolder: '/share',
      blobs: bucket,
      printerAllow: [],
      printerSecrets: [],
    }
    const refusal = (printersFolder: string | undefined) =>
      printerWaysOf(newFolder(), { ...common, printersFolder }, notedIn).refuse('FOLDER', { folder: 'house' })
    expect(refusal(undefined)?.message).toContain('--printers-folder')
    expect(refusal('/printers')).toBeUndefined()
  })
})
