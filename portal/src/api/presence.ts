/** How long the user counts as present after the last key press or pointer event, in ms. */
const attentionMs = 60_000

let lastInput = Date.now()
for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel']) {
  addEventListener(
    type,
    () => {
      lastInput = Date.now()
    },
    { capture: true, passive: true },
  )
}

/**
 * Returns the header of requests that the page sends by itself while the user is away. With it, they don't
 * extend the session, which expires even if the page stays open.
 */
export const passive = (): Record<string, string> =>
  Date.now() - lastInput > attentionMs ? { 'X-Passive': 'true' } : {}
