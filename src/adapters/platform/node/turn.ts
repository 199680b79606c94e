/** Runs `run` after everything already queued on the event loop. */
export const onNextTurn = (run: () => void): void => {
  setImmediate(run)
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
