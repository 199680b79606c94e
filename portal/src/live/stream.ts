import { onSignedOut, place } from '../api/client.ts'
import { createFrames, type Frame } from './frames.ts'

/** Silence at the start of a stream after which the page polls. */
const patienceMs = 3_000
/** Silence at the start after which a proxy is assumed to buffer the stream. */
const firstByteMs = 15_000
/** Later silence that counts as a cut-off; the server sends something every 15 seconds. */
const silenceMs = 40_000

/** How a stream ended: cut off, buffered by a proxy, temporarily refused, or signed out. */
export type Ending = 'cut-off' | 'held-back' | 'refused' | 'signed-out'

/** Reads the stream from event number `after` until it ends. Calls `onSilence` if it starts with silence. */
export const readStream = async (
  after: number | undefined,
  signal: AbortSignal,
  { onFrame, onSilence }: { onFrame(frame: Frame): void; onSilence(): void },
): Promise<Ending> => {
  const timeout = new AbortController()
  let isBuffered = false
  const abort = () => {
    isBuffered = !hasReceived
    timeout.abort()
  }
  let hasReceived = false
  const waiting = setTimeout(onSilence, patienceMs)
  let timer = setTimeout(abort, firstByteMs)
  try {
    const response = await fetch(`/v1/live${after === undefined ? '' : `?after=${after}`}`, {
      headers: { 'X-Mode': place.mode, 'X-Organisation-Id': place.organisationId ?? '' },
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    if (response.status === 401) {
      onSignedOut.listener()
      return 'signed-out'
    }
    if (!response.ok || !response.body) return 'refused'
    const frames = createFrames()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'cut-off'
      hasReceived = true
      clearTimeout(waiting)
      clearTimeout(timer)
      timer = setTimeout(abort, silenceMs)
      for (const frame of frames(value)) onFrame(frame)
    }
  } catch {
    return isBuffered ? 'held-back' : 'cut-off'
  } finally {
    clearTimeout(waiting)
    clearTimeout(timer)
  }
}
