const deadlines = [250, 2_500, 25_000]

/**
 * Repeats an assertion with a longer deadline if it fails with a short one, so that the test does not depend
 * on the speed of the machine. A real fault fails with every deadline.
 */
export const withLongerDeadlines = async (look: (timeoutMs: number) => Promise<void>): Promise<void> => {
  for (const timeoutMs of deadlines.slice(0, -1)) {
    const held = await look(timeoutMs).then(
      () => true,
      () => false,
    )
    if (held) return
  }
  await look(deadlines.at(-1)!)
}
