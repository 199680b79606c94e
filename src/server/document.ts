import { createHash } from 'node:crypto'
import { FastResponse } from 'srvx'
import { loadEachOnce, loadOnce } from '../core/kernel/loading.ts'
import { type FileRequest, matches } from './files.ts'
import { codingOf, compressed } from './respond.ts'

/** Answers with a document, compressed if the client accepts that, or with 304 if its copy is current. */
export type Document = (request: FileRequest, requestId: string) => Promise<Response>

interface Made {
  text: string
  etag: string
  bodies: Map<string, Promise<Uint8Array<ArrayBuffer>>>
}

/**
 * Serves a text that is constant while the program runs: `write` runs on the first request, and each encoding
 * is created once. The entity tag is weak, because it covers all encodings.
 */
export const createDocument = (contentType: string, write: () => Promise<string>): Document => {
  const made = loadOnce(async (): Promise<Made> => {
    const text = await write()
    const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    return { text, etag: `"${etag}"`, bodies: new Map() }
  })
  return async (request, requestId) => {
    const { text, etag, bodies } = await made()
    const headers: Record<string, string> = {
      'X-Request-Id': requestId,
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      ETag: `W/${etag}`,
      Vary: 'Accept-Encoding',
    }
    if (matches(request.headers.get('if-none-match'), etag)) {
      return new FastResponse(null, { status: 304, headers })
    }
    const coding = codingOf(request)
    if (!coding) return new FastResponse(text, { status: 200, headers })
    const body = await loadEachOnce(bodies, coding, () => compressed(text, coding))
    return new FastResponse(body, { status: 200, headers: { ...headers, 'Content-Encoding': coding } })
  }
}
