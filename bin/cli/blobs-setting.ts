import { readFileSync } from 'node:fs'
import type { CredentialsSource, S3Credentials } from '../../src/adapters/blobs-s3/client.ts'
import { parseS3Address, type S3Place } from '../../src/adapters/blobs-s3/place.ts'
import { failure } from './failure.ts'

/** A bucket that holds the blobs instead of the data folder. */
export interface BlobsSetting {
  /** As configured; contains no secret. */
  address: string
  place: S3Place
  credentials: CredentialsSource
}

type Environment = Readonly<Record<string, string | undefined>>

export const credentialsVariable = 'LETTERSHOP_BLOBS_CREDENTIALS'

/** Parses `--blobs`. Returns undefined if blobs are in the data folder. */
export const blobsOf = (text: string | undefined, env: Environment): BlobsSetting | undefined => {
  // `folder` overrides the environment and config.json.
  if (!text || text === 'folder') return undefined
  try {
    return { address: text, place: parseS3Address(text), credentials: credentialsOf(env) }
  } catch (error) {
    throw failure('usage', `--blobs: ${(error as Error).message}.`, error)
  }
}

/**
 * Returns the source of the bucket's credentials: our own variable or file, or Amazon's variables. The file
 * is read again after the bucket has rejected its content. Throws if there are no credentials.
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
      `there are no credentials: set ${credentialsVariable}, ${credentialsVariable}_FILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
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
    // The value is not quoted: it may contain the secret.
    throw new Error(`${credentialsVariable} takes ID:SECRET, or ID:SECRET:TOKEN for temporary credentials`)
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}
