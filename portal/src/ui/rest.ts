/** Calls that wait because others keep following. */
const waiting = new Set<() => void>()
/** Time without a further call after which the waiting ones run, in ms. */
const restMs = 120
/** Time after a rest within which calls run at once, in ms: those of a screen that just opened. */
const atOnceMs = 40
let timer: ReturnType<typeof setTimeout> | undefined
let beganAt = 0

const runWaiting = (): void => {
  timer = undefined
  const acts = [...waiting]
  waiting.clear()
  for (const act of acts) act()
}

/** Calls `act` at once after a rest, otherwise once no calls have followed for a moment. Returns a cancel function. */
export const onceRested = (act: () => void): (() => void) => {
  const now = performance.now()
  if (timer === undefined) beganAt = now
  clearTimeout(timer)
  timer = setTimeout(runWaiting, restMs)
  if (now - beganAt < atOnceMs) act()
  else waiting.add(act)
  return () => waiting.delete(act)
}
