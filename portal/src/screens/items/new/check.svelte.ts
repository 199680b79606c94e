import { ApiProblem, answered, api, type Schemas } from '../../../api/client.ts'
import { sentenceOf } from '../../../messages/index.svelte.ts'

type Body = Schemas['ItemCreate']
type Verdict = Schemas['ItemValidation']

/** Validates an unsaved item. Only the latest request sets the result. */
export class Check {
  verdict = $state.raw<Verdict | undefined>(undefined)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  isRunning = $state(false)
  #turn = 0

  async validate(body: Body): Promise<void> {
    const turn = ++this.#turn
    this.isRunning = true
    try {
      const verdict = await answered(api.POST('/v1/items/validate', { body }))
      if (turn !== this.#turn) return
      this.verdict = verdict
      this.problem = undefined
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (turn === this.#turn) this.problem = error
    } finally {
      if (turn === this.#turn) this.isRunning = false
    }
  }

  get isFine(): boolean {
    return this.verdict?.valid === true && this.problem === undefined
  }

  /** Errors of the problem, and findings with a field in the same form. */
  get errors(): ApiProblem['errors'] {
    const found = (this.verdict?.findings ?? []).flatMap((finding) =>
      finding.severity === 'error' && finding.field !== undefined
        ? [{ ...finding, parameter: finding.field, location: 'body' as const, message: sentenceOf(finding) }]
        : [],
    )
    return [...(this.problem?.errors ?? []), ...found]
  }
}

/** Returns the value at a dotted path, such as `recipient.city`. */
const valueAt = (body: Body, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], body)

/** Returns errors shown at fields. Empty fields are reported only after an attempt to create. */
export const fieldErrors = (check: Check, body: Body, isInsistent: boolean): ApiProblem => {
  const errors = check.errors.filter(({ parameter }) => isInsistent || valueAt(body, parameter))
  return new ApiProblem(0, { errors })
}
