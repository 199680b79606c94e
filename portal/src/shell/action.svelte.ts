import { ApiProblem } from '../api/client.ts'

/** Something that a person started: one at a time, with the problem that came of it. */
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
