import { type IdPrefix, mintedAt } from '../../../engine/ids.ts'
import { defineJob, type JobContext } from '../../../engine/jobs/job.ts'
import type { Services } from '../../../engine/services.ts'
import { oneOf } from '../../../kernel/query.ts'
import { dayMs } from '../../../kernel/time.ts'
import { everyone, type Rows } from '../../../ports/store.ts'

/**
 * A family of blob keys that contain an id minted before the row was written, and how to find which of them a
 * row names.
 */
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
 * Removes the blobs that a crash left without a row: nothing else refers to them, and a list of addresses
 * would be kept for good. The id in the key shows when the upload began; after a day its row can no longer
 * follow (`uploadLimits.receiveHours`). Keys of another form are left alone. Blobs that were never finished
 * go too.
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
  log.info('removed what an interrupted upload left', { blob: key })
}
