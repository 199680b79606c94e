/** Runs the function after everything else that is due on the event loop. */
export const onNextTurn = (run: () => void): void => {
  setImmediate(run)
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
