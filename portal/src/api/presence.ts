/** How long after the last key or touch a person still counts as being there. */
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
 * The header of a request that the page makes by itself while no person is there: it does not count as a use of the
 * session, which ends so although the page stays open and follows what happens.
 */
export const passive = (): Record<string, string> =>
  Date.now() - lastInput > attentionMs ? { 'X-Passive': 'true' } : {}
