import { isBlobKey } from '../blob-key.ts'
import type { S3Client } from './client.ts'
import { S3Fault } from './faults.ts'
import { blocksIn, textIn, textsIn } from './xml.ts'

/**
 * The keys of blobs with this prefix, in lexical order, a page of a thousand at a time. What else lies there
 * (this program's own mark, files of other programs) is no blob.
 */
export async function* keysWith(client: S3Client, prefix: string): AsyncGenerator<string> {
  const { prefix: place } = client.place
  for (let token: string | undefined; ; ) {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix: place + prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    }
    const xml = await client.send(
      { operation: 'ListObjectsV2', method: 'GET', query, what: `list ${prefix || 'blobs'}` },
      textOf,
    )
    assertWhole(xml, 'ListBucketResult')
    for (const block of blocksIn(xml, 'Contents')) {
      const key = decodeURIComponent((textIn(block, 'Key') ?? '').replaceAll('+', '%20'))
      const name = key.slice(place.length)
      if (key.startsWith(place) && isBlobKey(name)) yield name
    }
    token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined
    if (token === undefined) return
  }
}

export interface UnfinishedUpload {
  key: string
  id: string
  begunAt: number
}

/** Uploads below the place whose end never came. None where the server lists no uploads. */
export async function* unfinishedUploads(client: S3Client): AsyncGenerator<UnfinishedUpload> {
  const { prefix: place } = client.place
  for (let marker: Record<string, string> | undefined = {}; marker; ) {
    const query: Record<string, string> = { uploads: '', 'encoding-type': 'url', prefix: place, ...marker }
    const xml: string | undefined = await client.send(
      {
        operation: 'ListMultipartUploads',
        method: 'GET',
        query,
        what: 'list unfinished uploads',
        expected: [400, 403, 404, 405, 501],
      },
      async (open) => (open.answer.ok ? textOf(open) : undefined),
    )
    if (xml === undefined) return
    assertWhole(xml, 'ListMultipartUploadsResult')
    for (const block of blocksIn(xml, 'Upload')) {
      const key = decodeURIComponent((textIn(block, 'Key') ?? '').replaceAll('+', '%20'))
      const id = textIn(block, 'UploadId')
      const begunAt = Date.parse(textIn(block, 'Initiated') ?? '')
      const name = key.slice(place.length)
      if (id && key.startsWith(place) && isBlobKey(name)) yield { key: name, id, begunAt }
    }
    const [keyMarker] = textsIn(xml, 'NextKeyMarker')
    const [idMarker] = textsIn(xml, 'NextUploadIdMarker')
    marker =
      textIn(xml, 'IsTruncated') === 'true' && keyMarker
        ? {
            'key-marker': decodeURIComponent(keyMarker),
            ...(idMarker ? { 'upload-id-marker': idMarker } : {}),
          }
        : undefined
  }
}

const textOf = async ({ answer }: { answer: Response }): Promise<string> => answer.text()

/** Throws for a list that is none, such as a proxy’s page: it would pass for one of nothing. */
const assertWhole = (xml: string, root: string): void => {
  if (xml.includes(`</${root}>`) || xml.includes(`<${root}/>`)) return
  throw new S3Fault(`the answer is no ${root}`, { isPassing: true })
}
