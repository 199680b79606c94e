import type { CodeReader } from './read-codes.ts'

/** A code in front of a camera fills much of the frame; more pixels only take longer. */
const longest = 1280
/** Between two looks at the picture, so that a telephone stays cool. */
const pauseMs = 120

/** Why a camera shows nothing. */
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
  const wanted = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wanted })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
}

/**
 * Shows the camera in a video and tells the texts of all codes in each picture, until the signal says that it
 * is over; then the camera is off. Answers why it cannot.
 */
export const watch = async (
  video: HTMLVideoElement,
  reader: CodeReader,
  signal: AbortSignal,
  tell: (texts: readonly string[]) => void,
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
      tell(texts)
    }
    await pause(signal)
  }
  return undefined
}
