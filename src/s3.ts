/**
 * `lettershop/s3`: blobs in a bucket of an S3-compatible store, which several processes may share
 * (docs/blobs.md). Pass them as the port `blobs`.
 */
export {
  createS3Blobs,
  type S3Blobs,
  type S3BlobsOptions,
} from './adapters/blobs-s3/blobs.ts'
export type { Saving } from './adapters/blobs-s3/changes.ts'
export type { CredentialsSource, Patience, S3Credentials } from './adapters/blobs-s3/client.ts'
export { parseS3Address, type S3Place } from './adapters/blobs-s3/place.ts'
export { BlobsUnavailable, type Download } from './core/ports/blobs.ts'
