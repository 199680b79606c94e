import { type IdPrefix, mintedAt } from '../../../engine/ids.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import type { Services } from '../../../engine/services.ts'
import { oneOf } from '../../../kernel/query.ts'
import { dayMs } from '../../../kernel/time.ts'
import { everyone, type Rows } from '../../../ports/store.ts'

/** Removes an upload's bytes before its row changes, so that none are orphaned. The row stays as receipt. */
export const expireUpload = defineJob({
  kind: 'assets.expireUpload',
  async handler({ services, job, args }) {
    const upload = await services.store.read((rows) => rows.uploads.get(organisationOf(job), args.uploadId))
    if (!upload || upload.blobKey === null) return undefined
    await services.blobs.remove(upload.blobKey)
    await services.store.write((rows) =>
      rows.uploads.update(upload, upload.id, { status: 'REMOVED', blobKey: null, sheets: null }),
    )
    return undefined
  },
})

/** Removes a deleted asset and its bytes, unless a published version prints it. */
export const purgeAsset = defineJob({
  kind: 'assets.purge',
  async handler({ services, job, args }) {
    const own = organisationOf(job)
    const id = args.assetId
    const { asset, uses } = await services.store.read(async (rows) => ({
      asset: await rows.assets.get(own, id),
      uses: await rows.assetUses.find(own, { assetId: id }, { limit: 1 }),
    }))
    // No new version can use a deleted asset, so an unused one stays unused.
    if (asset?.status !== 'DELETED' || uses.length > 0) return undefined
    await services.blobs.remove(asset.blobKey)
    if (asset.thumbKey !== null) await services.blobs.remove(asset.thumbKey)
    await services.store.write(async (rows) => {
      await rows.uploads.update(own, asset.uploadId, { status: 'REMOVED', blobKey: null, assetId: null })
      await rows.assets.remove(own, { id })
    })
    return undefined
  },
})

/** A kind of blob key that contains an id created before its row. */
interface Place {
  prefix: IdPrefix
  keyOf(id: string): string
  named(rows: Rows, ids: readonly string[]): Promise<(string | null)[]>
}

const uploadKey = (id: string) => `uploads/${id.toLowerCase()}`

const places: Readonly<Record<string, Place>> = {
  'uploads/': {
    prefix: 'upl',
    keyOf: uploadKey,
    named: async (rows, ids) => {
      const keys = ids.map(uploadKey)
      const found = await rows.uploads.find(everyone, { blobKey: oneOf(keys) })
      return found.map(({ blobKey }) => blobKey)
    },
  },
  'thumbs/': {
    prefix: 'ast',
    keyOf: (id) => `thumbs/${id.toLowerCase()}.png`,
    // The key contains the id of its asset.
    named: async (rows, ids) => {
      const found = await rows.assets.find(everyone, { id: oneOf(ids) })
      return found.map(({ thumbKey }) => thumbKey)
    },
  },
}

const atOnce = 200

/**
 * Removes blobs that a crash left without a row: nothing refers to them, and a list of addresses would be
 * kept forever. The id in the key shows when the upload began; after a day no row can follow
 * (`uploadLimits.receiveHours`). Keys of another form are skipped. Unfinished blobs are removed as well.
 */
export const sweepUploads = defineJob({
  kind: 'assets.sweep',
  recur: ({ services }) => services.clock.now() + dayMs,
  async handler(context) {
    const now = context.services.clock.now()
    for (const [start, place] of Object.entries(places)) {
      let ids: string[] = []
      for await (const key of context.services.blobs.list(start)) {
        const id = idIn(key, place)
        if (id === undefined || now - mintedAt(id) < dayMs) continue
        ids.push(id)
        if (ids.length < atOnce) continue
        await sweep(context, place, ids)
        ids = []
      }
      await sweep(context, place, ids)
    }
    await context.services.blobs.tidy?.()
    return undefined
  },
})

const idIn = (key: string, { prefix, keyOf }: Place): string | undefined => {
  const ulid = /[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{25})/.exec(key)?.[1]
  const id = `${prefix}_${ulid?.toUpperCase()}`
  return ulid !== undefined && keyOf(id) === key ? id : undefined
}

const sweep = async (
  { services, extend }: Pick<JobContext, 'services' | 'extend'>,
  place: Place,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  const named = new Set(await services.store.read((rows) => place.named(rows, ids)))
  for (const key of ids.map(place.keyOf)) if (!named.has(key)) await remove(services, key)
  await extend()
}

const remove = async ({ blobs, log }: Services, key: string): Promise<void> => {
  await blobs.remove(key)
  log.info('removed the remains of an interrupted upload', { blob: key })
}
