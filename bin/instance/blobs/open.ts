import { openFsBlobs } from '../../../src/adapters/blobs-fs/blobs.ts'
import type { Blobs } from '../../../src/core/ports/blobs.ts'
import type { Store } from '../../../src/core/ports/store.ts'
import type { Log } from '../../../src/core/ports/system.ts'
import type { BackedUpBlobs } from '../../backup/blobs.ts'
import type { Settings } from '../../cli/settings.ts'
import { blobsFolderOf, placeOnRecord, whyNotInFolder, wrongPlace } from './place.ts'

interface Opening {
  dataDir: string
  settings: Pick<Settings, 'blobs'>
  store: Store
  isShared: boolean
  log: Log
}

/** Opens the blobs. Throws if they are elsewhere: the instance would remove those of another instance. */
export const openBlobs = async (opening: Opening): Promise<{ blobs: Blobs; source: BackedUpBlobs }> => {
  const { dataDir, settings, store, isShared, log } = opening
  const known = await store.read(placeOnRecord)
  if (!settings.blobs) {
    const reason = whyNotInFolder(known)
    if (reason) throw wrongPlace(reason)
    const blobs = await openFsBlobs(blobsFolderOf(dataDir), { isShared })
    return { blobs, source: { kind: 'folder', blobs } }
  }
  // Imported on demand: most instances use a folder.
  const { openBucket } = await import('./bucket.ts')
  const blobs = await openBucket({ dataDir, setting: settings.blobs, known, store, log })
  return { blobs, source: { kind: 'bucket', blobs } }
}
