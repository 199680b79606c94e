/** Below this a copy costs nothing. */
const WORTH_BYTES = 64 * 1024

/** The buffers of these bytes that can be handed to another thread: those that hold nothing else. */
export const transferable = (given: readonly (Uint8Array | undefined)[]): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>()
  for (const bytes of given) {
    if (!(bytes?.buffer instanceof ArrayBuffer) || bytes.length < WORTH_BYTES) continue
    if (bytes.buffer.byteLength === bytes.length) buffers.add(bytes.buffer)
  }
  return [...buffers]
}
