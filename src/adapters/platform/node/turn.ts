/** Runs it when whatever else is due has had its turn of the event loop. */
export const onNextTurn = (run: () => void): void => {
  setImmediate(run)
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
