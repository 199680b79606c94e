import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'

/**
 * Removes the bytes of an expired list; the receipt stays. The blob is removed first, because the row may
 * claim bytes that are gone, but must not lose track of bytes that exist.
 */
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

/**
 * Removes the bytes of a deleted asset, unless a published version prints it: then they stay, but are no
 * longer listed.
 */
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
