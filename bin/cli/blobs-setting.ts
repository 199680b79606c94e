import { readFileSync } from 'node:fs'
import type { CredentialsSource, S3Credentials } from '../../src/adapters/blobs-s3/client.ts'
import { parseS3Address, type S3Place } from '../../src/adapters/blobs-s3/place.ts'
import { failure } from './failure.ts'

/** Where blobs are that are not in the data folder. */
export interface BlobsSetting {
  /** As it was given; it holds no secret. */
  address: string
  place: S3Place
  credentials: CredentialsSource
}

type Environment = Readonly<Record<string, string | undefined>>

export const credentialsVariable = 'LETTERSHOP_BLOBS_CREDENTIALS'

/** Reads `--blobs`; undefined where blobs are in the data folder. */
export const blobsOf = (text: string | undefined, env: Environment): BlobsSetting | undefined => {
  // Named, the folder is used in spite of the environment or config.json.
  if (!text || text === 'folder') return undefined
  try {
    return { address: text, place: parseS3Address(text), credentials: credentialsOf(env) }
  } catch (error) {
    throw failure('usage', `--blobs: ${(error as Error).message}.`, error)
  }
}

/**
 * The credentials of this environment: ours, from a file that is read again when the server refuses what was
 * in it, or Amazon's own variables. Throws where there are none.
 */
const credentialsOf = (env: Environment): CredentialsSource => {
  const path = env[`${credentialsVariable}_FILE`]
  const read = (): S3Credentials => {
    const text = env[credentialsVariable] || (path && readFileSync(path, 'utf8').trim())
    if (text) return parseCredentials(text)
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = env
    if (accessKeyId && secretAccessKey) {
      return {
        accessKeyId,
        secretAccessKey,
        ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
      }
    }
    throw new Error(
      `there are no credentials: ${credentialsVariable}, ${credentialsVariable}_FILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY hold them`,
    )
  }
  let last = read()
  return (afresh) => {
    if (afresh) last = read()
    return last
  }
}

const parseCredentials = (text: string): S3Credentials => {
  const [accessKeyId, secretAccessKey, sessionToken, ...rest] = text.split(':')
  if (!accessKeyId || !secretAccessKey || rest.length > 0) {
    // Not repeated: it may hold the secret.
    throw new Error(`${credentialsVariable} takes ID:SECRET, or ID:SECRET:TOKEN of temporary credentials`)
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}
