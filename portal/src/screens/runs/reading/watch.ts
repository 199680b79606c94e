import type { CodeReader } from './read-codes.ts'

/** Codes fill much of a camera frame, so fewer pixels suffice. */
const longest = 1280
/** Pause between frames, so that phones stay cool. */
const pauseMs = 120

export type CameraFault = 'refused' | 'noCamera' | 'cameraFailed' | 'noReader'

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'noCamera',
  OverconstrainedError: 'noCamera',
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const open = async (video: HTMLVideoElement, signal: AbortSignal): Promise<void> => {
  const constraints = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: constraints })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
}

/** Shows the camera and reports each frame's codes until `signal` aborts. Returns the error that ended it. */
export const watch = async (
  video: HTMLVideoElement,
  reader: CodeReader,
  signal: AbortSignal,
  onTexts: (texts: readonly string[]) => void,
): Promise<CameraFault | undefined> => {
  try {
    await open(video, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    return faults[error instanceof DOMException ? error.name : ''] ?? 'cameraFailed'
  }
  while (!signal.aborted) {
    if (video.videoWidth > 0) {
      const texts = await createImageBitmap(video)
        .then((frame) => reader.read(frame, longest))
        .catch(() => undefined)
      if (signal.aborted) return undefined
      if (!texts) return 'noReader'
      onTexts(texts)
    }
    await pause(signal)
  }
  return undefined
}
