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
