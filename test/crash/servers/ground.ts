import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithUs } from '../../support/end-with-us.ts'
import { startS3rver } from '../../support/s3/s3rver.ts'

/** Shared services and settings of servers without a shared folder. */
export interface Ground {
  env: Record<string, string>
  /** The printer's share, mounted on every server. */
  share: string
  end(): Promise<void>
}

/** Starts PostgreSQL (from npm) and s3rver with its files in the scratch folder, and creates the keys. */
export const prepareGround = async (scratch: string): Promise<Ground> => {
  const host = endWithUs(
    spawn(process.execPath, [join(import.meta.dirname, '../../support/postgres/host.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const ended = once(host, 'exit')
  const [database] = (await once(host.stdout!, 'data')) as [Buffer]
  const s3 = await startS3rver(scratch)
  const share = join(scratch, 'share')
  mkdirSync(share)
  const { accessKeyId, secretAccessKey } = s3.credentials
  const fileWith = (name: string, text: string): string => {
    const path = join(scratch, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  return {
    share,
    env: {
      LETTERSHOP_DATABASE_FILE: fileWith('database-url', String(database).trim()),
      LETTERSHOP_BLOBS: s3.address('shop'),
      LETTERSHOP_BLOBS_CREDENTIALS_FILE: fileWith('bucket', `${accessKeyId}:${secretAccessKey}`),
      LETTERSHOP_SECRET_KEY_FILE: fileWith('secret-key', 'a1'.repeat(32)),
      LETTERSHOP_SIGNING_KEY_FILE: fileWith('signing-key', 'b2'.repeat(32)),
      LETTERSHOP_PRINT_FOLDER: share,
    },
    async end() {
      host.stdin!.end()
      await ended
      await s3.close()
    },
  }
}
