import type { FileRequest } from './files.ts'

/** Bodies up to here Bun sends in one piece with their headers, however late they come. A text counts by its characters. */
export const inOnePieceBytes = 15 * 1024
/** Beside a longer body its headers cost little, and its length is worth telling. */
export const toldBytes = 1024 * 1024

/**
 * A body in the form in which the runtime sends it at once. An answer that comes after a wait Bun sends in
 * some fifty pieces where its body is long, a system call for each name, colon and value of its headers: 350 µs
 * of processor time, and as many packets for the client. A stream goes out in two, chunked and without
 * `Content-Length`. Not needed any more once Bun corks what it sends late (oven-sh/bun#41341).
 */
export const sentAtOnce = (
  body: string | Uint8Array<ArrayBuffer>,
  { runtime }: Pick<FileRequest, 'runtime'>,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> => {
  if (!runtime?.bun || body.length <= inOnePieceBytes || body.length > toldBytes) return body
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(typeof body === 'string' ? new TextEncoder().encode(body) : body)
      controller.close()
    },
  })
}
