import { createHash } from 'node:crypto'
import type { S3Client } from './client.ts'
import { readWhole } from './read.ts'
import { putWhole } from './write.ts'
import { textIn } from './xml.ts'

/** `~` is in no key, so no blob can ever have this name. */
const mark = '~lettershop'

const sentence = 'Files of an instance of Lettershop, which looks for this one: leave it where it is.'

/** The id of the instance whose place this is; undefined where none has noted it. */
export const readOwner = async (client: S3Client): Promise<string | undefined> => {
  const bytes = await readWhole(client, mark)
  return bytes && new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1)
}

export const noteOwner = (client: S3Client, id: string): Promise<void> => {
  const bytes = new TextEncoder().encode(`${sentence}\n${id}\n`)
  return putWhole(client, mark, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') })
}

/** Whether a bucket keeps old versions of what is removed or replaced, or of what was written before: `suspended`. */
export type Versioning = 'enabled' | 'suspended' | 'none'

export const versioningOf = (client: S3Client): Promise<Versioning> =>
  client.send(
    {
      operation: 'GetBucketVersioning',
      method: 'GET',
      query: { versioning: '' },
      what: 'be asked for its versions',
    },
    async ({ answer }) => {
      const status = textIn(await answer.text(), 'Status')
      return status === 'Enabled' ? 'enabled' : status === 'Suspended' ? 'suspended' : 'none'
    },
  )
