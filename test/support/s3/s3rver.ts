import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** Starts the S3 server of the third-party package s3rver, with its files below a folder. */
export const startS3rver = async (folder: string) => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: mkdtempSync(join(folder, 's3rver-')),
    configureBuckets: [{ name: 'test-bucket' }],
  })
  const { port } = await server.run()
  return {
    address: (prefix: string) => `s3://test-bucket/${prefix}?endpoint=http://127.0.0.1:${port}`,
    /** The accepted keys. */
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async close() {
      const closed = server.close()
      server.httpServer.closeAllConnections()
      await closed
    },
  }
}
