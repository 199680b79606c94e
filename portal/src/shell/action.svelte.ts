import { ApiProblem } from '../api/client.ts'

/** A user action: one at a time, with its error. */
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
