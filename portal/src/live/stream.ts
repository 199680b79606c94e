import { onSignedOut, place } from '../api/client.ts'
import { createFrames, type Frame } from './frames.ts'

/** Silence at the start of a stream after which the page polls. */
const patienceMs = 3_000
/** Silence at the start after which a proxy is assumed to buffer the stream. */
const firstByteMs = 15_000
/** The server sends something every 15 seconds. */
const silenceMs = 40_000

/** How a stream ended: cut off, buffered by a proxy, temporarily refused, or signed out. */
export type Ending = 'cut-off' | 'held-back' | 'refused' | 'signed-out'

/** Reads the stream until it ends, from event number `after`. Calls `wait` after seconds of silence. */
export const readStream = async (
  after: number | undefined,
  signal: AbortSignal,
  { hear, wait }: { hear(frame: Frame): void; wait(): void },
): Promise<Ending> => {
  const gone = new AbortController()
  let isHeldBack = false
  const onSilence = () => {
    isHeldBack = !hasSpoken
    gone.abort()
  }
  let hasSpoken = false
  const waiting = setTimeout(wait, patienceMs)
  let timer = setTimeout(onSilence, firstByteMs)
  try {
    const response = await fetch(`/v1/live${after === undefined ? '' : `?after=${after}`}`, {
      headers: { 'X-Mode': place.mode, 'X-Organisation-Id': place.organisationId ?? '' },
      signal: AbortSignal.any([signal, gone.signal]),
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
      hasSpoken = true
      clearTimeout(waiting)
      clearTimeout(timer)
      timer = setTimeout(onSilence, silenceMs)
      for (const frame of frames(value)) hear(frame)
    }
  } catch {
    return isHeldBack ? 'held-back' : 'cut-off'
  } finally {
    clearTimeout(waiting)
    clearTimeout(timer)
  }
}
