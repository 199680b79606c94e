import { ApiProblem } from '../api/client.ts'

/** Runs user actions, one at a time, and keeps the error of the last. */
export class Action {
  isRunning = $state(false)
  problem = $state<ApiProblem | undefined>(undefined)

  /** Returns true if it succeeded. A second call while the first runs does nothing. */
  async run(work: () => Promise<void>): Promise<boolean> {
    if (this.isRunning) return false
    this.isRunning = true
    this.problem = undefined
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.problem = error
      return false
    } finally {
      this.isRunning = false
    }
  }
}
